"""What Select Service offers, and the kind of service that each of its options stands for (spec §2, §3).

A kind is a category of the catalog, but for Botox: it shares its category with Dysport and others, and who asks for
Botox wants to see nothing else.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from mia.clinic.schedule.service import Service

_INJECTABLES = "Botox/Injectables"
_BOTOX = "Botox"
_OF_SPEC = {
    "botox": _BOTOX,
    "dermal_fillers": "Dermal Fillers",
    "laser_treatments": "Laser Treatments",
    "facial_treatments": "Facial Treatments",
}
"""The options that the spec names; each is called as its kind is."""

KIND = (
    f"CASE WHEN services.category = '{_INJECTABLES}' AND lower(left(services.name, {len(_BOTOX)})) = "
    f"'{_BOTOX.lower()}' THEN '{_BOTOX}' ELSE services.category END"
)
"""The kind of a row of ``services`` in SQL, as :func:`kind_of` says it."""


@dataclass(frozen=True)
class ServiceChoice:
    """An option of Select Service; ``value`` appears in the address."""

    value: str
    label: str
    kind: str


def kind_of(service: Service) -> str:
    """The kind that a service is of."""
    is_botox = service.category == _INJECTABLES and service.name.lower().startswith(_BOTOX.lower())
    return _BOTOX if is_botox else service.category


def service_choices(services: Sequence[Service]) -> list[ServiceChoice]:
    """The spec's choices that the practice offers; where it offers none of them, the kinds that it does."""
    offered = list(dict.fromkeys(kind_of(service) for service in services))
    of_spec = [ServiceChoice(value, kind, kind) for value, kind in _OF_SPEC.items() if kind in offered]
    return of_spec or [ServiceChoice(code_of(kind), kind, kind) for kind in offered]


def code_of(name: str) -> str:
    """A name as it stands in an address: ``main_office``."""
    return "_".join("".join(letter if letter.isalnum() else " " for letter in name.lower()).split())
