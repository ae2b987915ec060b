"""Read model of the client analytics: derived from other rooms' rows, refreshed when read.

Database triggers note in ``insight_stale`` whose rows changed; nothing here is edited by hand, and all of it can be
rebuilt.
"""

from datetime import date, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import BigInteger, Identity, Index
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base


class InsightDayRow(Base):
    """The communications of one full local day at one place about one kind of service.

    ``place`` is a location's id, ``kind`` that of the service (``kinds.py``); ``*`` stands for all, an empty text
    for what concerns none. ``answers`` counts first answers by tenths of a second, ``calls`` by ``hour|outcome``.
    """

    __tablename__ = "insight_days"

    clinic_id: Mapped[UUID] = mapped_column(primary_key=True)
    place: Mapped[str] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(primary_key=True)
    day: Mapped[date] = mapped_column(primary_key=True)
    filled_at: Mapped[datetime]
    contacts: Mapped[int]
    asked: Mapped[int]
    booked: Mapped[int]
    handled_seconds: Mapped[int] = mapped_column(BigInteger)
    ratings: Mapped[int]
    points: Mapped[int]
    answers: Mapped[dict[str, Any]] = mapped_column(JSONB)
    calls: Mapped[dict[str, Any]] = mapped_column(JSONB)


class InsightBookingRow(Base):
    """A booking that followed a touch by Mia within fourteen days and was not canceled, at its list price.

    ``before_at`` is when the patient's one before it was made, None of the first; the others the same among those
    at its location, of its kind of service, and of both. So patients are counted by their first bookings, unsorted.
    """

    __tablename__ = "insight_bookings"
    __table_args__ = (
        Index(
            "ix_insight_bookings_booked",
            "clinic_id",
            "booked_at",
            postgresql_include=[
                "service_id",
                "location_id",
                "price_cents",
                "before_at",
                "before_at_place",
                "before_of_kind",
                "before_of_kind_at_place",
            ],
        ),
        Index("ix_insight_bookings_patient", "clinic_id", "patient_id"),
    )

    clinic_id: Mapped[UUID] = mapped_column(primary_key=True)
    appointment_id: Mapped[UUID] = mapped_column(primary_key=True)
    patient_id: Mapped[UUID]
    booked_at: Mapped[datetime]
    location_id: Mapped[UUID]
    service_id: Mapped[UUID]
    price_cents: Mapped[int]
    before_at: Mapped[datetime | None]
    before_at_place: Mapped[datetime | None]
    before_of_kind: Mapped[datetime | None]
    before_of_kind_at_place: Mapped[datetime | None]


class InsightDueRow(Base):
    """A completed visit whose recall fell or falls due, and what followed: a touch by Mia, a booking, a visit.

    ``next_at`` is when the recall of the patient's next visit of the family falls due, None of the last; the others
    the same among those at its location, of its kind of service, and of both.
    """

    __tablename__ = "insight_dues"
    __table_args__ = (Index("ix_insight_dues_due", "clinic_id", "due_at"),)

    clinic_id: Mapped[UUID] = mapped_column(primary_key=True)
    patient_id: Mapped[UUID] = mapped_column(primary_key=True)
    family: Mapped[str] = mapped_column(primary_key=True)
    visit_at: Mapped[datetime] = mapped_column(primary_key=True)
    due_at: Mapped[datetime]
    location_id: Mapped[UUID | None]
    service_id: Mapped[UUID]
    touched_at: Mapped[datetime | None]
    answered: Mapped[bool]
    booked_at: Mapped[datetime | None]
    treated_at: Mapped[datetime | None]
    next_at: Mapped[datetime | None]
    next_at_place: Mapped[datetime | None]
    next_of_kind: Mapped[datetime | None]
    next_of_kind_at_place: Mapped[datetime | None]


class InsightWindowRow(Base):
    """What was counted in a window of one place and kind of service (``*`` for all): counts and ids of services."""

    __tablename__ = "insight_windows"

    clinic_id: Mapped[UUID] = mapped_column(primary_key=True)
    since: Mapped[datetime] = mapped_column(primary_key=True)
    until: Mapped[datetime] = mapped_column(primary_key=True)
    place: Mapped[str] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(primary_key=True)
    content: Mapped[dict[str, Any]] = mapped_column(JSONB)


class InsightStaleRow(Base):
    """A mark of a trigger: this patient's rows, or those of the day of this moment, or (neither) all, changed."""

    __tablename__ = "insight_stale"

    clinic_id: Mapped[UUID] = mapped_column(primary_key=True)
    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True)
    patient_id: Mapped[UUID | None]
    moment: Mapped[datetime | None]


class RecallSummaryRow(Base):
    """What the rebooking analytics shows of a clinic, counted a while ago: ids and counts, no one's name."""

    __tablename__ = "insight_recalls"

    clinic_id: Mapped[UUID] = mapped_column(primary_key=True)
    made_at: Mapped[datetime]
    content: Mapped[dict[str, Any]] = mapped_column(JSONB)
