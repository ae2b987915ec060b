"""Tables of what Mia is taught."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import Index, LargeBinary, UniqueConstraint
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


class EvalCaseRow(ClinicRow, Base):
    """A conversation that someone of the practice would have had go another way, with invented people in place of
    those who held it. It is kept as long as what was said then, and goes with the person."""

    __tablename__ = "eval_cases"
    __table_args__ = (
        UniqueConstraint("clinic_id", "activity_id"),
        Index("ix_eval_cases_said", "clinic_id", "said_at"),
        Index("ix_eval_cases_conversation", "clinic_id", "conversation_id"),
    )

    activity_id: Mapped[UUID]
    conversation_id: Mapped[UUID]
    channel: Mapped[str]
    body_sealed: Mapped[bytes] = mapped_column(LargeBinary)
    said_at: Mapped[datetime]
    reviewed_at: Mapped[datetime | None]
