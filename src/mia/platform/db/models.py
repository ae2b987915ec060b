"""Tables of the database floor itself."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import BigInteger, CheckConstraint, Index, LargeBinary, SmallInteger, Text, func, text
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base


class DataKeyRow(Base):
    """A tenant's data key, wrapped by the master key (:class:`~mia.platform.db.encryption.WrappedKey`)."""

    __tablename__ = "data_keys"
    __table_args__ = (
        CheckConstraint("state IN ('next', 'current', 'previous')", name="state"),
        Index("uq_data_keys_current", "tenant_id", unique=True, postgresql_where=text("state = 'current'")),
    )

    tenant_id: Mapped[UUID] = mapped_column(primary_key=True)
    key_id: Mapped[UUID] = mapped_column(primary_key=True)
    state: Mapped[str] = mapped_column(Text, server_default="current")
    wrapped: Mapped[bytes] = mapped_column(LargeBinary)
    index_wrapped: Mapped[bytes | None] = mapped_column(LargeBinary)
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())


class DevelopmentClockRow(Base):
    """How far the development clock runs ahead of the machine's; no row when it does not."""

    __tablename__ = "development_clock"
    __table_args__ = (CheckConstraint("id = 1", name="single"),)

    id: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    ahead_ms: Mapped[int] = mapped_column(BigInteger)
