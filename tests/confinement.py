"""Statements of a clinic's session in which a table stands without the condition on the clinic.

``platform/db/own_rows.py`` says which those are. Row-level security keeps them to the clinic's rows, alone then: a
test that comes upon one fails, so that the statement is written in another form or names the clinic itself.
"""

import re
from collections import Counter
from functools import cache
from typing import Any

from sqlalchemy import Connection, TextClause, event
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.orm import Session, SessionTransaction

from mia.platform.db.base import Base
from mia.platform.db.opening import BoundSession
from mia.platform.db.own_rows import CLINIC

_SOURCE = re.compile(r"(?:\b(?:FROM|JOIN|USING|UPDATE)|,)\s+(\w+)(?: AS (\w+))?(?![\w.(]|\s*=)")
_COLUMNS = re.compile(r"(?:INSERT INTO \w+|ON CONFLICT) \([^)]*\)")
_CONDITION = re.compile(r"\b(\w+)\.clinic_id (?:=|IN)|= (\w+)\.clinic_id\b")


class Unconfined(AssertionError):
    """A clinic's session was about to read or change a table without saying whose rows."""


def hold_to(engine: AsyncEngine) -> None:
    """Have every statement on models that a clinic's session sends through an engine looked at."""
    event.listen(BoundSession, "after_begin", _note_session)
    event.listen(engine.sync_engine, "before_cursor_execute", _look)


@cache
def unconfined(statement: str) -> frozenset[str]:
    """The tables of clinics in an SQL statement on which no condition on the clinic stands."""
    rows = [mapper.class_ for mapper in Base.registry.mappers]
    names = {row.__tablename__ for row in rows if hasattr(row, "clinic_id")}
    found = _SOURCE.findall(_COLUMNS.sub("", statement))
    often = Counter((name, alias or name) for name, alias in found if name in names)
    held = Counter(left or right for left, right in _CONDITION.findall(statement))
    return frozenset(name for (name, alias), times in often.items() if held[alias] < times)


def _note_session(session: Session, _transaction: SessionTransaction, connection: Connection) -> None:
    connection.info["session"] = session.info


def _look(
    connection: Connection, _cursor: object, statement: str, _values: object, context: Any, _many: bool
) -> None:
    if CLINIC not in connection.info.get("session", ()) or context.compiled is None:
        return
    if isinstance(context.compiled.statement, TextClause):
        return  # scripts/checks/tables.py reads those
    if found := unconfined(statement):
        raise Unconfined(f"{', '.join(sorted(found))}: {statement}")
