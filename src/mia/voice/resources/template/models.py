"""Tables of templates."""

from sqlalchemy import Index, Text
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base
from mia.voice.resources.documents import DocumentRow


class TemplateRecord(DocumentRow, Base):
    """A template, a document; what lists are narrowed by is a column too."""

    __tablename__ = "voice_templates"
    __table_args__ = (Index("ix_voice_templates_org_id_created_at", "org_id", "created_at"),)

    provider: Mapped[str] = mapped_column(Text)
    visibility: Mapped[str] = mapped_column(Text)
    collection_type: Mapped[str | None] = mapped_column(Text)
    collection_id: Mapped[str | None] = mapped_column(Text)
