"""The declarative base every room's models share."""

from datetime import datetime
from typing import Any, ClassVar
from uuid import UUID

from sqlalchemy import ColumnElement, DateTime, MetaData, Uuid, func, literal_column, text, true
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from mia.platform.kernel.ids import new_id

_NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}


class Base(DeclarativeBase):
    """Common metadata: constraint names, ``timestamptz`` for every ``datetime``."""

    metadata = MetaData(naming_convention=_NAMING)
    type_annotation_map: ClassVar[dict[Any, Any]] = {datetime: DateTime(timezone=True), UUID: Uuid()}

    @classmethod
    def of_clinic(cls, clinic_id: UUID) -> ColumnElement[bool]:
        """Whether a row is a clinic's; true of tables that are not parted by clinic."""
        if cls is Base:  # SQLAlchemy tries the condition on it, to find the parameter
            return literal_column("clinic_id") == clinic_id
        column: ColumnElement[UUID] | None = getattr(cls, "clinic_id", None)
        return true() if column is None else column == clinic_id


class ClinicRow:
    """Mixin of tables that belong to a clinic: key ``(clinic_id, id)``, so that it can be sharded by clinic.

    A table with this mixin must be protected by ``mia.platform.db.tenancy.protect`` in its migration; a test
    compares the two.
    """

    clinic_id: Mapped[UUID] = mapped_column(primary_key=True)
    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())


class Retirable:
    """Mixin for a practice's catalog items: ``retired`` ones are no longer offered but can be restored, ``removed``
    ones are hidden; existing bookings keep both."""

    status: Mapped[str] = mapped_column(server_default=text("'active'"))


RETIRABLE = "status IN ('active', 'retired', 'removed')"
"""The condition of the check of a :class:`Retirable` table, named ``status``."""


class OrgRow:
    """Mixin of the voice service's tables: key ``(org_id, id)``, protected like clinic tables.

    What the database sets in an UPDATE is read back with it, so that a row which was flushed can still be read.
    """

    __mapper_args__: ClassVar[dict[str, Any]] = {"eager_defaults": True}

    org_id: Mapped[UUID] = mapped_column(primary_key=True)
    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    updated_at: Mapped[datetime] = mapped_column(server_default=func.now(), onupdate=func.now())
