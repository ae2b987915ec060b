"""Tables of assistants."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKeyConstraint, Index, Integer, LargeBinary, Text, func
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base
from mia.voice.resources.documents import DocumentRow


class AssistantRecord(DocumentRow, Base):
    """An assistant, a document."""

    __tablename__ = "voice_assistants"
    __table_args__ = (Index("ix_voice_assistants_org_id_created_at", "org_id", "created_at"),)

    name: Mapped[str | None] = mapped_column(Text)


class AssistantVersionRow(Base):
    """What an assistant was from ``created_at`` on. Versions count from 1."""

    __tablename__ = "voice_assistant_versions"
    __table_args__ = (
        ForeignKeyConstraint(
            ["org_id", "assistant_id"],
            ["voice_assistants.org_id", "voice_assistants.id"],
            name="fk_voice_assistant_versions_org_id_assistant_id",
            ondelete="CASCADE",
        ),
    )

    org_id: Mapped[UUID] = mapped_column(primary_key=True)
    assistant_id: Mapped[UUID] = mapped_column(primary_key=True)
    version: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    config_sealed: Mapped[bytes] = mapped_column(LargeBinary)
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
