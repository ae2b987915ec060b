"""How PostgreSQL goes about the statements of requests: EXPLAIN (ANALYZE, BUFFERS) of the slowest of each."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Session

from mia.platform.db.driver import Prepared
from mia.platform.db.opening import OPENING, BoundSession
from mia.platform.db.session import Database
from mia.platform.kernel.ids import new_id

_BOUND = re.compile(rb"SET LOCAL (mia\.\w+) = '([^']*)'")
_TOOK = re.compile(r"Execution Time: ([\d.]+) ms")

_HEAD = "# Plans\n\nThe slowest statement of each request of `bench/dashboard_at_size.py`, with 100,000 patients.\n"


@dataclass(frozen=True)
class _Statement:
    sql: str
    values: Any
    bound: dict[str, str]
    """What its transaction was bound to, by the names of the settings."""


class Plans:
    """Watches the statements of requests and explains them under the same row-level security."""

    def __init__(self, database: Database) -> None:
        self._engine = database._engine
        self._seen: dict[str, list[_Statement]] = {}

    @contextmanager
    def watching(self, name: str) -> Iterator[None]:
        """Remember what is asked of the database in this block, as ``name``."""
        statements = self._seen.setdefault(name, [])
        bound: dict[str, str] = {}

        def bind(session: Session, _transaction: Any, _connection: Any) -> None:
            found = _BOUND.findall(session.info[OPENING])
            bound.update({"mia.tenant": "", "mia.system": ""}, **{key.decode(): to.decode() for key, to in found})

        def note(_connection: Any, _cursor: Any, sql: str, values: Any, _context: Any, _many: bool) -> None:
            statements.append(_Statement(sql, values, dict(bound)))

        rows = Prepared.rows

        async def rows_noted(prepared: Prepared, sql: AsyncSession, values: Mapping[str, Any]) -> Any:
            statements.append(_Statement(prepared.query, {**prepared.constants, **values}, dict(bound)))
            return await rows(prepared, sql, values)

        event.listen(BoundSession, "after_begin", bind)
        event.listen(self._engine.sync_engine, "before_cursor_execute", note)
        Prepared.rows = rows_noted  # type: ignore[method-assign,assignment]
        try:
            yield
        finally:
            Prepared.rows = rows  # type: ignore[method-assign]
            event.remove(self._engine.sync_engine, "before_cursor_execute", note)
            event.remove(BoundSession, "after_begin", bind)

    async def write(self, target: Path, *, append: bool) -> None:
        """The plan of each request's slowest statement, as Markdown."""
        parts = [] if append else [_HEAD]
        for name, statements in self._seen.items():
            plans = await self._explained(statements)
            if plans:
                parts.append(f"\n## {name}\n\n```\n{max(plans, key=_took)}\n```\n")
        with target.open("a" if append else "w") as file:
            file.writelines(parts)

    async def _explained(self, statements: list[_Statement]) -> list[str]:
        found = []
        async with self._engine.connect() as connection:
            for statement in statements:
                if not statement.sql.lstrip().startswith(("SELECT", "WITH")) or "advisory" in statement.sql:
                    continue
                await connection.exec_driver_sql("BEGIN")  # what enters a reading in the audit log is undone
                for name, value in statement.bound.items():
                    await connection.exec_driver_sql("SELECT set_config(%s, %s, false)", (name, value))
                values = {**statement.values, "noted_id": new_id()}
                rows = await connection.exec_driver_sql(f"EXPLAIN (ANALYZE, BUFFERS) {statement.sql}", values)
                found.append("\n".join(row[0] for row in rows))
                await connection.exec_driver_sql("ROLLBACK")
            await connection.invalidate()  # with what it was bound to
        return found


def _took(plan: str) -> float:
    match = _TOOK.search(plan)
    return float(match[1]) if match else 0.0
