"""The parts of a practice's settings as the screens read and write them."""

from datetime import date
from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from mia.clinic.consent.service import Basis

Clock = Annotated[str, Field(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$")]
"""A time of the day, in the practice's zone."""
Weekday = Annotated[int, Field(ge=0, le=6)]
"""Monday is 0."""
Name = Annotated[str, Field(max_length=120)]
Line = Annotated[str, Field(max_length=300)]
Phone = Annotated[str, Field(max_length=40)]
ObjectId = Annotated[str, Field(max_length=40)]
Version = Annotated[str, Field(max_length=64)]
"""Of a part as it was read; a change sends it back."""
V = TypeVar("V", bound=BaseModel)


class _Value(BaseModel):
    model_config = ConfigDict(extra="forbid")


class PracticeValue(_Value):
    """Who the practice is. Money is cents; lead and horizon bound what may be booked."""

    name: Name
    phone: Phone
    timezone: Annotated[str, Field(max_length=64)]
    front_desk_cents_per_hour: int = Field(ge=0, le=100_000)
    industry_retention_percent: int = Field(ge=0, le=100)
    booking_lead_minutes: int = Field(ge=0, le=14 * 24 * 60)
    booking_horizon_days: int = Field(ge=1, le=730)


class ContactValue(_Value):
    """When and how often Mia may contact patients of her own accord, and what a recall needs."""

    opens: Clock
    closes: Clock
    per_day: int = Field(ge=1, le=3)
    per_week: int = Field(ge=1, le=7)
    recall_basis: Basis


class Hours(_Value):
    """A stretch of one weekday."""

    weekday: Weekday
    begins: Clock
    ends: Clock


class PronunciationValue(_Value):
    """How Mia says something that is written otherwise."""

    written: Annotated[str, Field(max_length=100)]
    said_as: Annotated[str, Field(max_length=100)]


class MiaValue(_Value):
    """How Mia answers, where she hands over calls, and what she may do. ``hand_off_hours``: when calls are taken at
    the hand-off number, None for the opening hours. ``overflow_number`` rings next, and outside these hours; "" for
    none."""

    greeting: Annotated[str, Field(max_length=400)]
    hand_off_number: Phone
    hand_off_hours: Annotated[list[Hours], Field(max_length=50)] | None
    overflow_number: Phone
    pronunciations: Annotated[list[PronunciationValue], Field(max_length=200)]
    books_visits: bool
    moves_visits: bool
    cancels_visits: bool
    keeps_waiting_list: bool
    tells_prices: bool
    transfers_calls: bool
    answers_texts: bool
    answers_website: bool
    calls_patients: bool
    writes_to_patients: bool
    follows_up_leads: bool
    asks_for_ratings: bool
    records_calls: bool


class RetentionValue(_Value):
    """Days for which what was said and written is kept."""

    content_days: int = Field(ge=1, le=30)


class WebsitesValue(_Value):
    """The websites that may show the practice's form and Mia: ``https://host``."""

    origins: list[Annotated[str, Field(max_length=300)]] = Field(max_length=20)


class LocationValue(_Value):
    """A place where patients are seen; the texts are spoken as they stand. ``_es``: to who writes Spanish; ""
    and they get the English."""

    name: Name
    address: Line
    directions: Line
    parking: Line
    directions_es: Line = ""
    parking_es: Line = ""
    hours: list[Hours] = Field(max_length=50)


class ClosureValue(_Value):
    """Closed days, both ends included; without location the whole practice."""

    location_id: ObjectId | None
    first_day: date
    last_day: date
    reason: Name


class ShiftValue(Hours):
    """A stretch of one weekday in which a provider works somewhere."""

    location_id: ObjectId


class ProviderValue(_Value):
    """Someone who treats patients, what they do and when they work."""

    name: Name
    title: Name
    gender: Literal["woman", "man"] | None = None
    service_ids: list[ObjectId] = Field(max_length=200)
    shifts: list[ShiftValue] = Field(max_length=60)


class RoomValue(_Value):
    """A treatment room."""

    name: Name
    location_id: ObjectId


class ServiceValue(_Value):
    """Something a patient can book. ``family`` names what shares a recall; prices are cents. ``_es``: to who writes
    Spanish; "" and they get the English."""

    name: Name
    category: Name
    family: Name
    aliases: list[Name] = Field(max_length=30)
    description: Annotated[str, Field(max_length=600)]
    description_es: Annotated[str, Field(max_length=600)] = ""
    duration_minutes: int = Field(ge=5, le=600)
    buffer_minutes: int = Field(ge=0, le=240)
    price_cents: int = Field(ge=0, le=10_000_000)
    price_note: Line


class FactValue(_Value):
    """A topic, wordings in which it is asked for, and the practice's answer. ``_es``: to who writes Spanish; ""
    and they get the English."""

    topic: Name
    questions: list[Line] = Field(max_length=30)
    answer: Annotated[str, Field(max_length=800)]
    answer_es: Annotated[str, Field(max_length=800)] = ""


_Days = Annotated[int, Field(ge=0, le=3650)]


class RecallValue(_Value):
    """Days after the last completed visit: never proposed before ``min``, due at ``due`` (first word ``lead``
    earlier), overdue from ``overdue``, lapsed from ``lapsed``."""

    min_days: _Days | None
    due_days: Annotated[int, Field(ge=1, le=3650)]
    lead_days: _Days
    overdue_days: Annotated[int, Field(ge=1, le=3650)]
    lapsed_days: _Days | None
