"""The table of the calendar room: links to a provider's calendar."""

from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKeyConstraint, Index, LargeBinary
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base, ClinicRow


class CalendarFeedRow(ClinicRow, Base):
    """A provider's calendar for other programs. Of the secret in its address only the digest is kept."""

    __tablename__ = "calendar_feeds"
    __table_args__ = (
        CheckConstraint("shows IN ('appointment', 'initials')", name="shows"),
        ForeignKeyConstraint(["clinic_id", "provider_id"], ["providers.clinic_id", "providers.id"]),
        Index("uq_calendar_feeds_provider", "clinic_id", "provider_id", unique=True),
        Index("uq_calendar_feeds_token", "token_hash", unique=True),
    )

    provider_id: Mapped[UUID]
    token_hash: Mapped[bytes] = mapped_column(LargeBinary)
    shows: Mapped[str]
    created_by: Mapped[str]
