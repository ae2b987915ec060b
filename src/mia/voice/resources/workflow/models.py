"""Tables of workflows."""

from sqlalchemy import Index

from mia.platform.db.base import Base
from mia.voice.resources.documents import DocumentRow


class WorkflowRecord(DocumentRow, Base):
    """A workflow, a document: tools may be written into it."""

    __tablename__ = "voice_workflows"
    __table_args__ = (Index("ix_voice_workflows_org_id_created_at", "org_id", "created_at"),)
