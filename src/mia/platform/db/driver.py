"""Hot queries bypass SQLAlchemy and go straight to the driver.

SQLAlchemy's statement cache and row objects take longer than the database does for a page of a list. A connection
whose caller gave up waiting is not reused, because the rest of its answer may still arrive.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar, cast

import psycopg
from sqlalchemy import AdaptedConnection, Connection, Select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.util import greenlet_spawn

Answer = TypeVar("Answer")

DIALECT = make_url("postgresql+psycopg_async://").get_dialect()()


class Prepared:
    """A ``SELECT`` that is compiled once, whose values are named parameters (``bindparam``).

    Values and rows are as psycopg takes and gives them: SQLAlchemy's types are not asked, its session not flushed.
    """

    def __init__(self, statement: Select[*tuple[Any, ...]]) -> None:
        compiled = statement.compile(dialect=DIALECT)
        self.query = str(compiled)
        assert "POSTCOMPILE" not in self.query, "a list of values is to be an array"
        self.constants = {name: value for name, value in compiled.params.items() if value is not None}

    async def rows(self, sql: AsyncSession, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        """What it finds within the session's transaction."""
        connection = sql.sync_session.connection()  # the transaction's: nothing is awaited
        driver = cast(psycopg.AsyncConnection, connection.connection.driver_connection)
        with _told():
            try:
                cursor = await driver.execute(self.query.encode(), {**self.constants, **values}, prepare=True)
                return await cursor.fetchall()
            except asyncio.CancelledError:
                await greenlet_spawn(connection.invalidate)
                raise


async def execute_prepared(sql: AsyncSession, query: bytes, values: Sequence[Any]) -> None:
    """Execute a statement, without an answer, within the session's transaction; ``$1`` is the first value."""
    connection = sql.sync_session.connection()  # the transaction's: nothing is awaited
    driver = cast(psycopg.AsyncConnection, connection.connection.driver_connection)
    with _told():
        try:
            await psycopg.AsyncRawCursor(driver).execute(query, values, prepare=True)
        except asyncio.CancelledError:
            await greenlet_spawn(connection.invalidate)
            raise
        except psycopg.Error:
            if driver.closed:
                await greenlet_spawn(connection.exec_driver_sql, "SELECT 1")
            raise


def on_driver(connection: Connection, work: Callable[[psycopg.AsyncConnection], Awaitable[Answer]]) -> Answer:
    """Work with the driver, within SQLAlchemy's synchronous part. Where the connection is lost, SQLAlchemy is made
    to meet that itself: then it forgets all that the lost server had."""
    adapted = cast(AdaptedConnection, connection.connection.dbapi_connection)
    with _told():
        try:
            return adapted.run_async(work)
        except asyncio.CancelledError:
            connection.invalidate()
            raise
        except psycopg.Error:
            if adapted.driver_connection.closed:
                connection.exec_driver_sql("SELECT 1")
            raise


@contextmanager
def _told() -> Iterator[None]:
    """What the driver raises, as SQLAlchemy would tell it."""
    try:
        yield
    except psycopg.Error as error:
        raise DBAPIError.instance(None, None, error, psycopg.Error) from error
