"""Tables of phone numbers."""

from sqlalchemy import Index, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base
from mia.voice.resources.documents import DocumentRow


class PhoneNumberRecord(DocumentRow, Base):
    """A number (E.164) that an organization uses. No two organizations have the same.

    ``provider`` says whose account it belongs to: ``mia`` the installation's, any other the organization's own at
    that carrier. The document says who answers; it is empty for a number that was made known before there were any.
    """

    __tablename__ = "voice_phone_numbers"
    __table_args__ = (
        UniqueConstraint("number"),
        Index("ix_voice_phone_numbers_org_id_created_at", "org_id", "created_at"),
    )

    number: Mapped[str] = mapped_column(Text)
    name: Mapped[str | None] = mapped_column(Text)
    provider: Mapped[str] = mapped_column(Text)
