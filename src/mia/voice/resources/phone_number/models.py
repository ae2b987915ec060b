"""Tables of phone numbers."""

from sqlalchemy import Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base, OrgRow


class PhoneNumberRecord(OrgRow, Base):
    """A number (E.164) of the carrier account that an organization uses. No two organizations have the same."""

    __tablename__ = "voice_phone_numbers"
    __table_args__ = (UniqueConstraint("number"),)

    number: Mapped[str] = mapped_column(Text)
    name: Mapped[str | None] = mapped_column(Text)
