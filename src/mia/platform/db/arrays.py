"""Conditions on many values as one array.

``column.in_(values)`` writes a parameter for each value: a statement of its own for each number of them, which is
compiled, parsed and planned every time. With some hundred values that costs more than finding the rows.
"""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from sqlalchemy import ARRAY, ColumnElement, Uuid, any_, bindparam, literal
from sqlalchemy.orm import InstrumentedAttribute


def one_of(column: InstrumentedAttribute[Any], ids: Collection[UUID]) -> ColumnElement[bool]:
    """Whether a column of ids holds one of these."""
    return column == any_(literal(list(ids), ARRAY(Uuid())))


def one_of_named(column: InstrumentedAttribute[Any], parameter: str) -> ColumnElement[bool]:
    """The same for a statement that is kept: the ids, a list, are its parameter of this name."""
    return column == any_(bindparam(parameter, type_=ARRAY(Uuid())))
