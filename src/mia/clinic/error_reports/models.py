"""Table of the error reports room."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, Index, LargeBinary, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base
from mia.platform.kernel.ids import new_id


class ErrorReportRow(Base):
    """One kind of error at one place, however often it happened: names of code, never a value.

    The checks let no sentence in, such as an error's message: it could quote a patient.
    """

    __tablename__ = "error_reports"
    __table_args__ = (
        UniqueConstraint("tenant_id", "fingerprint"),
        CheckConstraint("source IN ('server', 'worker', 'media', 'browser')", name="source"),
        CheckConstraint("kind ~ '^[A-Za-z_][A-Za-z0-9_]{0,79}$'", name="kind"),
        CheckConstraint("length(place) <= 300 AND place ~ '^[A-Za-z0-9_./{}:, *-]+$'", name="place"),
        Index("ix_error_reports_last_at", "last_at"),
    )

    tenant_id: Mapped[UUID] = mapped_column(primary_key=True)
    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    fingerprint: Mapped[bytes] = mapped_column(LargeBinary)
    source: Mapped[str] = mapped_column(Text)
    kind: Mapped[str] = mapped_column(Text)
    place: Mapped[str] = mapped_column(Text)
    count: Mapped[int]
    first_at: Mapped[datetime]
    last_at: Mapped[datetime]
    correlation_id: Mapped[str | None] = mapped_column(Text)
