"""The event feed: what changed lately in a clinic, for browsers that reconnect."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import BigInteger, Index, Text, func, text
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base


class FeedRow(Base):
    """One change. ``seq`` is given at commit by a trigger, so that within a clinic it grows in commit order."""

    __tablename__ = "feed"
    __table_args__ = (Index("ix_feed_at", "at"),)

    clinic_id: Mapped[UUID] = mapped_column(primary_key=True)
    seq: Mapped[int] = mapped_column(
        BigInteger, primary_key=True, autoincrement=False, server_default=text("nextval('feed_seq')")
    )
    kind: Mapped[str] = mapped_column(Text)
    object_id: Mapped[UUID]
    at: Mapped[datetime] = mapped_column(server_default=func.now())
