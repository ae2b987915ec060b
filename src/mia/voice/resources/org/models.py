"""Tables of organizations."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import Text, func
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base
from mia.platform.kernel.ids import new_id


class OrgRecord(Base):
    """An organization. Its id is the tenant of every other table of the service."""

    __tablename__ = "voice_orgs"

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    name: Mapped[str | None] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    updated_at: Mapped[datetime] = mapped_column(server_default=func.now())
