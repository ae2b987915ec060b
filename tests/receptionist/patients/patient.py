"""A simulated patient as ``evals/patients/*.toml`` describes one, and the practices they turn to."""

import hashlib
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from tests.receptionist.front_office import NOW

FOLDER = Path(__file__).resolve().parents[3] / "evals/patients"
_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_NOT_PATIENTS = {"practices", "floors"}


@dataclass(frozen=True)
class Visit:
    """A visit that has to be booked afterwards. What is empty does not matter; ``days`` are dates or weekdays,
    ``hours`` the first and last hour of a start. ``who``: a part of the name it is booked under."""

    service: str
    who: str = ""
    days: tuple[str, ...] = ()
    not_days: tuple[str, ...] = ()
    hours: tuple[float, float] = (0, 24)

    def fits(self, start: datetime) -> bool:
        """Whether a time is one that this patient would take."""
        names = {start.date().isoformat(), _DAYS[start.weekday()]}
        at = start.hour + start.minute / 60
        return (
            (not self.days or bool(names & set(self.days)))
            and not names & set(self.not_days)
            and self.hours[0] <= at <= self.hours[1]
        )


@dataclass(frozen=True)
class Patient:
    """Who turns to a practice. ``says`` comes first; ``then`` follows whenever Mia has nothing left to ask.
    ``answers`` are their words by kind of question, one after the other, the last one again and again.

    What has to be true afterwards: ``books`` (and nothing else is booked), ``cancels`` (ids of ``visits``),
    ``task`` (someone gets back to them; ``emergency``: at once), ``stop`` (no more messages). ``hears``, ``never``:
    expressions that Mia's words hold, or never hold.
    """

    id: str
    category: str
    practice: str
    says: str
    then: tuple[str, ...]
    answers: Mapping[str, tuple[str, ...]]
    books: tuple[Visit, ...]
    visits: tuple[Mapping[str, str], ...] = ()
    cancels: tuple[str, ...] = ()
    task: str = ""
    stop: bool = False
    hears: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    should: str = ""
    """What a practice says should have happened, where the patient comes from one."""
    now: datetime = NOW
    """When they turn to the practice, by ``now`` at the top of their file: "next week" counts from it."""

    @property
    def held_out(self) -> bool:
        """Whether only the figures of this patient's category may be shown."""
        return hashlib.sha256(self.id.encode()).digest()[0] % 2 == 1

    @property
    def digits(self) -> str:
        """The last four digits of the number they give, if they give one."""
        told = " ".join((self.says, *self.then, *self.answers.get("phone", ())))
        told = re.sub(r"\bext(?:ension)?\.? *\d+", "", told)  # no part of the number that is dialed
        return "".join(c for c in told if c.isdigit())[-4:] if "phone" in self.answers else ""


_KINDS = (
    *("service", "when", "time", "unfit", "place", "name", "spell", "phone", "email", "birth"),
    *("confirm", "code", "offer", "person"),
)
_FIELDS = (
    *("id", "at", "says", "then", "books", "visits", "cancels", "task", "stop", "hears", "never"),
    "should",
)


def _texts(value: Any) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value or ())


def patient_of(category: str, row: Mapping[str, Any], now: datetime = NOW) -> Patient:
    known = {*_KINDS, *_FIELDS}
    assert not set(row) - known, f"{row['id']}: {set(row) - known}"
    return Patient(
        id=row["id"],
        category=category,
        practice=row.get("at", "medspa"),
        says=row["says"],
        then=_texts(row.get("then")),
        answers={kind: _texts(row[kind]) for kind in _KINDS if kind in row},
        books=tuple(
            Visit(
                b["service"],
                b.get("who", ""),
                _texts(b.get("days")),
                _texts(b.get("not_days")),
                tuple(b.get("hours", (0, 24))),
            )
            for b in row.get("books", ())
        ),
        visits=tuple(row.get("visits", ())),
        cancels=_texts(row.get("cancels")),
        task=row.get("task", ""),
        stop=row.get("stop", False),
        hears=_texts(row.get("hears")),
        never=_texts(row.get("never")),
        should=row.get("should", ""),
        now=now,
    )


def read_patients(path: Path) -> list[Patient]:
    """The patients of a file, such as one that ``mia eval-cases export`` wrote."""
    file = tomllib.loads(path.read_text(encoding="utf-8"))
    return [patient_of(path.stem, row, file.get("now", NOW)) for row in file.get("patient", [])]


@cache
def all_patients() -> tuple[Patient, ...]:
    """Every patient of every category, in the order of the files."""
    found = [
        patient
        for path in sorted(FOLDER.glob("*.toml"))
        if path.stem not in _NOT_PATIENTS
        for patient in read_patients(path)
    ]
    assert len({patient.id for patient in found}) == len(found), "two patients have one id"
    return tuple(found)


@cache
def practice(kind: str) -> Mapping[str, Any]:
    """What Mia is told of a practice."""
    raw = tomllib.loads((FOLDER / "practices.toml").read_text(encoding="utf-8"))[kind]
    return {
        **{key: raw[key] for key in ("name", "phone", "hand_off_number", "locations")},
        "timezone": "America/New_York",
        "hours": [row for days, span in raw["hours"].items() for row in _hours(days, span)],
        "closures": [{"from": first, "to": last, "reason": "Holiday"} for first, last in raw["closures"]],
        "services": [_service(*row) for row in raw["services"]],
        "providers": [
            {"id": id_, "name": name, "title": title, "service_ids": []} for id_, name, title in raw["providers"]
        ],
        "faq": [
            {"topic": topic, "questions": questions, "answer": english, "answer_es": spanish}
            for topic, questions, english, spanish in raw["faq"]
        ],
    }


def _hours(days: str, span: str) -> list[dict[str, Any]]:
    first, _, last = days.partition("-")
    opens, closes = span.split("-")
    week = range(_DAYS.index(first), _DAYS.index(last or first) + 1)
    return [{"weekday": day, "opens": opens, "closes": closes} for day in week]


def _service(id_: str, name: str, aliases: list[str], minutes: int, dollars: int, note: str) -> dict[str, Any]:
    return {
        "id": id_,
        "name": name,
        "aliases": aliases,
        "category": "",
        "duration_minutes": minutes,
        "price_cents": None if note == "none" else dollars * 100,
        "price_note": "" if note == "none" else note,
        "description": "",
    }
