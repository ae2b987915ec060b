"""The outbox of server messages."""

from uuid import UUID

from sqlalchemy import Index, LargeBinary, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import OrgRow
from mia.platform.jobs.queue import WaitingRow


class OutgoingMessage(OrgRow, WaitingRow):
    """A server message that must arrive. The row goes away once it has.

    ``subject_id`` is the call or session: messages of one subject are delivered in the order of
    their ids.
    """

    __tablename__ = "voice_server_messages"
    __table_args__ = (
        Index("ix_voice_server_messages_next_at", "next_at", postgresql_where=text("failed_at IS NULL")),
        Index("ix_voice_server_messages_org_id_subject_id", "org_id", "subject_id"),
    )

    subject_id: Mapped[UUID]
    type: Mapped[str] = mapped_column(Text)
    target_sealed: Mapped[bytes] = mapped_column(LargeBinary)
    body_sealed: Mapped[bytes] = mapped_column(LargeBinary)
