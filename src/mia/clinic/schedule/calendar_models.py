"""Tables of the calendar: blocked time, occupied providers and rooms, and the history of each visit."""

from datetime import date, datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKeyConstraint, Index, LargeBinary, SmallInteger, text
from sqlalchemy.dialects.postgresql import ExcludeConstraint
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base, ClinicRow

_OCCUPIED = text("tstzrange(starts_at, ends_at)")


class BlockedTimeRow(ClinicRow, Base):
    """A period in which a provider or a room is unavailable. No appointment can fall into it. Those that were
    blocked together, day after day, share their ``series_id``."""

    __tablename__ = "blocked_times"
    __table_args__ = (
        CheckConstraint("num_nonnulls(provider_id, room_id) = 1", name="one_resource"),
        CheckConstraint("starts_at < ends_at", name="order"),
        ForeignKeyConstraint(["clinic_id", "provider_id"], ["providers.clinic_id", "providers.id"]),
        ForeignKeyConstraint(["clinic_id", "room_id"], ["rooms.clinic_id", "rooms.id"]),
        Index("ix_blocked_times_ends", "clinic_id", "ends_at"),
    )

    provider_id: Mapped[UUID | None]
    room_id: Mapped[UUID | None]
    starts_at: Mapped[datetime]
    ends_at: Mapped[datetime]
    reason_sealed: Mapped[bytes] = mapped_column(LargeBinary)
    created_by: Mapped[str]
    series_id: Mapped[UUID | None]


class OccupiedTimeRow(Base):
    """What occupies a provider or a room: an active visit with its buffer (kind 0) or blocked time (kind 1).

    The database derives it from both tables (migration 0019), so that one exclusion constraint can keep visits
    out of blocked time. Blocks may overlap each other; that visits do not is the constraint of ``appointments``.
    """

    __tablename__ = "occupied_times"
    __table_args__ = (
        ExcludeConstraint(
            ("clinic_id", "="), ("resource_id", "="), ("kind", "<>"), (_OCCUPIED, "&&"),
            using="gist", name="ex_occupied_times_blocked",
        ),
        Index("ix_occupied_times_ends", "clinic_id", "ends_at"),
    )  # fmt: skip

    clinic_id: Mapped[UUID] = mapped_column(primary_key=True)
    holder_id: Mapped[UUID] = mapped_column(primary_key=True)
    resource_id: Mapped[UUID] = mapped_column(primary_key=True)
    kind: Mapped[int] = mapped_column(SmallInteger)
    starts_at: Mapped[datetime]
    ends_at: Mapped[datetime]


class AppointmentChangeRow(ClinicRow, Base):
    """Something done to a visit, with the state before it: what a notice and an undo need."""

    __tablename__ = "appointment_changes"
    __table_args__ = (
        CheckConstraint(
            "kind IN ('booked', 'moved', 'cancelled', 'completed', 'no_show', 'reopened', "
            "'expected', 'confirmed', 'arrived')",
            name="kind",
        ),
        ForeignKeyConstraint(["clinic_id", "appointment_id"], ["appointments.clinic_id", "appointments.id"]),
        Index("ix_appointment_changes_visit", "clinic_id", "appointment_id", "id"),
    )

    appointment_id: Mapped[UUID]
    kind: Mapped[str]
    old_starts_at: Mapped[datetime]
    old_provider_id: Mapped[UUID]
    old_room_id: Mapped[UUID]
    old_status: Mapped[str]
    old_overbooked_by: Mapped[UUID | None]
    old_arrival: Mapped[str] = mapped_column(server_default="expected")
    new_starts_at: Mapped[datetime]
    reason_sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    made_by: Mapped[str]
    undone_at: Mapped[datetime | None]


class WaitingRow(ClinicRow, Base):
    """Someone who would like to come when nothing is free, once for each service. Wanted from ``from_day`` (None:
    as soon as possible) to ``until_day``, after which the row goes; ``wish_sealed`` is the wish in their words,
    ``offered_at`` when staff last wrote to them of a free time, ``left_at`` when they were taken off: for a day
    that can be taken back."""

    __tablename__ = "waiting_list"
    __table_args__ = (
        CheckConstraint("part_of_day IN ('morning', 'afternoon', 'evening')", name="part_of_day"),
        ForeignKeyConstraint(
            ["clinic_id", "service_id"],
            ["services.clinic_id", "services.id"],
            name="fk_waiting_list_clinic_id_services",
        ),
        ForeignKeyConstraint(
            ["clinic_id", "provider_id"],
            ["providers.clinic_id", "providers.id"],
            name="fk_waiting_list_clinic_id_providers",
        ),
        Index("uq_waiting_list_person", "clinic_id", "phone_blind", "service_id", unique=True),
        Index("ix_waiting_list_until", "clinic_id", "until_day"),
        Index("ix_waiting_list_conversation", "clinic_id", "conversation_id"),
    )

    service_id: Mapped[UUID]
    provider_id: Mapped[UUID | None]
    name_sealed: Mapped[bytes] = mapped_column(LargeBinary)
    phone_sealed: Mapped[bytes] = mapped_column(LargeBinary)
    phone_blind: Mapped[bytes] = mapped_column(LargeBinary)
    wish_sealed: Mapped[bytes] = mapped_column(LargeBinary)
    from_day: Mapped[date | None]
    until_day: Mapped[date]
    part_of_day: Mapped[str | None]
    conversation_id: Mapped[UUID | None]
    offered_at: Mapped[datetime | None]
    left_at: Mapped[datetime | None]
