"""Tables of chats."""

from uuid import UUID

from sqlalchemy import ForeignKeyConstraint, Index, LargeBinary, Text
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base, OrgRow


class ChatRecord(OrgRow, Base):
    """One exchange: what was written, and what the assistant answered.

    ``history_sealed`` and ``memory_sealed`` are the conversation after it, for a chat that follows
    by ``previousChatId``; a chat of a session leaves both to the session.
    """

    __tablename__ = "voice_chats"
    __table_args__ = (
        ForeignKeyConstraint(
            ["org_id", "session_id"],
            ["voice_sessions.org_id", "voice_sessions.id"],
            name="fk_voice_chats_org_id_session_id",
            ondelete="CASCADE",
        ),
        Index("ix_voice_chats_org_id_created_at", "org_id", "created_at"),
        Index("ix_voice_chats_org_id_session_id", "org_id", "session_id"),
    )

    name: Mapped[str | None] = mapped_column(Text)
    session_id: Mapped[UUID | None]
    previous_chat_id: Mapped[UUID | None]
    assistant_id: Mapped[UUID | None]
    workflow_id: Mapped[UUID | None]
    ended_reason: Mapped[str | None] = mapped_column(Text)
    assistant_sealed: Mapped[bytes] = mapped_column(LargeBinary)
    exchange_sealed: Mapped[bytes] = mapped_column(LargeBinary)
    history_sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    memory_sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
