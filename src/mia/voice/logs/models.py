"""Tables of the log."""

from typing import Any
from uuid import UUID

from sqlalchemy import CheckConstraint, Index, Text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base, OrgRow


class LogRow(OrgRow, Base):
    """Something that happened. ``subject_id`` is the call or session it happened in, ``facts`` are shown beside the
    other properties of the hosted ``Log``."""

    __tablename__ = "voice_logs"
    __table_args__ = (
        CheckConstraint("type IN ('API', 'Webhook', 'Call')", name="type"),
        CheckConstraint("level IN ('INFO', 'WARN', 'ERROR')", name="level"),
        Index("ix_voice_logs_org_id_created_at", "org_id", "created_at"),
        Index("ix_voice_logs_org_id_subject_id", "org_id", "subject_id"),
    )

    type: Mapped[str] = mapped_column(Text)
    level: Mapped[str] = mapped_column(Text)
    subject_id: Mapped[UUID | None]
    webhook_type: Mapped[str | None] = mapped_column(Text)
    text: Mapped[str] = mapped_column(Text)
    facts: Mapped[dict[str, Any]] = mapped_column(JSONB)
