"""Where patients are seen, and what the front desk is asked about."""

from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True)
class Location:
    """A place where patients are seen; the texts are spoken and shown as they stand."""

    id: UUID
    name: str
    address: str
    directions: str
    parking: str


@dataclass(frozen=True)
class Fact:
    """A topic, wordings in which it is asked for, and the practice's answer."""

    topic: str
    questions: tuple[str, ...]
    answer: str
