"""The outbox: events written with the work they tell of, handed on after its commit."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import Index, Text, func, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base
from mia.platform.kernel.ids import new_id


class OutboxRow(Base):
    """One event that is still to be handled. Handled rows are deleted; given-up ones keep ``failed_at``."""

    __tablename__ = "outbox"
    __table_args__ = (Index("ix_outbox_next_at", "next_at", postgresql_where=text("failed_at IS NULL")),)

    tenant_id: Mapped[UUID] = mapped_column(primary_key=True)
    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    name: Mapped[str] = mapped_column(Text)
    ids: Mapped[dict[str, str]] = mapped_column(JSONB)
    attempts: Mapped[int] = mapped_column(server_default=text("0"))
    next_at: Mapped[datetime] = mapped_column(server_default=func.now())
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    failed_at: Mapped[datetime | None]
