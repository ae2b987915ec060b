"""Which erasures this database has seen."""

from datetime import datetime
from uuid import UUID

from sqlalchemy.orm import Mapped, mapped_column

from mia.platform.db.base import Base


class ErasureRow(Base):
    """An entry of the erasure ledger that was carried out here. One without a row is due: the database was restored
    from a backup of before."""

    __tablename__ = "erasures"

    clinic_id: Mapped[UUID] = mapped_column(primary_key=True)
    id: Mapped[UUID] = mapped_column(primary_key=True)
    at: Mapped[datetime]
