"""The outbox of server messages."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import Index, Integer, LargeBinary, Text, func
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base, OrgRow


class OutgoingMessage(OrgRow, Base):
    """A server message that must arrive. The row goes away once it has.

    ``subject_id`` is the call or session: messages of one subject are delivered in the order of
    their ids. Times are the database server's, so that processes need not agree on a clock.
    """

    __tablename__ = "voice_server_messages"
    __table_args__ = (
        Index("ix_voice_server_messages_next_at", "next_at"),
        Index("ix_voice_server_messages_org_id_subject_id", "org_id", "subject_id"),
    )

    subject_id: Mapped[UUID]
    type: Mapped[str] = mapped_column(Text)
    target_sealed: Mapped[bytes] = mapped_column(LargeBinary)
    body_sealed: Mapped[bytes] = mapped_column(LargeBinary)
    attempts: Mapped[int] = mapped_column(Integer, server_default="0")
    next_at: Mapped[datetime] = mapped_column(server_default=func.now())
    lease_until: Mapped[datetime | None]
