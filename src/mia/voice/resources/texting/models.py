"""Tables of texts that come in."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKeyConstraint, Index, LargeBinary, Text
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base, OrgRow


class TextRecord(OrgRow, Base):
    """A text that someone wrote to a number. ``key`` is the carrier's name for it, so that one that is delivered
    twice is answered once. What was written lies in the session, with which the row goes; a ``wish`` has none, and
    stays: ``stop`` to be texted no more, ``start`` to take that back."""

    __tablename__ = "voice_texts"
    __table_args__ = (
        ForeignKeyConstraint(
            ["org_id", "session_id"],
            ["voice_sessions.org_id", "voice_sessions.id"],
            name="fk_voice_texts_session",
            ondelete="CASCADE",
        ),
        CheckConstraint("wish IN ('stop', 'start')", name="wish"),
        Index("uq_voice_texts_key", "org_id", "key", unique=True),
        Index("ix_voice_texts_sender", "org_id", "sender_blind", "created_at"),
        Index("ix_voice_texts_session", "org_id", "session_id"),
    )

    key: Mapped[str] = mapped_column(Text)
    number_id: Mapped[UUID]
    sender_blind: Mapped[bytes] = mapped_column(LargeBinary)
    wish: Mapped[str | None] = mapped_column(Text)
    session_id: Mapped[UUID | None]
    answered_at: Mapped[datetime | None]
