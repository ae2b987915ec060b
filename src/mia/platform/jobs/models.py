"""What waits for a worker: events, written with the work they tell of, and the next runs of periodic tasks."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import Index, Text, func, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.jobs.queue import WaitingRow
from mia.platform.kernel.ids import new_id


class OutboxRow(WaitingRow):
    """One event that is still to be handled. Handled rows are deleted."""

    __tablename__ = "outbox"
    __table_args__ = (Index("ix_outbox_next_at", "next_at", postgresql_where=text("failed_at IS NULL")),)

    tenant_id: Mapped[UUID] = mapped_column(primary_key=True)
    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    name: Mapped[str] = mapped_column(Text)
    ids: Mapped[dict[str, str]] = mapped_column(JSONB)
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())


class PeriodicTaskRow(WaitingRow):
    """A periodic task, due at its next tick. It holds no tenant's data."""

    __tablename__ = "periodic_tasks"

    name: Mapped[str] = mapped_column(Text, primary_key=True)
