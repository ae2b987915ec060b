"""The keyed chain and its anchors: what the owner of the database cannot do unseen."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID

import psycopg
import pytest
import pytest_asyncio
from structlog.testing import capture_logs

from mia.platform.audit import service as audit
from mia.platform.audit.service import ChainBreak, ChainState
from mia.platform.db.session import Database
from tests.fakes.audit_log import AuditLog


@pytest_asyncio.fixture
async def log(database: Database, database_url: str, tmp_path: Path) -> AsyncIterator[AuditLog]:
    async with await psycopg.AsyncConnection.connect(database_url, autocommit=True) as superuser:
        yield AuditLog(database, superuser, tmp_path / "anchors" / "audit.jsonl")


async def test_an_anchored_chain_is_sound_and_grows(log: AuditLog) -> None:
    await log.write(3)
    first = await log.anchor()
    await log.write(2)
    assert first.position == 3
    state = await log.verify()
    assert isinstance(state, ChainState)
    assert (state.sealed, state.anchor) == (5, first)


async def test_a_cut_off_end_is_seen_by_the_anchor_alone(log: AuditLog) -> None:
    await log.write(5)
    await log.delete_entries(down_to=5)
    assert isinstance(await log.verify(), ChainState), "nothing inside the database tells"
    await log.write(1)
    await log.anchor()
    await log.delete_entries(down_to=4)
    assert await log.verify() == ChainBreak(None, 4, "cut_off")


async def test_an_end_cut_off_and_grown_again_is_seen(log: AuditLog) -> None:
    await log.write(4)
    await log.anchor()
    await log.delete_entries(down_to=3)
    await log.write(5)
    assert await log.verify() == ChainBreak(await log.entry(4), 4, "rewritten")


async def test_a_log_that_is_gone_altogether_is_seen(log: AuditLog, database: Database) -> None:
    await log.write(2)
    await log.anchor()
    await log.delete_entries(down_to=1)
    anchors = (await log.file()).read()
    async with database.audit() as session:
        assert log.scope.clinic_id in await audit.audited_tenants(session, anchors)
    assert await log.verify() == ChainBreak(None, 1, "cut_off")


async def test_a_chain_computed_anew_without_the_key_is_seen(log: AuditLog) -> None:
    await log.write(3)
    await log.anchor()
    await log.run(
        "UPDATE audit_entries SET outcome = 'denied' WHERE tenant_id = %s AND id = %s", await log.entry(2)
    )
    await log.seal_without_key()
    assert await log.verify() == ChainBreak(await log.entry(3), 3, "rewritten")


async def test_no_seal_without_the_key_follows_one_with_it(log: AuditLog) -> None:
    await log.write(3)
    await log.run("UPDATE audit_seals SET key_id = NULL WHERE tenant_id = %s AND position = 3")
    assert await log.verify() == ChainBreak(await log.entry(3), 3, "unkeyed")


async def test_a_seal_of_another_key_is_seen(log: AuditLog) -> None:
    await log.write(3)
    await log.run("UPDATE audit_seals SET key_id = tenant_id WHERE tenant_id = %s AND position = 2")
    assert await log.verify() == ChainBreak(await log.entry(2), 2, "other_key")


async def test_a_chain_of_version_0_1_goes_on_with_keyed_seals(log: AuditLog) -> None:
    await log.write(3)
    await log.seal_without_key()
    await log.write(2)
    state = await log.verify()
    assert isinstance(state, ChainState)
    assert state.sealed == 5
    await log.run("UPDATE audit_entries SET actor = 'mia' WHERE tenant_id = %s AND id = %s", await log.entry(2))
    assert await log.verify() == ChainBreak(await log.entry(2), 2, "altered")


async def test_entries_that_the_law_no_longer_asks_for_may_be_deleted(log: AuditLog) -> None:
    await log.write(4)
    old = replace(await log.anchor(), position=2, head=await log.seal(2), at=long_ago())
    (await log.file()).append([old])
    for position in (1, 2):
        await log.run("DELETE FROM audit_entries WHERE tenant_id = %s AND id = %s", await log.entry(position))
    assert isinstance(await log.verify(), ChainState)
    third = await log.entry(3)
    await log.run("DELETE FROM audit_entries WHERE tenant_id = %s AND id = %s", third)
    await log.run("UPDATE audit_seals SET entry_at = '2001-01-01' WHERE tenant_id = %s AND position = 3")
    assert await log.verify() == ChainBreak(third, 3, "missing")


def long_ago() -> datetime:
    return datetime.now(UTC) - timedelta(days=7 * 366)


async def test_a_restored_database_is_accepted_on_purpose_only(log: AuditLog) -> None:
    await log.write(5)
    await log.anchor()
    await log.delete_entries(down_to=4)  # as a backup of some minutes ago has it
    assert await log.verify() == ChainBreak(None, 4, "cut_off")
    await log.accept()
    assert isinstance(await log.verify(), ChainState)
    await log.write(3)
    assert isinstance(await log.verify(), ChainState)
    await log.delete_entries(down_to=3)
    assert await log.verify() == ChainBreak(None, 3, "cut_off")


async def test_lines_of_others_in_the_file_are_found(log: AuditLog) -> None:
    await log.write(2)
    await log.anchor()
    file = await log.file()
    lines = len(log.path.read_bytes().splitlines())
    forged = replace(file.read().of(log.scope.clinic_id)[0], position=1)
    other_key = replace(file.key, secret=bytes(32))
    replace(file, key=other_key).append([forged])
    with log.path.open("ab") as raw:
        raw.write(b'not json\n[1]\n{"mac": 3}\n')
    anchors = file.read()
    assert anchors.foreign == [lines + 1, lines + 2, lines + 3, lines + 4]
    assert [anchor.position for anchor in anchors.of(log.scope.clinic_id)] == [2]


async def test_only_heads_that_moved_are_anchored_in_a_private_file_and_in_the_log(
    log: AuditLog, database: Database
) -> None:
    await log.write(1)
    known: dict[UUID, int] = {}
    await audit.anchor_heads(database, log.path, known)
    await log.write(1)
    with capture_logs() as logs:
        (moved,) = await audit.anchor_heads(database, log.path, known)
        assert await audit.anchor_heads(database, log.path, known) == []
    (told,) = logs
    assert told == {
        "event": "audit_anchored",
        "log_level": "warning",
        "tenant_id": str(log.scope.clinic_id),
        "position": 2,
        "head": moved.head.hex(),
    }
    assert log.path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("change", ["address = '203.0.113.9'", "session_id = id"])
async def test_the_seal_covers_where_the_request_came_from(log: AuditLog, change: str) -> None:
    await log.write(2)
    entry = await log.entry(1)
    await log.run(f"UPDATE audit_entries SET {change} WHERE tenant_id = %s AND id = %s", entry)
    assert await log.verify() == ChainBreak(entry, 1, "altered")
