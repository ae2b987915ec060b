"""The first wall between clinics: a clinic's session asks for that clinic's rows and enters no other's.

Every statement on models gets the condition on ``clinic_id`` here, in joins and subqueries too. Row-level security
is the second wall. What goes past the session names the clinic itself: raw SQL (a test reads it for that),
``Prepared`` statements and those of ``write_together``; so does what an ``INSERT`` selects, and a further table of
an ``UPDATE`` or ``DELETE`` that stands in no subquery. ``Database.accounts`` has row-level security alone.

SQLAlchemy does not see whose rows are read in three kinds of statement, and puts no condition there: an expression
over two models, as ``coalesce(A.x, B.y)``, where only the expression names the second; ``count().filter(...)`` or
``.over(...)`` without a ``where``; and whatever is said of ``Model.__table__``. They are written otherwise
(``select_from``, ``where``, the model): a test that comes upon one fails (``tests/confinement.py``).
"""

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from sqlalchemy import Insert, event
from sqlalchemy.orm import ORMExecuteState, Session, UOWTransaction, with_loader_criteria
from sqlalchemy.sql.base import ExecutableOption

from mia.platform.db.base import Base

CLINIC = "mia.clinic"
"""The name, in a session's ``info``, of the clinic whose rows it sees."""
_CONDITION = "mia.clinic_condition"


class ForeignRow(Exception):
    """A session of one clinic was about to enter a row of another."""


def confine(info: dict[Any, Any], clinic_id: UUID) -> None:
    """Have the session of this ``info`` see and enter rows of one clinic only."""
    info[CLINIC], info[_CONDITION] = clinic_id, condition_of(clinic_id)


def keep_own_rows(session: type[Session]) -> None:
    """Let sessions of this class hold to what :func:`confine` says."""
    event.listen(session, "do_orm_execute", _before_statement)
    event.listen(session, "before_flush", _before_flush)


def condition_of(clinic_id: UUID) -> ExecutableOption:
    """Compiled once for each statement: the clinic is a parameter."""
    return with_loader_criteria(Base, lambda row: row.of_clinic(clinic_id), include_aliases=True)


def _before_statement(state: ORMExecuteState) -> None:
    info = state.session.info
    if CLINIC not in info:
        return
    if state.is_select or state.is_update or state.is_delete:
        state.statement = state.statement.options(info[_CONDITION])
    elif isinstance(state.statement, Insert) and "clinic_id" in state.statement.table.c:
        for values in _entered(state):
            _own(values, info[CLINIC])


def _entered(state: ORMExecuteState) -> Iterable[Mapping[Any, Any]]:
    """The values of the rows of an ``INSERT``, wherever they stand."""
    statement: Any = state.statement
    yield from [state.parameters] if isinstance(state.parameters, Mapping) else state.parameters or ()
    yield from [statement._values] if statement._values else ()
    for rows in statement._multi_values:
        yield from rows


def _own(values: Mapping[Any, Any], clinic_id: UUID) -> None:
    for column, value in values.items():
        if getattr(column, "key", column) == "clinic_id" and getattr(value, "value", value) != clinic_id:
            raise ForeignRow


def _before_flush(session: Session, _context: UOWTransaction, _objects: object) -> None:
    clinic_id = session.info.get(CLINIC)
    if clinic_id is None:
        return
    for row in session.new:
        if not hasattr(row, "clinic_id"):
            continue
        if row.clinic_id is None:
            row.clinic_id = clinic_id
        elif row.clinic_id != clinic_id:
            raise ForeignRow
