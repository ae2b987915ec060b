"""Where patients are seen, and what the front desk is asked about."""

from dataclasses import dataclass
from uuid import UUID

from mia.clinic.practice.models import FactRow, LocationRow


@dataclass(frozen=True)
class Location:
    """A place where patients are seen; the texts are spoken and shown as they stand. ``_es``: in Spanish,
    "" where the practice has not written it."""

    id: UUID
    name: str
    address: str
    directions: str
    parking: str
    directions_es: str = ""
    parking_es: str = ""


@dataclass(frozen=True)
class Fact:
    """A topic, wordings in which it is asked for, and the practice's answer. ``_es``: in Spanish, "" where the
    practice has not written it."""

    topic: str
    questions: tuple[str, ...]
    answer: str
    answer_es: str = ""


def location_of(row: LocationRow) -> Location:
    """The location that stands in a row."""
    texts = (row.address, row.directions, row.parking, row.directions_es, row.parking_es)
    return Location(row.id, row.name, *texts)


def fact_of(row: FactRow) -> Fact:
    """The fact that stands in a row."""
    return Fact(row.topic, tuple(row.questions), row.answer, row.answer_es)
