"""What is counted to limit it."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import Index, LargeBinary
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base
from mia.platform.kernel.ids import new_id


class AttemptRow(Base):
    """One attempt at something limited, counted per subject and per address until it is forgotten.

    ``subject`` is a digest that says what was tried and on what, or from where.
    """

    __tablename__ = "attempts"
    __table_args__ = (Index("ix_attempts_subject", "subject", "at"),)

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    subject: Mapped[bytes] = mapped_column(LargeBinary)
    at: Mapped[datetime]
