"""The table of the outreach room."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import ARRAY, CheckConstraint, ForeignKeyConstraint, Index, LargeBinary, String, text
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base, ClinicRow


class OutreachRow(ClinicRow, Base):
    """The intent to contact someone, written before anything leaves, and what became of it.

    ``wording`` says which of its purpose's messages it is. ``touched_at``: from then on it may have reached the
    person. ``sending_since``: the voice service is being asked. ``text_id`` is the text in the thread, ``voice_id``
    the call; ``appointment_id`` is the visit it brought, ``visit_id`` the one it is about, which begins at
    ``visit_at``. ``offers`` are tokens of times offered for ``service_id``. ``words_sealed`` is what staff wrote in
    place of the usual words.
    """

    __tablename__ = "outreach"
    __table_args__ = (
        CheckConstraint("purpose IN ('recall', 'lead', 'visit')", name="purpose"),
        CheckConstraint(
            "CASE purpose WHEN 'recall' THEN patient_id IS NOT NULL AND wording IN ('due', 'plan') "
            "WHEN 'lead' THEN lead_id IS NOT NULL AND wording IN ('offer', 'general') "
            "ELSE visit_id IS NOT NULL AND wording IN ('booked', 'moved', 'cancelled') END",
            name="subject",
        ),
        CheckConstraint("channel IN ('call', 'sms', 'email')", name="channel"),
        CheckConstraint(
            "state IN ('scheduled', 'sending', 'sent', 'answered', 'no_answer', 'booked', 'failed', 'blocked', "
            "'cancelled')",
            name="state",
        ),
        ForeignKeyConstraint(["clinic_id", "patient_id"], ["patients.clinic_id", "patients.id"]),
        ForeignKeyConstraint(["clinic_id", "lead_id"], ["leads.clinic_id", "leads.id"], ondelete="CASCADE"),
        ForeignKeyConstraint(["clinic_id", "visit_id"], ["appointments.clinic_id", "appointments.id"]),
        Index("uq_outreach_key", "clinic_id", "idempotency_key", unique=True),
        Index("uq_outreach_activity", "clinic_id", "activity_id", unique=True),
        Index("ix_outreach_patient", "clinic_id", "patient_id", "created_at"),
        Index("ix_outreach_lead", "clinic_id", "lead_id", "created_at"),
        Index("ix_outreach_visit", "clinic_id", "visit_id", "id"),
        Index("ix_outreach_address", "clinic_id", "address_blind", "created_at"),
        Index("ix_outreach_text", "clinic_id", "text_id"),
        Index("ix_outreach_voice", "clinic_id", "voice_id"),
        Index(
            "ix_outreach_waiting",
            "clinic_id",
            "due_at",
            postgresql_where=text("state IN ('scheduled', 'sending')"),
        ),
    )

    purpose: Mapped[str]
    wording: Mapped[str]
    patient_id: Mapped[UUID | None]
    lead_id: Mapped[UUID | None]
    visit_id: Mapped[UUID | None]
    visit_at: Mapped[datetime | None]
    activity_id: Mapped[UUID]
    channel: Mapped[str]
    state: Mapped[str]
    idempotency_key: Mapped[str]
    address_sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    address_blind: Mapped[bytes | None] = mapped_column(LargeBinary)
    words_sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    due_at: Mapped[datetime]
    undo_until: Mapped[datetime | None]
    touched_at: Mapped[datetime | None]
    sending_since: Mapped[datetime | None]
    settled_at: Mapped[datetime | None]
    attempts: Mapped[int] = mapped_column(server_default=text("0"))
    text_id: Mapped[UUID | None]
    voice_id: Mapped[str | None]
    appointment_id: Mapped[UUID | None]
    service_id: Mapped[UUID | None]
    offers: Mapped[list[str]] = mapped_column(ARRAY(String), server_default=text("'{}'"))
    created_by: Mapped[str]
