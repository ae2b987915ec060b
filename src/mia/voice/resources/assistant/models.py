"""Tables of assistants."""

from sqlalchemy import Index, LargeBinary, Text
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base, OrgRow


class AssistantRecord(OrgRow, Base):
    """An assistant. The configuration is sealed JSON: it holds the credentials of its server."""

    __tablename__ = "voice_assistants"
    __table_args__ = (Index("ix_voice_assistants_org_id_created_at", "org_id", "created_at"),)

    name: Mapped[str | None] = mapped_column(Text)
    config_sealed: Mapped[bytes] = mapped_column(LargeBinary)
