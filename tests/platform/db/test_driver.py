"""What goes to the driver belongs to the session's transaction, and fails as all else does."""

import asyncio
from dataclasses import dataclass

import psycopg
import pytest
from sqlalchemy import bindparam, column, func, literal, select, table
from sqlalchemy.exc import DataError, OperationalError

from mia.platform.db.driver import Prepared
from mia.platform.db.session import Database
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import ClinicScope
from tests.fakes.waiting import eventually

_KEYS = Prepared(select(column("tenant_id"), literal("kept")).select_from(table("data_keys")))
_BACKEND = Prepared(select(func.pg_backend_pid()))
_SLEEP = Prepared(select(func.pg_sleep(bindparam("seconds"))))
_SUM = Prepared(select(bindparam("one") + literal(2)))


@dataclass(frozen=True)
class Word:
    """What is asked by a call."""

    word: str


async def test_it_sees_what_the_transaction_may_see(database: Database) -> None:
    one, other = (ClinicScope(clinic_id=new_id(), actor="test") for _ in range(2))
    for scope in (one, other):
        async with database.clinic(scope) as session:
            assert await _KEYS.rows(session.sql, {}) == [(scope.clinic_id, "kept")]


async def test_its_values_are_given_by_name(database: Database) -> None:
    async with database.clinic(ClinicScope(clinic_id=new_id(), actor="test")) as session:
        assert await _SUM.rows(session.sql, {"one": 40}) == [(42,)]


async def test_a_lost_connection_is_told_as_such_and_the_next_transaction_has_another(
    database: Database, database_url: str
) -> None:
    scope = ClinicScope(clinic_id=new_id(), actor="test")
    with pytest.raises(OperationalError):
        async with database.clinic(scope) as session:
            [[lost]] = await _BACKEND.rows(session.sql, {})
            with psycopg.connect(database_url, autocommit=True) as owner:
                owner.execute("SELECT pg_terminate_backend(%s, 5000)", [lost])
            await _BACKEND.rows(session.sql, {})
    async with database.clinic(scope) as session:
        assert await _BACKEND.rows(session.sql, {}) != [(lost,)]


async def test_who_gives_up_waiting_leaves_no_connection_behind(
    database: Database, database_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    scope = ClinicScope(clinic_id=new_id(), actor="test")
    used: list[int] = []

    async def wait() -> None:
        async with database.clinic(scope) as session:
            [[backend]] = await _BACKEND.rows(session.sql, {})
            used.append(backend)
            await _SLEEP.rows(session.sql, {"seconds": 60})

    waiting = asyncio.create_task(wait())
    async with await psycopg.AsyncConnection.connect(database_url, autocommit=True) as owner:

        async def waits_for(event: str | None) -> bool:
            found = await owner.execute("SELECT wait_event FROM pg_stat_activity WHERE pid = ANY(%s)", [used])
            return await found.fetchone() == (event and (event,))

        await eventually(lambda: waits_for("PgSleep"))
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        await eventually(lambda: waits_for(None))
    async with database.clinic(scope) as session:
        assert await _BACKEND.rows(session.sql, {}) != [(used[0],)]
    assert not caplog.records


async def test_what_cannot_be_stored_is_told_as_sqlalchemy_tells_it(database: Database) -> None:
    with pytest.raises(DataError):
        await database.call(Word, "SELECT %(word)s::text AS word", {"word": "\x00"})
