"""The table of the conversion room."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import ARRAY, CheckConstraint, ForeignKeyConstraint, Index, LargeBinary, String, text
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base, ClinicRow


class FollowUpRow(ClinicRow, Base):
    """The intent to answer a lead, written before anything leaves, and what became of it.

    ``touched_at``: from then on it may have reached the person. ``sending_since``: the voice service is asked now.
    ``text_id`` is the text in the thread, ``voice_id`` the call; ``offers`` are the tokens of the times offered for
    ``service_id``. ``general``: the one text to a number that a web form named, which offers nothing yet.
    """

    __tablename__ = "lead_follow_ups"
    __table_args__ = (
        CheckConstraint("channel IN ('call', 'sms')", name="channel"),
        CheckConstraint(
            "state IN ('scheduled', 'sending', 'sent', 'answered', 'no_answer', 'booked', 'failed', 'blocked', "
            "'cancelled')",
            name="state",
        ),
        ForeignKeyConstraint(["clinic_id", "lead_id"], ["leads.clinic_id", "leads.id"], ondelete="CASCADE"),
        Index("uq_lead_follow_ups_key", "clinic_id", "idempotency_key", unique=True),
        Index("ix_lead_follow_ups_lead", "clinic_id", "lead_id", "created_at"),
        Index("ix_lead_follow_ups_address", "clinic_id", "address_blind"),
        Index("ix_lead_follow_ups_text", "clinic_id", "text_id"),
        Index("ix_lead_follow_ups_voice", "clinic_id", "voice_id"),
        Index(
            "ix_lead_follow_ups_waiting",
            "clinic_id",
            "due_at",
            postgresql_where=text("state IN ('scheduled', 'sending')"),
        ),
    )

    lead_id: Mapped[UUID]
    activity_id: Mapped[UUID]
    channel: Mapped[str]
    state: Mapped[str]
    idempotency_key: Mapped[str]
    address_sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    address_blind: Mapped[bytes | None] = mapped_column(LargeBinary)
    due_at: Mapped[datetime]
    touched_at: Mapped[datetime | None]
    sending_since: Mapped[datetime | None]
    attempts: Mapped[int] = mapped_column(server_default=text("0"))
    text_id: Mapped[UUID | None]
    voice_id: Mapped[str | None]
    service_id: Mapped[UUID | None]
    offers: Mapped[list[str]] = mapped_column(ARRAY(String), server_default=text("'{}'"))
    general: Mapped[bool] = mapped_column(server_default=text("false"))
