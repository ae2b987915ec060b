"""Tables of the practice itself. None of them holds anything about a patient."""

from datetime import date, datetime, time
from typing import Any
from uuid import UUID

from sqlalchemy import (
    ARRAY,
    CheckConstraint,
    ForeignKeyConstraint,
    SmallInteger,
    String,
    Text,
    UniqueConstraint,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import RETIRABLE, Base, ClinicRow, Retirable


class ClinicSettingsRow(Base):
    """How a practice works: one row per clinic."""

    __tablename__ = "clinic_settings"
    __table_args__ = (
        CheckConstraint("industry_retention_percent BETWEEN 0 AND 100", name="industry_retention"),
        CheckConstraint("content_days BETWEEN 1 AND 30", name="content_days"),
    )

    clinic_id: Mapped[UUID] = mapped_column(primary_key=True)
    phone: Mapped[str]
    hand_off_number: Mapped[str]
    hand_off_hours: Mapped[list[dict[str, Any]] | None] = mapped_column(JSONB(none_as_null=True))
    overflow_number: Mapped[str] = mapped_column(server_default=text("''"))
    pronunciations: Mapped[list[dict[str, str]]] = mapped_column(JSONB, server_default=text("'[]'"))
    greeting: Mapped[str]
    front_desk_cents_per_hour: Mapped[int]
    booking_lead_minutes: Mapped[int]
    booking_horizon_days: Mapped[int]
    industry_retention_percent: Mapped[int] = mapped_column(SmallInteger, server_default=text("45"))
    follows_up_leads: Mapped[bool] = mapped_column(server_default=text("false"))
    asks_for_ratings: Mapped[bool] = mapped_column(server_default=text("false"))
    records_calls: Mapped[bool] = mapped_column(server_default=text("false"))
    form_origins: Mapped[list[str]] = mapped_column(ARRAY(String), server_default=text("'{}'"))
    books_visits: Mapped[bool] = mapped_column(server_default=text("true"))
    moves_visits: Mapped[bool] = mapped_column(server_default=text("true"))
    cancels_visits: Mapped[bool] = mapped_column(server_default=text("true"))
    keeps_waiting_list: Mapped[bool] = mapped_column(server_default=text("true"))
    tells_prices: Mapped[bool] = mapped_column(server_default=text("true"))
    transfers_calls: Mapped[bool] = mapped_column(server_default=text("true"))
    answers_texts: Mapped[bool] = mapped_column(server_default=text("true"))
    answers_website: Mapped[bool] = mapped_column(server_default=text("true"))
    calls_patients: Mapped[bool] = mapped_column(server_default=text("true"))
    writes_to_patients: Mapped[bool] = mapped_column(server_default=text("true"))
    content_days: Mapped[int | None] = mapped_column(SmallInteger)
    updated_at: Mapped[datetime] = mapped_column(server_default=func.now(), onupdate=func.now())


class LocationRow(Retirable, ClinicRow, Base):
    """A place where patients are seen."""

    __tablename__ = "locations"
    __table_args__ = (CheckConstraint(RETIRABLE, name="status"),)

    name: Mapped[str]
    address: Mapped[str]
    directions: Mapped[str]
    parking: Mapped[str]
    directions_es: Mapped[str] = mapped_column(server_default=text("''"))
    parking_es: Mapped[str] = mapped_column(server_default=text("''"))
    position: Mapped[int] = mapped_column(SmallInteger)


class OpeningHoursRow(ClinicRow, Base):
    """A stretch of one weekday (Monday is 0) in which a location is open, in the clinic's zone."""

    __tablename__ = "opening_hours"
    __table_args__ = (
        ForeignKeyConstraint(["clinic_id", "location_id"], ["locations.clinic_id", "locations.id"]),
        CheckConstraint("weekday BETWEEN 0 AND 6", name="weekday"),
        CheckConstraint("opens < closes", name="order"),
    )

    location_id: Mapped[UUID]
    weekday: Mapped[int] = mapped_column(SmallInteger)
    opens: Mapped[time]
    closes: Mapped[time]


class ClosureRow(ClinicRow, Base):
    """Days on which a location, or with no location the whole practice, is closed."""

    __tablename__ = "closures"
    __table_args__ = (
        ForeignKeyConstraint(["clinic_id", "location_id"], ["locations.clinic_id", "locations.id"]),
        CheckConstraint("first_day <= last_day", name="order"),
    )

    location_id: Mapped[UUID | None]
    first_day: Mapped[date]
    last_day: Mapped[date]
    reason: Mapped[str]


class ClinicNumberRow(ClinicRow, Base):
    """A phone number of the installation's carrier account that was assigned to a clinic (E.164).

    A number belongs to one clinic of the whole installation. ``texts`` and ``calls`` say what leaves from it; an
    inactive one sends nothing and can be assigned to another clinic.
    """

    __tablename__ = "clinic_numbers"
    __table_args__ = (
        UniqueConstraint("number"),
        CheckConstraint("number ~ '^\\+[1-9][0-9]{6,14}$'", name="number"),
    )

    number: Mapped[str] = mapped_column(Text)
    label: Mapped[str] = mapped_column(Text)
    texts: Mapped[bool]
    calls: Mapped[bool]
    active: Mapped[bool] = mapped_column(server_default=text("true"))


class FactRow(ClinicRow, Base):
    """Something the front desk is asked about, with the practice's answer."""

    __tablename__ = "clinic_facts"

    topic: Mapped[str]
    questions: Mapped[list[str]] = mapped_column(ARRAY(String))
    answer: Mapped[str]
    answer_es: Mapped[str] = mapped_column(server_default=text("''"))
    position: Mapped[int] = mapped_column(SmallInteger)
