"""Tables of media workers."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import Boolean, Integer, Text, func
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base
from mia.platform.kernel.ids import new_id


class MediaWorkerRecord(Base):
    """A running media process. It is alive while its heartbeat, by the database's clock, is fresh.

    ``active`` of ``capacity`` lines are in use, ``web_active`` of them by browsers, which may use ``web_capacity``.
    """

    __tablename__ = "voice_media_workers"

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    address: Mapped[str] = mapped_column(Text)
    capacity: Mapped[int] = mapped_column(Integer)
    active: Mapped[int] = mapped_column(Integer, server_default="0")
    web_capacity: Mapped[int] = mapped_column(Integer, server_default="0")
    web_active: Mapped[int] = mapped_column(Integer, server_default="0")
    draining: Mapped[bool] = mapped_column(Boolean, server_default="false")
    started_at: Mapped[datetime] = mapped_column(server_default=func.now())
    heartbeat_at: Mapped[datetime] = mapped_column(server_default=func.now())
