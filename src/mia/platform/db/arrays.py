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


def insert_of(model: type[Base], rows: Sequence[Mapping[str, Any]]) -> Insert:
    """Inserts many rows with one array for each column; all rows name the columns that the first one names."""
    table = model.__table__
    columns = [table.c[name] for name in rows[0]]
    arrays = [literal([row[each.name] for row in rows], ARRAY(each.type)) for each in columns]
    given = func.unnest(*arrays).table_valued(*(column(each.name) for each in columns)).render_derived()
    return insert(model).from_select([each.name for each in columns], select(given), include_defaults=False)
