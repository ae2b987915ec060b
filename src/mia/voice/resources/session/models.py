"""Tables of sessions."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import Boolean, CheckConstraint, Index, Integer, LargeBinary, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base, OrgRow


class SessionRecord(OrgRow, Base):
    """A written conversation. ``busy_until`` is the lease of the turn that becomes ``busy_chat_id``: one turn at a
    time, without holding a transaction. ``web``: begun by a stranger."""

    __tablename__ = "voice_sessions"
    __table_args__ = (
        CheckConstraint("status IN ('active', 'completed')", name="status"),
        Index("ix_voice_sessions_org_id_created_at", "org_id", "created_at"),
        Index("ix_voice_sessions_idle", "last_active_at", postgresql_where=text("status = 'active'")),
    )

    name: Mapped[str | None] = mapped_column(Text)
    status: Mapped[str] = mapped_column(Text)
    ended_reason: Mapped[str | None] = mapped_column(Text)
    expiration_seconds: Mapped[int | None] = mapped_column(Integer)
    last_active_at: Mapped[datetime]
    busy_until: Mapped[datetime | None]
    busy_chat_id: Mapped[UUID | None]
    assistant_id: Mapped[UUID | None]
    workflow_id: Mapped[UUID | None]
    web: Mapped[bool] = mapped_column(Boolean, default=False, server_default=text("false"))
    request_sealed: Mapped[bytes] = mapped_column(LargeBinary)
    assistant_sealed: Mapped[bytes] = mapped_column(LargeBinary)
    messages_sealed: Mapped[bytes] = mapped_column(LargeBinary)
    memory_sealed: Mapped[bytes] = mapped_column(LargeBinary)
