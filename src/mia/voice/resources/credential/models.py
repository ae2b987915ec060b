"""Tables of credentials."""

from sqlalchemy import Index, Text
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base
from mia.voice.resources.documents import DocumentRow


class CredentialRecord(DocumentRow, Base):
    """A credential, a document."""

    __tablename__ = "voice_credentials"
    __table_args__ = (Index("ix_voice_credentials_org_id_created_at", "org_id", "created_at"),)

    provider: Mapped[str] = mapped_column(Text)
