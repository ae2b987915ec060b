"""Tables of the leads room."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, Index, LargeBinary, text
from sqlalchemy.orm import Mapped, mapped_column

from mia.db.base import Base, ClinicRow


class LeadRow(ClinicRow, Base):
    """A person who asked for something; at most one per conversation."""

    __tablename__ = "leads"
    __table_args__ = (
        CheckConstraint("stage IN ('new', 'contacted', 'consult_booked', 'won', 'lost')", name="stage"),
        Index("uq_leads_conversation", "clinic_id", "conversation_id", unique=True),
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
