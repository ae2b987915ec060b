"""Table of the calls in which a practice tries Mia."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import LargeBinary, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base, ClinicRow


class TryoutCallRow(ClinicRow, Base):
    """A call with Mia as a draft has her. It lets one user in, once, and goes when the call is over.
    ``runs_sealed``: the tools that she used and what they answered; what they did stands nowhere else."""

    __tablename__ = "mia_tryout_calls"
    __table_args__ = (UniqueConstraint("clinic_id", "voice_id"),)

    user_id: Mapped[UUID]
    voice_id: Mapped[str]
    ticket_sealed: Mapped[bytes] = mapped_column(LargeBinary)
    draft_sealed: Mapped[bytes] = mapped_column(LargeBinary)
    runs_sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    joined_at: Mapped[datetime | None]
