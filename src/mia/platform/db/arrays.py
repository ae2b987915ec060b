"""Conditions on many values, and many rows to insert, as arrays.

``column.in_(values)`` writes a parameter for each value: a statement of its own for each number of them, which is
compiled, parsed and planned every time. With some hundred values that costs more than finding the rows, and a
thousand rows are a parameter for each of their fields.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import ARRAY, ColumnElement, Insert, Uuid, any_, bindparam, column, func, insert, literal, select
from sqlalchemy.orm import InstrumentedAttribute

from mia.platform.db.base import Base


def one_of(column: InstrumentedAttribute[Any], ids: Collection[UUID]) -> ColumnElement[bool]:
    """Whether a column of ids holds one of these."""
    return column == any_(literal(list(ids), ARRAY(Uuid())))


def one_of_named(column: InstrumentedAttribute[Any], parameter: str) -> ColumnElement[bool]:
    """The same for a statement that is kept: the ids, a list, are its parameter of this name."""
    return column == any_(bindparam(parameter, type_=ARRAY(Uuid())))


def insert_of(model: type[Base], clinic_id: UUID, rows: Sequence[Mapping[str, Any]]) -> Insert:
    """Enters many rows of one clinic with an array for each column. All rows name the columns that the first one
    names; the clinic is named here, since the session does not see whose rows a selecting ``INSERT`` enters."""
    columns = [model.__table__.c[name] for name in rows[0]]
    arrays = [literal([row[each.name] for row in rows], ARRAY(each.type)) for each in columns]
    given = func.unnest(*arrays).table_valued(*(column(each.name) for each in columns)).render_derived()
    chosen = select(literal(clinic_id, Uuid()), *given.c)
    return insert(model).from_select(
        ["clinic_id", *(each.name for each in columns)], chosen, include_defaults=False
    )
