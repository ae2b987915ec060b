"""Tables of objects."""

from sqlalchemy import LargeBinary
from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base, OrgRow


class ObjectRecord(OrgRow, Base):
    """The content of a file, where PostgreSQL is the store."""

    __tablename__ = "voice_objects"

    content_sealed: Mapped[bytes] = mapped_column(LargeBinary)
