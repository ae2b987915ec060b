"""Tables of squads."""

from sqlalchemy import Index

from mia.platform.db.base import Base
from mia.voice.resources.documents import DocumentRow


class SquadRecord(DocumentRow, Base):
    """A squad, a document: its members may be written into it."""

    __tablename__ = "voice_squads"
    __table_args__ = (Index("ix_voice_squads_org_id_created_at", "org_id", "created_at"),)
