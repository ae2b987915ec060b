"""Tables of tools."""

from sqlalchemy import Index

from mia.platform.db.base import Base
from mia.voice.resources.documents import DocumentRow


class ToolRecord(DocumentRow, Base):
    """A tool, a document: it holds the headers of its server."""

    __tablename__ = "voice_tools"
    __table_args__ = (Index("ix_voice_tools_org_id_created_at", "org_id", "created_at"),)
