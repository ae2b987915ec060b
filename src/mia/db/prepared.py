"""Statements that are asked all day, sent by the driver itself.

SQLAlchemy looks up what it once compiled of a statement, and makes rows of its own of what comes back. For a page
of a list that takes longer than the database does. A prepared statement is compiled once, and its rows are the
driver's.
"""

from collections.abc import Mapping
from typing import Any, cast

import psycopg
from sqlalchemy import Select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncSession

_DIALECT = make_url("postgresql+psycopg_async://").get_dialect()()


class Prepared:
    """A statement whose values are named parameters (``bindparam``)."""

    def __init__(self, statement: Select[*tuple[Any, ...]]) -> None:
        compiled = statement.compile(dialect=_DIALECT)
        self._query = str(compiled).encode()
        self._constants = {name: value for name, value in compiled.params.items() if value is not None}

    async def rows(self, sql: AsyncSession, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        """What it finds within the session's transaction, as plain tuples."""
        driver = cast(psycopg.AsyncConnection, sql.sync_session.connection().connection.driver_connection)
        try:
            cursor = await driver.execute(self._query, {**self._constants, **values}, prepare=True)
            return await cursor.fetchall()
        except (psycopg.OperationalError, psycopg.InterfaceError) as error:  # as SQLAlchemy would tell it
            raise OperationalError(None, None, error) from error
