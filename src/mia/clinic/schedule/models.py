"""Tables of scheduling. Who an appointment is with is an id; nothing here names a patient."""

from datetime import datetime, time
from uuid import UUID

from sqlalchemy import (
    ARRAY,
    CheckConstraint,
    ForeignKeyConstraint,
    Index,
    LargeBinary,
    SmallInteger,
    String,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import ExcludeConstraint
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import RETIRABLE, Base, ClinicRow, Retirable


class ServiceRow(Retirable, ClinicRow, Base):
    """Something a patient can book.

    ``family`` groups services with one recall; ``recall_days`` and ``min_interval_days`` count from the
    last completed one. ``buffer_minutes`` follow each visit for cleaning up.
    """

    __tablename__ = "services"
    __table_args__ = (
        CheckConstraint(RETIRABLE, name="status"),
        CheckConstraint("duration_minutes > 0", name="duration"),
        CheckConstraint("buffer_minutes >= 0", name="buffer"),
        CheckConstraint("price_cents >= 0", name="price"),
    )

    name: Mapped[str]
    category: Mapped[str]
    family: Mapped[str]
    aliases: Mapped[list[str]] = mapped_column(ARRAY(String))
    description: Mapped[str]
    description_es: Mapped[str] = mapped_column(server_default=text("''"))
    duration_minutes: Mapped[int] = mapped_column(SmallInteger)
    buffer_minutes: Mapped[int] = mapped_column(SmallInteger)
    price_cents: Mapped[int]
    price_note: Mapped[str]
    min_interval_days: Mapped[int | None] = mapped_column(SmallInteger)
    recall_days: Mapped[int | None] = mapped_column(SmallInteger)
    overdue_days: Mapped[int | None] = mapped_column(SmallInteger)
    position: Mapped[int] = mapped_column(SmallInteger)


class ProviderRow(Retirable, ClinicRow, Base):
    """Someone who treats patients. For patients who ask, ``gender`` tells a woman from a man."""

    __tablename__ = "providers"
    __table_args__ = (
        CheckConstraint(RETIRABLE, name="status"),
        CheckConstraint("gender IN ('woman', 'man')", name="gender"),
    )

    name: Mapped[str]
    title: Mapped[str]
    gender: Mapped[str | None]
    position: Mapped[int] = mapped_column(SmallInteger)


class ProviderServiceRow(Base):
    """A service that a provider does."""

    __tablename__ = "provider_services"
    __table_args__ = (
        ForeignKeyConstraint(["clinic_id", "provider_id"], ["providers.clinic_id", "providers.id"]),
        ForeignKeyConstraint(["clinic_id", "service_id"], ["services.clinic_id", "services.id"]),
    )

    clinic_id: Mapped[UUID] = mapped_column(primary_key=True)
    provider_id: Mapped[UUID] = mapped_column(primary_key=True)
    service_id: Mapped[UUID] = mapped_column(primary_key=True)


class ShiftRow(ClinicRow, Base):
    """A stretch of one weekday (Monday is 0) in which a provider works at a location, in the clinic's zone."""

    __tablename__ = "shifts"
    __table_args__ = (
        ForeignKeyConstraint(["clinic_id", "provider_id"], ["providers.clinic_id", "providers.id"]),
        ForeignKeyConstraint(["clinic_id", "location_id"], ["locations.clinic_id", "locations.id"]),
        CheckConstraint("weekday BETWEEN 0 AND 6", name="weekday"),
        CheckConstraint("starts < ends", name="order"),
    )

    provider_id: Mapped[UUID]
    location_id: Mapped[UUID]
    weekday: Mapped[int] = mapped_column(SmallInteger)
    starts: Mapped[time]
    ends: Mapped[time]


class RoomRow(Retirable, ClinicRow, Base):
    """A treatment room."""

    __tablename__ = "rooms"
    __table_args__ = (
        CheckConstraint(RETIRABLE, name="status"),
        ForeignKeyConstraint(["clinic_id", "location_id"], ["locations.clinic_id", "locations.id"]),
    )

    location_id: Mapped[UUID]
    name: Mapped[str]
    position: Mapped[int] = mapped_column(SmallInteger)


_OCCUPIED = text("tstzrange(starts_at, busy_until)")
_ACTIVE = text("status IN ('booked', 'completed')")
_ALONE = text("status IN ('booked', 'completed') AND overbooked_by IS NULL")


class AppointmentRow(ClinicRow, Base):
    """A visit. Two active ones can never share a room, nor a provider: the exclusion constraints decide.

    ``overbooked_by`` is the person who put it on top of another of the provider on purpose: such a visit is out of
    the provider's constraint, and in all others. ``busy_until`` is ``ends_at`` plus the service's buffer,
    ``arrival`` says how far a booked visit is, ``note_sealed`` is the team's own.
    """

    __tablename__ = "appointments"
    __table_args__ = (
        ForeignKeyConstraint(["clinic_id", "patient_id"], ["patients.clinic_id", "patients.id"]),
        ForeignKeyConstraint(["clinic_id", "service_id"], ["services.clinic_id", "services.id"]),
        ForeignKeyConstraint(["clinic_id", "provider_id"], ["providers.clinic_id", "providers.id"]),
        ForeignKeyConstraint(["clinic_id", "room_id"], ["rooms.clinic_id", "rooms.id"]),
        ForeignKeyConstraint(["clinic_id", "location_id"], ["locations.clinic_id", "locations.id"]),
        CheckConstraint("status IN ('booked', 'completed', 'cancelled', 'no_show')", name="status"),
        CheckConstraint("source IN ('mia', 'staff', 'import')", name="source"),
        CheckConstraint("arrival IN ('expected', 'confirmed', 'arrived')", name="arrival"),
        CheckConstraint("starts_at < ends_at AND ends_at <= busy_until", name="order"),
        ExcludeConstraint(
            ("clinic_id", "="), ("provider_id", "="), (_OCCUPIED, "&&"),
            where=_ALONE, using="gist", name="ex_appointments_provider",
        ),
        ExcludeConstraint(
            ("clinic_id", "="), ("room_id", "="), (_OCCUPIED, "&&"),
            where=_ACTIVE, using="gist", name="ex_appointments_room",
        ),
        Index("ix_appointments_starts", "clinic_id", "starts_at", postgresql_include=["service_id", "status"]),
        Index(None, "clinic_id", "patient_id", "starts_at"),
        Index(None, "clinic_id", "idempotency_key", unique=True),
    )  # fmt: skip

    patient_id: Mapped[UUID]
    service_id: Mapped[UUID]
    provider_id: Mapped[UUID]
    room_id: Mapped[UUID]
    location_id: Mapped[UUID]
    starts_at: Mapped[datetime]
    ends_at: Mapped[datetime]
    busy_until: Mapped[datetime]
    status: Mapped[str]
    source: Mapped[str]
    overbooked_by: Mapped[UUID | None]
    arrival: Mapped[str] = mapped_column(server_default="expected")
    note_sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    idempotency_key: Mapped[str | None]
    updated_at: Mapped[datetime] = mapped_column(server_default=func.now(), onupdate=func.now())
