"""A simulated patient hears what is read back, and objects to what they did not ask for."""

from dataclasses import replace

import pytest

from tests.receptionist.patients.listening import Listener
from tests.receptionist.patients.office import Office
from tests.receptionist.patients.patient import Patient, Visit, practice

_WISH = Visit("svc_hydra", "Theo", ("2026-12-03",), hours=(15, 18))
_PATIENT = Patient("p", "c", "medspa", "hi", (), {}, (_WISH,))
_ON_FILE = ({"id": "apt_1", "service": "svc_peel", "start": "2026-12-10T14:00"},)


def listener(patient: Patient = _PATIENT) -> Listener:
    return Listener(patient, Office(practice=practice("medspa")))


def _read(service: str, day: str, clock: str, who: str) -> str:
    return (
        f"So that's {service} on {day} at {clock} with Nneka Okafor, for {who}, at 305-555-0143. Is that correct?"
    )


@pytest.mark.parametrize(
    ("told", "wrong"),
    [
        (("HydraFacial", "Thursday, December 3rd", "3:30 PM", "Theo Ruiz"), ()),
        (("Microneedling", "Thursday, December 3rd", "3:30 PM", "Theo Ruiz"), ("service",)),
        (("HydraFacial", "Friday, December 4th", "3:30 PM", "Theo Ruiz"), ("day",)),
        (("HydraFacial", "Thursday, December 3rd", "noon", "Theo Ruiz"), ("hours",)),
        (("HydraFacial", "Thursday, December 3rd", "4 PM", "Ana Ruiz"), ("who",)),
        (("Microneedling", "Friday, December 4th", "4 PM", "Ana Ruiz"), ("service", "who", "day")),
    ],
)
def test_what_is_wrong_is_heard(told: tuple[str, str, str, str], wrong: tuple[str, ...]) -> None:
    ear = listener()
    ear.hear(_read(*told))
    assert ear.wrong([_WISH]) == wrong
    assert bool(ear.to_read_back([_WISH], spanish=False)) is bool(wrong)


def test_spanish_is_heard_as_well() -> None:
    ear = listener()
    ear.hear(
        "Le confirmo: HydraFacial el viernes 4 de diciembre a las 3:30 p. m. con Nneka Okafor, a nombre "
        "de Theo Ruiz, teléfono 305-555-0143. ¿Está correcto?"
    )
    assert ear.wrong([_WISH]) == ("day",)
    assert "3 de diciembre" in ear.to_read_back([_WISH], spanish=True)


def test_who_is_not_heard_gives_up() -> None:
    ear = listener()
    for _ in range(3):
        ear.hear(_read("Microneedling", "Thursday, December 3rd", "4 PM", "Theo Ruiz"))
        said = ear.to_read_back([_WISH], spanish=False)
    assert ear.gave_up and "call" in said


def test_a_visit_that_is_to_stay_is_kept() -> None:
    ear = listener(replace(_PATIENT, visits=_ON_FILE))
    ear.hear("That's Chemical peel on Thursday, December 10th at 2 PM. Shall I cancel it?")
    assert ear.to_read_back([_WISH], spanish=False)
    ear.hear("Let's move Chemical peel on Thursday, December 10th at 2 PM. What day works for you?")
    assert ear.to_move(spanish=False)
    gone = listener(replace(_PATIENT, visits=_ON_FILE, cancels=("apt_1",)))
    gone.hear("That's Chemical peel on Thursday, December 10th at 2 PM. Shall I cancel it?")
    assert not gone.to_read_back([_WISH], spanish=False)
