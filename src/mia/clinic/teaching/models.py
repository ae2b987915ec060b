"""Tables of what Mia is taught."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import Index, LargeBinary
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base, ClinicRow


class OpenQuestionRow(ClinicRow, Base):
    """A question that Mia could not answer, without names and numbers. It goes when someone has answered it, and
    with the content of its time."""

    __tablename__ = "open_questions"
    __table_args__ = (
        Index("ix_open_questions_asked", "clinic_id", "asked_at"),
        Index("ix_open_questions_conversation", "clinic_id", "conversation_id"),
    )

    conversation_id: Mapped[UUID | None]
    words_sealed: Mapped[bytes] = mapped_column(LargeBinary)
    asked_at: Mapped[datetime]
