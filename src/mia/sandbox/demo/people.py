"""Synthetic people. Phones are from 555-01xx, the block kept for fiction; emails end in ``.example``."""

from dataclasses import dataclass, field
from datetime import date, timedelta
from random import Random

_FIRST = (
    "Amelia Beatriz Carmen Daniela Elise Fiona Gabriela Hannah Imani Jasmine Kiara Lucia Maya Nadia Olivia "
    "Paloma Quinn Rosa Selena Talia Uma Valentina Wendy Ximena Yara Zoe Adrian Benjamin Caleb Diego Ethan "
    "Felix Gavin Hugo Ian Julian Kevin Leo Mateo Nolan"
)
_LAST = (
    "Abbott Alvarez Barlow Bishop Castillo Chen Delgado Dixon Ellery Farrow Fuentes Gallagher Greer Hartley "
    "Herrera Ibarra Jennings Kaplan Kowalski Lambert Lozano Maddox Mendez Navarro Novak Okafor Ortega Pacheco "
    "Pruitt Quiroga Ramsey Rosario Sandoval Sinclair Tran Underhill Vasquez Whitaker Yates Zamora"
)
_AREA_CODES = (786, 954, 561, 407, 321)
"""Florida, without 305: its fictional numbers are the practices' and the callers'."""
_NOTES = (
    "Prefers afternoon appointments.",
    "Likes to be texted rather than called.",
    "Bruises easily; asks for arnica.",
    "Always comes with her sister.",
    "Interested in the membership.",
    "Asks for the corner room.",
    "Prefers Saturday visits.",
)


@dataclass(frozen=True)
class SamplePerson:
    """Someone who never lived."""

    name: str = field(repr=False)
    phone: str = field(repr=False)
    email: str | None = field(repr=False)
    birth_date: date
    note: str | None


def sample_people(rng: Random, count: int, today: date) -> list[SamplePerson]:
    """``count`` (at most 500) people of different names and numbers, adults all."""
    names = [(first, last) for first in _FIRST.split() for last in _LAST.split()]
    numbers = [f"+1{area}55501{line:02}" for area in _AREA_CODES for line in range(100)]
    people = []
    for (first, last), number in zip(rng.sample(names, count), rng.sample(numbers, count), strict=True):
        email = f"{first}.{last}@mail.example".lower() if rng.random() < 0.85 else None
        born = today - timedelta(days=rng.randint(19 * 366, 74 * 365))
        note = rng.choice(_NOTES) if rng.random() < 0.25 else None
        people.append(SamplePerson(f"{first} {last}", number, email, born, note))
    return people
