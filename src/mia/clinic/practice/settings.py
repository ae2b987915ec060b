"""How a practice works, and what Mia may do by herself there."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from datetime import time
from enum import StrEnum
from typing import Any

from mia.clinic.practice import queries
from mia.clinic.practice.hours import CallHours
from mia.clinic.practice.models import ClinicSettingsRow
from mia.platform.db.session import ClinicSession


class Switch(StrEnum):
    """Something that a practice lets Mia do or not. The server obeys: tools refuse, jobs leave it."""

    BOOKS_VISITS = "books_visits"
    MOVES_VISITS = "moves_visits"
    CANCELS_VISITS = "cancels_visits"
    KEEPS_WAITING_LIST = "keeps_waiting_list"
    TELLS_PRICES = "tells_prices"
    TRANSFERS_CALLS = "transfers_calls"
    ANSWERS_TEXTS = "answers_texts"
    ANSWERS_WEBSITE = "answers_website"
    CALLS_PATIENTS = "calls_patients"
    WRITES_TO_PATIENTS = "writes_to_patients"
    FOLLOWS_UP_LEADS = "follows_up_leads"
    ASKS_FOR_RATINGS = "asks_for_ratings"
    RECORDS_CALLS = "records_calls"


@dataclass(frozen=True)
class Pronunciation:
    """How Mia says something that is written otherwise: ``said_as`` is read aloud wherever ``written`` stands."""

    written: str
    said_as: str


@dataclass(frozen=True)
class PracticeSettings:
    """How a practice works. Phone numbers are E.164; lead and horizon bound what may be booked.

    ``hand_off_hours`` are when its people take calls at ``hand_off_number``, None for whenever it is open;
    ``overflow_number`` rings when nobody answers there, and outside these hours; "" for none.
    ``industry_retention_percent`` is what the practice's own retention is shown beside (45, spec §2). What Mia
    may do is named as in :class:`Switch`; what goes beyond answering and booking a practice turns on itself.
    ``form_origins`` are the web pages (``https://host``) that may show its forms and Mia. ``content_days``: how
    long what was said and written is kept; None for as long as the installation keeps it, which is the most.
    """

    phone: str
    hand_off_number: str
    greeting: str
    front_desk_cents_per_hour: int
    booking_lead_minutes: int = 120
    booking_horizon_days: int = 90
    industry_retention_percent: int = 45
    books_visits: bool = True
    moves_visits: bool = True
    cancels_visits: bool = True
    keeps_waiting_list: bool = True
    tells_prices: bool = True
    transfers_calls: bool = True
    answers_texts: bool = True
    answers_website: bool = True
    calls_patients: bool = True
    writes_to_patients: bool = True
    follows_up_leads: bool = False
    asks_for_ratings: bool = False
    records_calls: bool = False
    form_origins: tuple[str, ...] = ()
    content_days: int | None = None
    hand_off_hours: tuple[CallHours, ...] | None = None
    overflow_number: str = ""
    pronunciations: tuple[Pronunciation, ...] = ()

    def allows(self, switch: Switch) -> bool:
        """Whether Mia may do it."""
        return bool(getattr(self, switch.value))


def settings_of(row: ClinicSettingsRow) -> PracticeSettings:
    """The settings that stand in a row."""
    values = {field.name: getattr(row, field.name) for field in fields(PracticeSettings)}
    own = {
        "form_origins": tuple(row.form_origins),
        "hand_off_hours": _call_hours(row.hand_off_hours),
        "pronunciations": tuple(Pronunciation(**one) for one in row.pronunciations),
    }
    return PracticeSettings(**{**values, **own})


def _call_hours(stored: Sequence[dict[str, Any]] | None) -> tuple[CallHours, ...] | None:
    if stored is None:
        return None
    times = ((one["weekday"], time.fromisoformat(one["begins"]), time.fromisoformat(one["ends"])) for one in stored)
    return tuple(CallHours(*each) for each in times)


def _stored(hours: tuple[CallHours, ...] | None) -> list[dict[str, Any]] | None:
    if hours is None:
        return None
    return [
        {"weekday": each.weekday, "begins": f"{each.begins:%H:%M}", "ends": f"{each.ends:%H:%M}"} for each in hours
    ]


FIRST = PracticeSettings(
    phone="",
    hand_off_number="",
    greeting="Thank you for calling. I'm Mia, the AI assistant. How can I help you?",
    front_desk_cents_per_hour=2_400,
)
"""The page of a practice without settings; Mia is not on duty there."""


async def get_settings(session: ClinicSession) -> PracticeSettings:
    """The settings of the session's clinic, :data:`FIRST` before it is set up."""
    row = await queries.find_settings(session)
    return settings_of(row) if row else FIRST


async def switched_on(session: ClinicSession, switch: Switch) -> bool:
    """Whether Mia may do something in the session's clinic."""
    return (await get_settings(session)).allows(switch)


async def content_days(session: ClinicSession, at_most: int) -> int:
    """How many days the clinic keeps what was said and written: ``at_most`` those of the installation."""
    row = await queries.find_settings(session)
    return min(row.content_days or at_most, at_most) if row else at_most


async def save_settings(session: ClinicSession, settings: PracticeSettings) -> None:
    """Store the practice's settings, replacing what stood."""
    own = {
        "form_origins": list(settings.form_origins),
        "hand_off_hours": _stored(settings.hand_off_hours),
        "pronunciations": [asdict(one) for one in settings.pronunciations],
    }
    await queries.save_settings(session, {**asdict(settings), **own})
