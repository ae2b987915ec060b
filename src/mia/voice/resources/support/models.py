"""Tables of support."""

from sqlalchemy import Index, Text
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base
from mia.voice.resources.documents import DocumentRow


class SupportTicketRecord(DocumentRow, Base):
    """A ticket, a document: it may quote a patient."""

    __tablename__ = "voice_support_tickets"
    __table_args__ = (Index("ix_voice_support_tickets_org_id_created_at", "org_id", "created_at"),)

    category: Mapped[str] = mapped_column(Text)
