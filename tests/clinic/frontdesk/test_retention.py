"""Content is gone after 30 days, with receipts; what the practice needs to go on stays.

The search looks at the values of every column of every table, and at the bytes of the database's files. What
was sealed may stay in free space of those files until PostgreSQL writes over it: it is ciphertext, which the
search cannot and need not tell from noise. Plain text must never have been there.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import psycopg
import pytest
import pytest_asyncio
from psycopg import sql

from mia.adapters.sandbox_mail import SandboxMailSender
from mia.clinic.consent import service as consent
from mia.clinic.frontdesk.service import FrontDesk, purge_old_content
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import TaskKind
from mia.clinic.leads import service as leads
from mia.clinic.leads.service import Learned
from mia.clinic.patients import service as patients
from mia.platform.audit import service as audit
from mia.platform.db.encryption import SealBroken
from mia.platform.db.session import ClinicSession, Database, OrgSession
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import OrgScope
from mia.platform.mail import service as mail
from mia.platform.mail.ports import EmailDefaults, Message
from mia.voice.resources.call.models import CallLine, CallRecordRow
from mia.voice.upkeep import erase_old_content
from tests.clinic.frontdesk.calls import CallOfTests
from tests.conftest import PostgresServer
from tests.fakes.practice import PracticeOfTests, make_patient

PLANTED = "a canary sang of jawlines"
"""Words that stand in everything that is said, written and noted below."""
DAYS = 30


@dataclass(frozen=True)
class Planted:
    practice: PracticeOfTests
    voice: OrgScope
    email: str


@pytest_asyncio.fixture
async def planted(call: CallOfTests, practice: PracticeOfTests, database: Database) -> Planted:
    """A call that was booked, its lead and tasks, an email, and the voice service's own record."""
    await call.tool("remember_caller", name="Maria Gomez", phone="305 555 0171", intent=PLANTED)
    await call.tool("request_person", reason=PLANTED, urgency="routine")
    await call.end(said=(f"I am Maria, {PLANTED}", PLANTED), outcome="lead", summary=PLANTED)
    async with database.clinic(practice.scope) as session:
        await inbox.open_task(session, TaskKind.FOLLOW_UP, PLANTED, phone="+13055550171")
        thread_id = await inbox.receive_text(session, inbox.InboundText("SM1", "+13055550171", PLANTED))
        await inbox.add_note(session, thread_id, PLANTED)
        (done, *_) = await inbox.list_tasks(session)
        await inbox.complete_task(session, done.id)
        email = await mail.queue(session, Message("maria@glow.example", PLANTED, PLANTED), key="demo")
    assert email is not None
    sandbox = SandboxMailSender(database, EmailDefaults("Mia <hello@mia.example>", "hello@mia.example"))
    await mail.deliver(database, practice.scope, sandbox, email)
    return Planted(practice, await plant_voice_call(database), "demo")


async def plant_voice_call(database: Database) -> OrgScope:
    scope = OrgScope(new_id(), "test")
    async with database.org(scope) as session:
        call_id = new_id()
        sealed = session.seal(PLANTED)
        session.sql.add(
            CallRecordRow(
                org_id=scope.org_id,
                id=call_id,
                type="webCall",
                status="ended",
                request_sealed=sealed,
                assistant_sealed=sealed,
                analysis_sealed=sealed,
            )
        )
        await session.sql.flush()
        session.sql.add(CallLine(org_id=scope.org_id, call_id=call_id, position=0, line_sealed=sealed))
    return scope


def values(database_url: str) -> Iterator[tuple[str, object]]:
    """Every value of every column that can hold words, with its table and column."""
    with psycopg.connect(database_url) as connection:
        columns = connection.execute(
            "SELECT table_schema, table_name, column_name FROM information_schema.columns "
            "WHERE table_schema = 'public' "
            "AND data_type IN ('bytea', 'text', 'character varying', 'jsonb', 'json', 'ARRAY')"
        ).fetchall()
        for schema, table, column in columns:
            query = sql.SQL("SELECT {} FROM {}").format(sql.Identifier(column), sql.Identifier(schema, table))
            for (value,) in connection.execute(query):
                yield f"{table}.{column}", value


def places_of(database_url: str, *sessions: ClinicSession | OrgSession) -> set[str]:
    """Where the planted words stand, sealed or not."""
    found = set()
    for place, value in values(database_url):
        texts = [str(value)]
        if isinstance(value, bytes):
            texts.append(value.decode("latin-1"))
            for session in sessions:
                try:
                    texts.append(session.unseal(value))
                except SealBroken:
                    continue
        if any(PLANTED in text for text in texts):
            found.add(place)
    return found


async def search(database: Database, database_url: str, planted: Planted) -> set[str]:
    async with database.clinic(planted.practice.scope) as clinic, database.org(planted.voice) as org:
        return places_of(database_url, clinic, org)


async def purge(database: Database) -> None:
    await purge_old_content(database, DAYS)
    await erase_old_content(database, DAYS)


async def test_planted_content_is_found_before_and_nowhere_after(
    planted: Planted, database: Database, database_url: str, clock: MovableClock
) -> None:
    before = await search(database, database_url, planted)
    assert before >= {
        "messages.text_sealed", "conversations.summary_sealed", "activities.outcome_sealed", "tasks.detail_sealed",
        "leads.intent_sealed", "mails.message_sealed", "sandbox_mails.source_sealed",
        "voice_calls.analysis_sealed", "voice_call_lines.line_sealed",
    }  # fmt: skip
    clock.move(timedelta(days=DAYS) - timedelta(hours=2))
    await purge(database)
    assert await search(database, database_url, planted) == before
    clock.move(timedelta(hours=1, minutes=1))
    await purge(database)
    assert await search(database, database_url, planted) == set()


async def test_plain_text_is_in_no_file_of_the_database_at_any_time(
    planted: Planted, database: Database, database_url: str, postgres: PostgresServer, clock: MovableClock
) -> None:
    assert await search(database, database_url, planted)
    assert files_with_plain_text(postgres, database_url) == []
    clock.move(timedelta(days=DAYS))
    await purge(database)
    assert files_with_plain_text(postgres, database_url) == []


def files_with_plain_text(postgres: PostgresServer, database_url: str) -> list[Path]:
    """Files of the cluster, write-ahead log included, in which the words can be read."""
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("CHECKPOINT")
    files = [path for path in postgres.embedded.home.rglob("*") if path.is_file()]
    assert any("pg_wal" in path.parts for path in files)
    return [path for path in files if path.exists() and PLANTED.encode() in path.read_bytes()]


async def test_each_kind_leaves_a_receipt(planted: Planted, database: Database, clock: MovableClock) -> None:
    clock.move(timedelta(days=DAYS))
    await purge(database)
    async with database.clinic(planted.practice.scope) as session:
        receipts = {receipt.kind: receipt for receipt in await audit.list_receipts(session)}
    assert {kind: receipt.count for kind, receipt in receipts.items()} == {
        "message": 2, "conversation": 1, "activity": 1, "task": 2, "tool_run": 2, "lead": 1, "mail": 2,
    }  # fmt: skip
    assert all(clock.now() - receipt.cutoff < timedelta(days=DAYS) for receipt in receipts.values())
    async with database.org(planted.voice) as org:
        assert [(receipt.kind, receipt.count) for receipt in await audit.list_receipts(org)] == [("voice_call", 1)]


async def test_a_second_run_finds_nothing_and_leaves_no_receipt(
    planted: Planted, database: Database, clock: MovableClock
) -> None:
    clock.move(timedelta(days=DAYS))
    await purge(database)
    async with database.clinic(planted.practice.scope) as session:
        before = await audit.list_receipts(session)
    assert await purge_old_content(database, DAYS) == 0
    async with database.clinic(planted.practice.scope) as session:
        assert await audit.list_receipts(session) == before


async def test_patients_consents_and_the_history_of_contacts_stay(
    planted: Planted, database: Database, clock: MovableClock, desk: FrontDesk
) -> None:
    known = await make_patient(database, planted.practice)
    async with database.clinic(planted.practice.scope) as session:
        await consent.record_number_given(session, "+13055550171", consent.Purpose.CALL_BACK, "cnv_x")
    clock.move(timedelta(days=DAYS))
    await purge(database)
    async with database.clinic(planted.practice.scope) as session:
        assert (await patients.get_patient(session, known)).name == "Ana Ruiz"
        assert await consent.list_consents(session, "+13055550171")
        (lead,) = await leads.list_for_person(session, "+13055550171", [])
        (activity,) = (await inbox.search_activities(session, inbox.ActivitySearch())).items
        open_tasks = await inbox.list_tasks(session)
    assert lead.learned == Learned(name="Maria Gomez", phone="+13055550171")
    assert (activity.patient_name, activity.outcome) == ("Maria Gomez", "Details removed after 30 days")
    assert not activity.has_transcript
    assert [(task.detail, task.phone) for task in open_tasks] == [("Details removed after 30 days", "+13055550171")]


@pytest.mark.parametrize("days", [1, 30])
async def test_the_setting_in_force_decides(
    days: int, planted: Planted, database: Database, database_url: str, clock: MovableClock
) -> None:
    clock.move(timedelta(days=1))
    await purge_old_content(database, days)
    left = await search(database, database_url, planted)
    assert ("messages.text_sealed" in left) is (days == 30)


async def test_a_receipt_can_be_neither_changed_nor_taken_back(
    planted: Planted, database: Database, database_url: str, clock: MovableClock
) -> None:
    clock.move(timedelta(days=DAYS))
    await purge(database)
    with psycopg.connect(database_url) as connection:
        granted = connection.execute(
            "SELECT privilege_type FROM information_schema.role_table_grants "
            "WHERE table_name = 'purge_receipts' AND grantee = 'mia_app'"
        ).fetchall()
    assert {kind for (kind,) in granted} == {"SELECT", "INSERT"}
