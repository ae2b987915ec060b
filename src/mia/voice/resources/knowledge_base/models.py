"""Tables of knowledge bases."""

from sqlalchemy import Index

from mia.platform.db.base import Base
from mia.voice.resources.documents import DocumentRow


class KnowledgeBaseRecord(DocumentRow, Base):
    """A knowledge base, a document."""

    __tablename__ = "voice_knowledge_bases"
    __table_args__ = (Index("ix_voice_knowledge_bases_org_id_created_at", "org_id", "created_at"),)
