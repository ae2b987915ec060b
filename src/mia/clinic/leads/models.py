"""Tables of the leads room."""

from datetime import date, datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKeyConstraint, Index, LargeBinary, func, text
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base, ClinicRow


class LeadRow(ClinicRow, Base):
    """A person who inquired; at most one per conversation.

    ``captured_at``: since when they wait for a first answer; None for a person who was already talking with Mia.
    ``answered_at`` is that answer, ``booked_at`` the first consult, ``stage_at`` the last change of stage.
    ``intake_key``: the same form or click makes one lead.
    """

    __tablename__ = "leads"
    __table_args__ = (
        CheckConstraint("stage IN ('new', 'contacted', 'consult_booked', 'won', 'lost')", name="stage"),
        CheckConstraint(
            "lost_reason IN ('price', 'timing', 'elsewhere', 'no_answer', 'not_suitable', 'other')",
            name="lost_reason",
        ),
        Index("uq_leads_conversation", "clinic_id", "conversation_id", unique=True),
        Index("uq_leads_intake", "clinic_id", "intake_key", unique=True),
        Index("ix_leads_created", "clinic_id", "created_at"),
        Index("ix_leads_email", "clinic_id", "email_blind"),
        Index("ix_leads_appointment", "clinic_id", "appointment_id"),
        Index("ix_leads_stage", "clinic_id", "stage", "created_at"),
        Index("ix_leads_phone", "clinic_id", "phone_blind"),
    )

    conversation_id: Mapped[UUID | None]
    """No foreign key: the inbox is a floor above."""
    source: Mapped[str]
    stage: Mapped[str] = mapped_column(server_default=text("'new'"))
    name_sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    phone_sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    phone_blind: Mapped[bytes | None] = mapped_column(LargeBinary)
    interest_sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    preferred_sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    intent_sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    service_id: Mapped[UUID | None]
    appointment_id: Mapped[UUID | None]
    visitor: Mapped[bool] = mapped_column(server_default=text("false"))
    updated_at: Mapped[datetime]
    email_sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    email_blind: Mapped[bytes | None] = mapped_column(LargeBinary)
    message_sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    owner_id: Mapped[UUID | None]
    next_step_sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    next_step_on: Mapped[date | None]
    lost_reason: Mapped[str | None]
    patient_id: Mapped[UUID | None]
    intake_key: Mapped[str | None]
    captured_at: Mapped[datetime | None]
    answered_at: Mapped[datetime | None]
    booked_at: Mapped[datetime | None]
    stage_at: Mapped[datetime] = mapped_column(server_default=func.now())
    version: Mapped[int] = mapped_column(server_default=text("0"))


class LeadEventRow(ClinicRow, Base):
    """Something that happened to a lead, for its timeline: no words, only what, when and by whom.

    ``actor`` is ``mia``, ``staff`` (then ``user_id`` says who), ``lead`` or ``system``; ``rule`` and ``until`` are
    those of the send decision.
    """

    __tablename__ = "lead_events"
    __table_args__ = (
        ForeignKeyConstraint(["clinic_id", "lead_id"], ["leads.clinic_id", "leads.id"], ondelete="CASCADE"),
        Index("ix_lead_events_lead", "clinic_id", "lead_id", "created_at"),
    )

    lead_id: Mapped[UUID]
    kind: Mapped[str]
    actor: Mapped[str]
    user_id: Mapped[UUID | None]
    stage_before: Mapped[str | None]
    stage_after: Mapped[str | None]
    rule: Mapped[str | None]
    until: Mapped[datetime | None]
