"""Texts on the sandbox's phones: once for each key, sealed, forgotten in time and on request."""

from datetime import timedelta

import pytest_asyncio
from sqlalchemy import text

from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import ClinicScope
from mia.platform.sandbox_phones import service as sandbox_phones
from tests.fakes.access import make_clinic, scope_of

ANA, BEN, PRACTICE = "+13055550142", "+13055550143", "+13055550100"


@pytest_asyncio.fixture
async def scope(database: Database) -> ClinicScope:
    return scope_of(await make_clinic(database, new_id().hex))


async def arrive(database: Database, scope: ClinicScope, number: str, words: str, key: str) -> None:
    async with database.clinic(scope) as session:
        await sandbox_phones.receive_text(session, key=key, number=number, practice=PRACTICE, text=words)


async def words_of(database: Database, scope: ClinicScope) -> list[str]:
    async with database.clinic(scope) as session:
        return [each.text for each in await sandbox_phones.list_texts(session)]


async def test_a_key_arrives_once(database: Database, scope: ClinicScope) -> None:
    for words in ("first", "second"):
        await arrive(database, scope, ANA, words, "key")
    assert await words_of(database, scope) == ["first"]


async def test_what_is_written_is_told_from_what_arrived(database: Database, scope: ClinicScope) -> None:
    await arrive(database, scope, ANA, "Hello", "key")
    async with database.clinic(scope) as session:
        await sandbox_phones.write_text(session, number=ANA, practice=PRACTICE, text="Hi")
        assert [(each.from_patient, each.text) for each in await sandbox_phones.list_texts(session)] == [
            (True, "Hi"),
            (False, "Hello"),
        ]


async def test_numbers_and_words_are_sealed(database: Database, scope: ClinicScope) -> None:
    await arrive(database, scope, ANA, "planted words", "key")
    async with database.clinic(scope) as session:
        row = (
            await session.sql.execute(text("SELECT CAST(sandbox_texts.* AS text) FROM sandbox_texts"))
        ).scalar_one()
    assert "planted" not in row and ANA not in row
    assert b"planted words".hex() not in row


async def test_texts_are_forgotten_in_time(database: Database, scope: ClinicScope, clock: MovableClock) -> None:
    await arrive(database, scope, ANA, "old", "1")
    clock.move(timedelta(days=31))
    await arrive(database, scope, ANA, "new", "2")
    async with database.clinic(scope) as session:
        assert await sandbox_phones.purge_content(session, clock.now() - timedelta(days=30)) == 1
    assert await words_of(database, scope) == ["new"]


async def test_a_persons_texts_are_erased_and_nobody_elses(database: Database, scope: ClinicScope) -> None:
    await arrive(database, scope, ANA, "to Ana", "1")
    await arrive(database, scope, BEN, "to Ben", "2")
    async with database.clinic(scope) as session:
        assert await sandbox_phones.erase_number(session, ANA) == 1
    assert await words_of(database, scope) == ["to Ben"]
