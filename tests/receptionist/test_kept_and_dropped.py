"""Some visits on file stay and others go, or each goes to its own time."""

import pytest

from tests.receptionist.patients.office import CODE
from tests.receptionist.writers import writer

WHO = "Ana Ruiz, 305 555 0142"
CONSULT = {"id": "apt_1", "service": "svc_consult", "start": "2026-12-02T14:00"}
PEEL = {"id": "apt_2", "service": "svc_peel", "start": "2026-12-09T11:00"}


@pytest.mark.parametrize(
    "tells",
    [
        "I've got cold feet about the peel. I'd still like to talk to somebody, so keep the consultation, please",
        "I have a consultation and a peel with you. I'm backing out of the peel, the consultation stays",
        "Leave the consultation as is. I changed my mind about the chemical peel",
    ],
)
async def test_the_visit_that_is_given_up_goes_and_the_other_stays(tells: str) -> None:
    talk, office = writer("medspa", CONSULT, PEEL)
    asked = await talk.say(tells, WHO, CODE)
    assert "Chemical peel" in asked and "Consultation" not in asked and "Shall I cancel it?" in asked
    await talk.say("yes")
    assert office.canceled == ["apt_2"]


async def test_a_new_visit_that_is_rather_wanted_changes_none() -> None:
    talk, office = writer("medspa", CONSULT, PEEL)
    told = await talk.say("The peel is too expensive for me, but a facial is fine. Could I come on the 17th?")
    assert "know it's you" not in told and not office.made("identify_patient")


@pytest.mark.parametrize(
    "tells",
    [
        "The two appointments I have, the consultation and the peel, need to be on the 16th instead.",
        "I start a new job, so both my visits, the consultation and a peel, have to move to the 16th.",
    ],
)
async def test_visits_that_are_counted_and_listed_are_moved_each(tells: str) -> None:
    talk, office = writer("medspa", CONSULT, PEEL)
    assert "Let's move Consultation" in await talk.say(tells, WHO, CODE)
    assert "move Chemical peel" in await talk.say("the first one", "yes")
    await talk.say("the last one", "yes")
    assert sorted(office.canceled) == ["apt_1", "apt_2"]
