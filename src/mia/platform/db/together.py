"""Rows that are entered together go to the database in one message.

What a change leaves behind (its rows, its entry in the audit log, its event, the news for browsers) is known when
it is made, and nobody reads it back. Each room makes its :class:`Write`; who makes the change hands all
of them to :func:`write_together`, which makes one statement of them: one message instead of one for each.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sqlalchemy import Table, bindparam, insert
from sqlalchemy.ext.asyncio import AsyncSession

from mia.platform.db.driver import DIALECT, execute_prepared

_VALUE = re.compile(r"%\((\w+)\)s")


@dataclass(frozen=True)
class Write:
    """An ``INSERT`` without answer, or (``is_call``) a function that is called before the inserts: its statement,
    with ``%(name)s`` for a value, and the values."""

    query: str
    values: Mapping[str, Any]
    is_call: bool = False


class Insertion:
    """How one row is entered into some columns of a table; compiled once."""

    def __init__(self, table: Any, *columns: str) -> None:
        assert isinstance(table, Table)
        compiled = insert(table).values({name: bindparam(name) for name in columns}).compile(dialect=DIALECT)
        self._query = str(compiled)

    def of(self, values: Mapping[str, Any]) -> Write:
        """One row, as psycopg takes its values."""
        return Write(self._query, values)


async def write_together(sql: AsyncSession, writes: Sequence[Write]) -> None:
    """Make all of these in one statement. None of them sees another's rows; what refuses one refuses all.

    SQLAlchemy's types are not asked, its session is not flushed.
    """
    query, names = _joined(tuple((write.query, write.is_call) for write in writes))
    await execute_prepared(sql, query, [writes[which].values[name] for which, name in names])


@lru_cache(256)
def _joined(parts: tuple[tuple[str, bool], ...]) -> tuple[bytes, list[tuple[int, str]]]:
    """The one statement, in PostgreSQL's own style, and which value of which part stands in each place."""
    names: list[tuple[int, str]] = []
    calls: list[str] = []
    inserts: list[str] = []
    for which, (query, is_call) in enumerate(parts):

        def place(found: re.Match[str], which: int = which) -> str:
            names.append((which, found[1]))
            return f"${len(names)}"

        (calls if is_call else inserts).append(_VALUE.sub(place, query))
    if len(inserts) == 1 and not calls:
        return inserts[0].encode(), names
    joined = ", ".join(f"w{n} AS ({query})" for n, query in enumerate(inserts))
    select = f"SELECT {', '.join(calls) or '1'}"
    return (f"WITH {joined} {select}" if inserts else select).encode(), names
