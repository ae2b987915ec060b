"""Tables of the calendar room: what patients are told of their visits, and links to a provider's calendar."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKeyConstraint, Index, LargeBinary, text
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base, ClinicRow


class VisitNoticeRow(ClinicRow, Base):
    """The intent to tell a patient of a change of a visit, and what became of it.

    ``visit_at`` is the start that the patient is told; the words are made when it leaves, from what stands then.
    """

    __tablename__ = "visit_notices"
    __table_args__ = (
        CheckConstraint("kind IN ('booked', 'moved', 'cancelled')", name="kind"),
        CheckConstraint("channel IN ('sms', 'email')", name="channel"),
        CheckConstraint(
            "state IN ('scheduled', 'sending', 'sent', 'failed', 'blocked', 'withdrawn')", name="state"
        ),
        ForeignKeyConstraint(["clinic_id", "appointment_id"], ["appointments.clinic_id", "appointments.id"]),
        ForeignKeyConstraint(["clinic_id", "patient_id"], ["patients.clinic_id", "patients.id"]),
        Index("uq_visit_notices_change", "clinic_id", "change_id", unique=True),
        Index("ix_visit_notices_visit", "clinic_id", "appointment_id", "id"),
        Index("ix_visit_notices_text", "clinic_id", "text_id"),
        Index(
            "ix_visit_notices_waiting",
            "clinic_id",
            "due_at",
            postgresql_where=text("state IN ('scheduled', 'sending')"),
        ),
    )

    change_id: Mapped[UUID]
    appointment_id: Mapped[UUID]
    patient_id: Mapped[UUID]
    activity_id: Mapped[UUID]
    kind: Mapped[str]
    channel: Mapped[str]
    state: Mapped[str]
    visit_at: Mapped[datetime]
    due_at: Mapped[datetime]
    text_id: Mapped[UUID | None]
    settled_at: Mapped[datetime | None]


class CalendarFeedRow(ClinicRow, Base):
    """A provider's calendar for other programs. Of the secret in its address only the digest is kept."""

    __tablename__ = "calendar_feeds"
    __table_args__ = (
        CheckConstraint("shows IN ('appointment', 'initials')", name="shows"),
        ForeignKeyConstraint(["clinic_id", "provider_id"], ["providers.clinic_id", "providers.id"]),
        Index("uq_calendar_feeds_provider", "clinic_id", "provider_id", unique=True),
        Index("uq_calendar_feeds_token", "token_hash", unique=True),
    )

    provider_id: Mapped[UUID]
    token_hash: Mapped[bytes] = mapped_column(LargeBinary)
    shows: Mapped[str]
    created_by: Mapped[str]
