"""The table of saved replies. They are a practice's own words, so they are sealed."""

from sqlalchemy import LargeBinary
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base, ClinicRow


class SavedReplyRow(ClinicRow, Base):
    """A reply for everyone of the practice who writes to patients."""

    __tablename__ = "saved_replies"

    title_sealed: Mapped[bytes] = mapped_column(LargeBinary)
    text_sealed: Mapped[bytes] = mapped_column(LargeBinary)
