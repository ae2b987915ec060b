"""The table of ratings. A score is all that is kept of what someone answered."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKeyConstraint, Index, SmallInteger, text
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base, ClinicRow


class RatingRow(ClinicRow, Base):
    """One question about one visit or one conversation. ``text_id`` is None where the send decision did not allow
    it to be asked; ``score`` is None until it is answered."""

    __tablename__ = "ratings"
    __table_args__ = (
        CheckConstraint("score BETWEEN 1 AND 5", name="score"),
        CheckConstraint("(appointment_id IS NULL) <> (conversation_id IS NULL)", name="subject"),
        CheckConstraint("(score IS NULL) = (rated_at IS NULL)", name="rated"),
        ForeignKeyConstraint(["clinic_id", "patient_id"], ["patients.clinic_id", "patients.id"]),
        ForeignKeyConstraint(
            ["clinic_id", "appointment_id"], ["appointments.clinic_id", "appointments.id"], ondelete="CASCADE"
        ),
        ForeignKeyConstraint(
            ["clinic_id", "conversation_id"], ["conversations.clinic_id", "conversations.id"], ondelete="CASCADE"
        ),
        Index("uq_ratings_appointment", "clinic_id", "appointment_id", unique=True),
        Index("uq_ratings_conversation", "clinic_id", "conversation_id", unique=True),
        Index("ix_ratings_rated", "clinic_id", "rated_at"),
        Index("ix_ratings_open", "clinic_id", "thread_id", "created_at", postgresql_where=text("score IS NULL")),
        Index("ix_ratings_patient", "clinic_id", "patient_id", "created_at"),
    )

    patient_id: Mapped[UUID | None]
    appointment_id: Mapped[UUID | None]
    conversation_id: Mapped[UUID | None]
    thread_id: Mapped[UUID | None]
    text_id: Mapped[UUID | None]
    score: Mapped[int | None] = mapped_column(SmallInteger)
    rated_at: Mapped[datetime | None]
    sample: Mapped[bool] = mapped_column(server_default=text("false"))
