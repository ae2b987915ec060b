"""The audit log: what stands in it, that it only grows, and that tampering is named."""

import asyncio
from collections.abc import AsyncIterator
from uuid import UUID

import psycopg
import pytest
import pytest_asyncio
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError, IntegrityError, ProgrammingError

from mia.platform.audit import service as audit
from mia.platform.db.session import Database
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import ClinicScope, Role, SystemScope


@pytest.fixture
def scope() -> ClinicScope:
    return ClinicScope(new_id(), "usr_of_test", new_id(), Role.OWNER)


@pytest_asyncio.fixture
async def superuser(database_url: str) -> AsyncIterator[psycopg.AsyncConnection]:
    async with await psycopg.AsyncConnection.connect(database_url, autocommit=True) as connection:
        yield connection


async def write(database: Database, scope: ClinicScope, count: int) -> None:
    async with database.clinic(scope) as session:
        for _ in range(count):
            await audit.record(session, "patient.read", "patient", [new_id(), new_id()])


async def verify(database: Database, scope: ClinicScope) -> audit.ChainState | audit.ChainBreak:
    async with database.audit() as session:
        return await audit.verify_chain(session, scope.clinic_id)


async def entry_ids(superuser: psycopg.AsyncConnection, scope: ClinicScope) -> list[UUID]:
    """Ids in the order of the chain."""
    cursor = await superuser.execute(
        "SELECT entry_id FROM audit_seals WHERE tenant_id = %s ORDER BY position", (scope.clinic_id,)
    )
    return [row[0] for row in await cursor.fetchall()]


async def test_entry_says_who_did_what_to_which_object(database: Database, scope: ClinicScope) -> None:
    patient = new_id()
    async with database.clinic(scope) as session:
        await audit.record(session, "patient.read", "patient", [patient], outcome="denied")
    async with database.clinic(scope) as session:
        row = (await session.sql.execute(text("SELECT * FROM audit_entries"))).one()
    assert (row.tenant_id, row.actor, row.user_id) == (scope.clinic_id, "usr_of_test", scope.user_id)
    assert (row.action, row.kind, row.object_ids, row.outcome) == ("patient.read", "patient", [patient], "denied")
    assert row.at.utcoffset() is not None


async def test_entry_is_gone_with_the_work_that_failed(database: Database, scope: ClinicScope) -> None:
    with pytest.raises(RuntimeError):
        async with database.clinic(scope) as session:
            await audit.record(session, "patient.write", "patient")
            raise RuntimeError
    async with database.clinic(scope) as session:
        assert await session.sql.scalar(text("SELECT count(*) FROM audit_entries")) == 0


@pytest.mark.parametrize("content", ["Ana Ruiz", "+13055550142", "ana@harbor.example", "", "patient.read now"])
async def test_content_is_refused_by_the_database(database: Database, scope: ClinicScope, content: str) -> None:
    for values in (
        (content, "patient", "ok"),
        ("patient.read", content, "ok"),
        ("patient.read", "patient", content),
    ):
        action, kind, outcome = values
        with pytest.raises(IntegrityError):
            async with database.clinic(scope) as session:
                await audit.record(session, action, kind, outcome=outcome)


@pytest.mark.parametrize("table", ["audit_entries", "audit_seals"])
async def test_the_app_can_neither_change_nor_delete(database: Database, scope: ClinicScope, table: str) -> None:
    for statement in (f"UPDATE {table} SET tenant_id = tenant_id", f"DELETE FROM {table}", f"TRUNCATE {table}"):
        with pytest.raises(ProgrammingError, match="permission denied"):
            async with database.clinic(scope) as session:
                await session.sql.execute(text(statement))


async def test_one_clinic_does_not_see_the_audit_log_of_another(database: Database, scope: ClinicScope) -> None:
    await write(database, scope, 1)
    async with database.clinic(ClinicScope(new_id(), "other")) as session:
        assert await session.sql.scalar(text("SELECT count(*) FROM audit_entries")) == 0


async def test_sign_in_may_write_the_audit_log_and_not_read_it(database: Database) -> None:
    async with database.system(SystemScope.LOGIN) as session:
        await audit.record_unscoped(session, "session.create", "session", "denied", user_id=None, tenant_ids=[])
        assert await session.sql.scalar(text("SELECT count(*) FROM audit_entries")) == 0
    async with database.system(SystemScope.REALTIME) as session:
        with pytest.raises(DBAPIError, match="row-level security"):
            await audit.record_unscoped(session, "session.create", "session", "ok", user_id=None, tenant_ids=[])


async def test_sealed_chain_is_sound_and_grows(database: Database, scope: ClinicScope) -> None:
    await write(database, scope, 3)
    assert await audit.seal_entries(database) >= 3
    before = await verify(database, scope)
    assert isinstance(before, audit.ChainState)
    assert before.sealed == 3
    await write(database, scope, 2)
    assert await audit.seal_entries(database) == 2
    assert await audit.seal_entries(database) == 0
    after = await verify(database, scope)
    assert isinstance(after, audit.ChainState)
    assert after.sealed == 5
    assert after.head != before.head


@pytest.mark.race
async def test_parallel_sealing_makes_one_chain(database: Database, scope: ClinicScope) -> None:
    await write(database, scope, 20)
    counts = await asyncio.gather(*(audit.seal_entries(database) for _ in range(4)))
    assert sum(counts) == 20
    assert isinstance(await verify(database, scope), audit.ChainState)


async def test_late_commit_is_sealed_behind_the_others(database: Database, scope: ClinicScope) -> None:
    async with database.clinic(scope):
        pass  # makes the clinic's data key, for which parallel first sessions would wait
    async with database.clinic(scope) as late:
        await audit.record(late, "patient.read", "patient")
        await write(database, scope, 1)
        await audit.seal_entries(database)
    assert await audit.seal_entries(database) == 1
    state = await verify(database, scope)
    assert isinstance(state, audit.ChainState)
    assert state.sealed == 2


@pytest.mark.parametrize(
    "change",
    [
        "outcome = 'denied'",
        "actor = 'somebody'",
        "object_ids = '{}'",
        "at = at - interval '1 second'",
        "user_id = NULL",
    ],
)
async def test_altered_entry_is_named(
    database: Database, scope: ClinicScope, superuser: psycopg.AsyncConnection, change: str
) -> None:
    await write(database, scope, 5)
    await audit.seal_entries(database)
    victim = (await entry_ids(superuser, scope))[2]
    await superuser.execute(f"UPDATE audit_entries SET {change} WHERE id = %s".encode(), (victim,))
    assert await verify(database, scope) == audit.ChainBreak(victim, 3, "altered")


async def test_deleted_entry_is_named(
    database: Database, scope: ClinicScope, superuser: psycopg.AsyncConnection
) -> None:
    await write(database, scope, 3)
    await audit.seal_entries(database)
    victim = (await entry_ids(superuser, scope))[1]
    await superuser.execute("DELETE FROM audit_entries WHERE id = %s", (victim,))
    assert await verify(database, scope) == audit.ChainBreak(victim, 2, "missing")


async def test_entry_deleted_together_with_its_seal_is_noticed(
    database: Database, scope: ClinicScope, superuser: psycopg.AsyncConnection
) -> None:
    await write(database, scope, 3)
    await audit.seal_entries(database)
    first, second, third = await entry_ids(superuser, scope)
    for table, column in (("audit_entries", "id"), ("audit_seals", "entry_id")):
        await superuser.execute(f"DELETE FROM {table} WHERE {column} = %s".encode(), (second,))
    assert await verify(database, scope) == audit.ChainBreak(third, 3, "altered")
    assert first != third


async def test_entry_dated_back_is_noticed(
    database: Database, scope: ClinicScope, superuser: psycopg.AsyncConnection
) -> None:
    await write(database, scope, 2)
    await audit.seal_entries(database)
    forged = new_id()
    await superuser.execute(
        "INSERT INTO audit_entries (tenant_id, id, at, actor, action, kind, object_ids, outcome) "
        "VALUES (%s, %s, now() - interval '1 day', 'x', 'patient.read', 'patient', '{}', 'ok')",
        (scope.clinic_id, forged),
    )
    await audit.seal_entries(database)
    assert await verify(database, scope) == audit.ChainBreak(forged, None, "unsealed")
