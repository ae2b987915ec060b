"""What is cleaned up is gone: from the tables, and from the bytes of the database's files.

Looked for are the words, which must never stand in any file, and the ciphertext of each sealed value, which must
be gone from the files of the data once a lead is: anyone who holds the keys could read it there.
"""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from uuid import UUID

import psycopg
import pytest

from mia.app.worker import register_house_keeping
from mia.clinic.leads.service import EVERY_5_MINUTES, Agreement, cleanup_expired_leads
from mia.clinic.leads.temporary import keeping
from mia.clinic.leads.temporary import service as temporary
from mia.clinic.leads.temporary.service import CaptureSource, LeadDetails, TemporaryLead, TreatmentInterest
from mia.identity import service as access
from mia.platform.audit import service as audit
from mia.platform.db.maintenance import rewrite
from mia.platform.db.session import Database
from mia.platform.jobs.service import Registry
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.errors import Conflict, NotFound
from mia.platform.kernel.scope import ClinicScope
from mia.platform.kernel.settings import Settings
from tests.conftest import PostgresServer
from tests.fakes.practice import PracticeOfTests, make_practice

WORDS = "a linnet sang of jawlines"
LONG = f"{WORDS}; " * 70
"""Long enough to be stored apart from its row."""


async def capture(database: Database, practice: PracticeOfTests, name: str) -> TemporaryLead:
    details = LeadDetails(name, "linnet@glow.example", "+13055550171", TreatmentInterest.BOTOX, LONG)
    async with database.clinic(practice.scope) as session:
        lead = await temporary.capture(session, details, CaptureSource.QUICK_CAPTURE)
    assert lead is not None
    return lead


def sealed_values(database_url: str, lead: TemporaryLead) -> list[bytes]:
    """What is stored of a lead, as it is stored."""
    columns = "name_sealed, email_sealed, phone_sealed, interest_sealed, message_sealed"
    query = f"SELECT {columns} FROM temporary_leads WHERE id = %s"
    with psycopg.connect(database_url) as connection:
        row = connection.execute(query.encode(), (lead.id,)).fetchone()
    assert row is not None
    return [bytes(value) for value in row]


def files(postgres: PostgresServer, database_url: str) -> Iterator[tuple[Path, bytes]]:
    """Every file of the cluster with its bytes, once all that is in memory has been written."""
    with psycopg.connect(postgres.embedded.url("postgres"), autocommit=True) as connection:
        connection.execute("CHECKPOINT")
    for path in postgres.embedded.home.rglob("*"):
        if path.is_file():
            yield path, path.read_bytes()


def data_files_with(postgres: PostgresServer, database_url: str, values: list[bytes]) -> set[Path]:
    """Files of the data (not of the log of what is being written) that hold one of the values or its beginning."""
    beginnings = [value[:200] for value in values]
    found = set()
    for path, content in files(postgres, database_url):
        if "pg_wal" not in path.parts and any(value in content for value in beginnings):
            found.add(path)
    return found


async def test_the_bytes_of_expired_leads_are_in_no_data_file_after_the_clean_up(
    database: Database, database_url: str, postgres: PostgresServer, practice: PracticeOfTests, clock: MovableClock
) -> None:
    expired = [await capture(database, practice, f"Maria Gomez {number}") for number in range(20)]
    clock.move(timedelta(minutes=20))
    alive = await capture(database, practice, "Bea Lind")
    gone = [value for lead in expired for value in sealed_values(database_url, lead)]
    kept = sealed_values(database_url, alive)
    assert data_files_with(postgres, database_url, gone), "they are there to be found"
    clock.move(timedelta(minutes=10))

    assert await cleanup_expired_leads(database) >= 20

    assert data_files_with(postgres, database_url, gone) == set()
    assert len(data_files_with(postgres, database_url, kept)) >= 1
    async with database.clinic(practice.scope) as session:
        assert [lead.details.name for lead in (await temporary.list_temporary(session)).items] == ["Bea Lind"]


async def test_what_was_kept_or_discarded_leaves_the_files_with_the_next_clean_up(
    database: Database, database_url: str, postgres: PostgresServer, practice: PracticeOfTests
) -> None:
    leads = [await capture(database, practice, name) for name in ("Maria Gomez", "Ana Ruiz", "Bea Lind")]
    values = [value for lead in leads for value in sealed_values(database_url, lead)]
    async with database.clinic(practice.scope) as session:
        await keeping.keep_as_patient(session, leads[0].id)
        await keeping.keep_in_pipeline(session, leads[1].id, Agreement())
        await temporary.discard(session, leads[2].id)
    await cleanup_expired_leads(database)
    assert data_files_with(postgres, database_url, values) == set()


async def test_the_words_are_in_no_file_at_any_time(
    database: Database, database_url: str, postgres: PostgresServer, practice: PracticeOfTests, clock: MovableClock
) -> None:
    await capture(database, practice, "Ottilie Fenwright")

    def readable() -> list[Path]:
        traces = (WORDS.encode(), b"Ottilie", b"linnet@glow")
        interest = b"Botox/Inj"  # other tests write it in the clear, into the log that all databases share
        return [
            path
            for path, content in files(postgres, database_url)
            if any(each in content for each in traces) or (interest in content and "pg_wal" not in path.parts)
        ]

    assert readable() == []
    clock.move(timedelta(minutes=30))
    await cleanup_expired_leads(database)
    assert readable() == []


async def test_a_clean_up_leaves_a_receipt_and_one_that_found_nothing_none(
    database: Database, practice: PracticeOfTests, clock: MovableClock
) -> None:
    for name in ("Maria Gomez", "Bea Lind"):
        await capture(database, practice, name)
    clock.move(timedelta(minutes=30))
    await cleanup_expired_leads(database)
    await cleanup_expired_leads(database)
    async with database.clinic(practice.scope) as session:
        receipts = await audit.list_receipts(session)
    assert [(receipt.kind, receipt.count) for receipt in receipts] == [("temporary_lead", 2)]


async def test_no_samples_are_taken_of_what_is_sealed(
    database: Database, database_url: str, practice: PracticeOfTests
) -> None:
    for number in range(5):
        await capture(database, practice, f"Maria Gomez {number}")
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("ANALYZE temporary_leads")
        sampled = connection.execute("SELECT attname FROM pg_stats WHERE tablename = 'temporary_leads'").fetchall()
    assert sampled
    assert not [name for (name,) in sampled if name.endswith("_sealed")]


async def test_a_table_that_somebody_holds_is_left_for_the_next_time(
    database: Database, database_url: str, practice: PracticeOfTests, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mia.platform.db.maintenance._WAIT", "SET lock_timeout = '20ms'")
    await capture(database, practice, "Maria Gomez")
    with psycopg.connect(database_url) as reader:
        reader.execute("SELECT count(*) FROM temporary_leads")
        assert not await rewrite(database.listen_dsn, "temporary_leads")
        await cleanup_expired_leads(database)
    assert await rewrite(database.listen_dsn, "temporary_leads")


async def test_one_clinics_failure_does_not_keep_the_others_waiting(
    database: Database, practice: PracticeOfTests, clock: MovableClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = await make_practice(database, f"other-{practice.slug}")
    left, gone = [await capture(database, one, "Maria Gomez") for one in (practice, other)]
    clock.move(timedelta(minutes=30))
    scope_of = access.service_scope

    def failing(clinic_id: UUID, actor: str) -> ClinicScope:
        assert clinic_id != practice.scope.clinic_id
        return scope_of(clinic_id, actor)

    with monkeypatch.context() as broken:
        broken.setattr(access, "service_scope", failing)
        await cleanup_expired_leads(database)
    async with database.clinic(practice.scope) as session:
        with pytest.raises(Conflict):
            await temporary.locked(session, left.id)
    async with database.clinic(other.scope) as session:
        with pytest.raises(NotFound):
            await temporary.locked(session, gone.id)


def test_the_worker_cleans_up_every_five_minutes(settings: Settings) -> None:
    registry = Registry()
    register_house_keeping(registry, settings)
    (task,) = [task for task in registry.periodic_tasks if task.name == "leads.cleanup_expired_leads"]
    assert (task.cron, task.task) == (EVERY_5_MINUTES, cleanup_expired_leads)
    assert EVERY_5_MINUTES == "*/5 * * * *"
