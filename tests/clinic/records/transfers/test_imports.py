"""A file becomes patients: in steps, once, and back again."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
import pytest_asyncio
from sqlalchemy import text

from mia.clinic.consent import service as consent
from mia.clinic.inbox import service as inbox
from mia.clinic.patients import service as patients
from mia.clinic.patients.service import NewPatient
from mia.clinic.recalls import service as recalls
from mia.clinic.recalls.service import Group
from mia.clinic.records.transfers import service
from mia.clinic.records.transfers.fields import DateOrder
from mia.clinic.records.transfers.jobs import forget_old_imports
from mia.clinic.records.transfers.service import PART_BYTES, ImportState
from mia.clinic.records.transfers.steps import take_step
from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.errors import Conflict, Invalid, NotFound
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import ClinicScope
from tests.clinic.records.transfers.files import HEADER, MAPPING, begin, bring_in, work
from tests.fakes.practice import make_practice

NOW = datetime(2026, 3, 2, 20, tzinfo=UTC)


@pytest.fixture
def afternoon(clock: MovableClock) -> None:
    clock.set(NOW)


@pytest_asyncio.fixture
async def scope(database: Database, afternoon: None) -> ClinicScope:
    return (await make_practice(database, new_id().hex)).scope


async def names(database: Database, scope: ClinicScope, group: Group = Group.ALL) -> Sequence[str]:
    async with database.clinic(scope) as session:
        return sorted(item.name for item in (await recalls.search(session, group=group, size=100)).items)


async def test_who_wrote_before_the_file_came_keeps_the_conversation(
    database: Database, scope: ClinicScope
) -> None:
    async with database.clinic(scope) as session:
        hello = inbox.InboundText("text-1", "+13055550142", "Hello")
        thread_id = await inbox.receive_text(session, hello)
    await bring_in(database, scope, "Ana Ruiz,(305) 555-0142,6/1/2025,Botox,\n")
    async with database.clinic(scope) as session:
        assert (await inbox.get_thread(session, thread_id))[0].name == "Ana Ruiz"


async def test_imported_patients_are_found_and_overdue(database: Database, scope: ClinicScope) -> None:
    done = await bring_in(
        database,
        scope,
        "Ana Ruiz,(305) 555-0142,6/1/2025,Botox,\nBo Lind,(305) 555-0143,2/20/2026,Botox,\nCy Vale,,,,\n",
    )
    assert (done.state, dict(done.counts)) == (
        ImportState.DONE,
        {
            "new": 3,
            "known": 0,
            "repeated": 0,
            "matched": 0,
            "updated": 0,
            "agreed": 0,
            "declined": 0,
            "stands": 0,
            "visits": 2,
            "refused": 0,
            "warned": 0,
            "opted_out": 0,
        },
    )
    assert await names(database, scope) == ["Ana Ruiz", "Bo Lind", "Cy Vale"]
    assert await names(database, scope, Group.OVERDUE) == ["Ana Ruiz"]
    async with database.clinic(scope) as session:
        assert [hit.score for hit in await patients.search_patients(session, "anna ruis")] != []


async def test_the_check_tells_what_would_come_and_adds_nobody(database: Database, scope: ClinicScope) -> None:
    async with database.clinic(scope) as session:
        known = await patients.add_patient(session, NewPatient("Ána Ruiz", "(305) 555-0142"))
        await recalls.refresh(session, [known.id])
    import_id = await begin(
        database,
        scope,
        (
            HEADER + "ANA RUIZ,305-555-0142,,,\nBo Lind,(305) 555-0143,2/20/2026,Botox,\n"
            "Bo Lind,(305) 555-0143,,,\n=1+1,,,,\nDee Low,12,,,\nEd Moss,,1/2/2026,Moon dust,yes\n"
        ).encode(),
    )
    read = await work(database, scope, import_id)
    assert (read.state, read.rows, dict(read.mapping)) == (ImportState.READ, 6, MAPPING)
    async with database.clinic(scope) as session:
        await service.check(session, import_id, MAPPING, DateOrder.MONTH_FIRST)
    checked = await work(database, scope, import_id)
    assert checked.state is ImportState.CHECKED
    assert checked.counts == {
        "known": 1,
        "new": 3,
        "repeated": 1,
        "matched": 1,
        "updated": 0,
        "agreed": 0,
        "declined": 0,
        "stands": 0,
        "visits": 1,
        "refused": 1,
        "warned": 2,
        "opted_out": 1,
    }
    async with database.clinic(scope) as session:
        faults = await service.list_faults(session, import_id, 0, 100)
    assert [(fault.line, fault.field, fault.reason, fault.refused) for fault in faults] == [
        (5, "name", "formula", True),
        (6, "phone", "unreadable", False),
        (7, "treatment", "unknown", False),
    ]
    assert await names(database, scope) == ["Ána Ruiz"]


async def test_the_import_does_what_its_check_told(database: Database, scope: ClinicScope) -> None:
    once = "Ana Ruiz,(305) 555-0142,6/1/2025,Botox,\n"
    await bring_in(database, scope, once)
    again = "Bo Lind,(305) 555-0143,2/20/2026,Botox,\nBo Lind,(305) 555-0143,2/20/2026,Botox,\nDee Low,12,,,\n"
    import_id = await begin(database, scope, (HEADER + once + again).encode())
    await work(database, scope, import_id)
    async with database.clinic(scope) as session:
        await service.check(session, import_id, MAPPING, DateOrder.MONTH_FIRST)
    told = dict((await work(database, scope, import_id)).counts)
    async with database.clinic(scope) as session:
        await service.start(session, import_id)
    assert dict((await work(database, scope, import_id)).counts) == told
    assert (told["new"], told["known"], told["repeated"], told["visits"]) == (2, 1, 1, 1)


async def test_the_same_file_twice_adds_nobody_and_no_visit_twice(database: Database, scope: ClinicScope) -> None:
    content = "Ana Ruiz,(305) 555-0142,6/1/2025,Botox,\nAna Ruiz,(305) 555-0142,9/1/2025,Botox,\n"
    first = await bring_in(database, scope, content)
    second = await bring_in(database, scope, content)
    assert [(each.counts["new"], each.counts["visits"]) for each in (first, second)] == [(1, 2), (0, 0)]


async def test_who_wanted_no_contact_before_wants_none_now(database: Database, scope: ClinicScope) -> None:
    await bring_in(database, scope, "Ana Ruiz,(305) 555-0142,,,yes\n")
    async with database.clinic(scope) as session:
        assert await consent.is_suppressed(session, "+13055550142")


async def test_undo_takes_back_whom_nobody_has_touched(database: Database, scope: ClinicScope) -> None:
    async with database.clinic(scope) as session:
        known = await patients.add_patient(session, NewPatient("Old Hand", "(305) 555-0140"))
        await recalls.refresh(session, [known.id])
    done = await bring_in(
        database,
        scope,
        "Ana Ruiz,(305) 555-0142,6/1/2025,Botox,\nBo Lind,(305) 555-0143,,,\n"
        "Old Hand,(305) 555-0140,6/1/2025,Botox,\n",
    )
    async with database.clinic(scope) as session:
        (touched,) = await patients.find_by_phone(session, "(305) 555-0143")
        await patients.save_note(session, touched.id, "Called about parking", touched.note_version)
    async with database.clinic(scope) as session:
        await service.undo(session, done.id)
    undone = await work(database, scope, done.id)
    assert (undone.state, dict(undone.counts)) == (ImportState.UNDONE, {"removed": 1, "kept": 1})
    assert await names(database, scope) == ["Bo Lind", "Old Hand"]
    assert await names(database, scope, Group.OVERDUE) == []
    async with database.clinic(scope) as session:
        assert await patients.list_treatments(session, known.id) == []
        with pytest.raises(Conflict):
            await service.undo(session, done.id)


async def test_a_worker_that_dies_is_followed_by_one_that_goes_on(database: Database, scope: ClinicScope) -> None:
    rows = "".join(f"Person {number},(305) 555-{number:04d},,,\n" for number in range(1200))
    import_id = await begin(database, scope, (HEADER + rows).encode())
    await work(database, scope, import_id)
    async with database.clinic(scope) as session:
        await service.check(session, import_id, MAPPING, DateOrder.MONTH_FIRST)
    await work(database, scope, import_id)
    async with database.clinic(scope) as session:
        await service.start(session, import_id)
    with pytest.raises(RuntimeError):
        async with database.clinic(scope) as session:
            await take_step(session, import_id)
            raise RuntimeError  # killed before its commit

    async def step() -> None:
        async with database.clinic(scope) as session:
            await take_step(session, import_id)

    await asyncio.gather(step(), step())  # the event of the dead worker and its repetition
    done = await work(database, scope, import_id)
    assert (done.state, done.counts["new"], len(await _everybody(database, scope))) == (
        ImportState.DONE,
        1200,
        1200,
    )


async def _everybody(database: Database, scope: ClinicScope) -> list[UUID]:
    async with database.clinic(scope) as session:
        return list(await session.sql.scalars(text("SELECT id FROM patients")))


async def test_what_stood_in_the_file_is_gone_once_it_is_imported(database: Database, scope: ClinicScope) -> None:
    done = await bring_in(database, scope, "Ana Ruiz,(305) 555-0142,,,\n")
    async with database.clinic(scope) as session:
        for table in ("parts", "pieces", "seen"):
            left = await session.sql.scalar(text(f"SELECT count(*) FROM patient_import_{table}"))
            assert left == 0, table
        assert (await service.get_import(session, done.id)).file_name == "patients.csv"


async def test_a_file_left_lying_is_gone_after_a_day(
    database: Database, scope: ClinicScope, clock: MovableClock
) -> None:
    import_id = await begin(database, scope, (HEADER + "Ana Ruiz,,,,\n").encode())
    await work(database, scope, import_id)
    clock.set(NOW + timedelta(hours=25))
    await forget_old_imports(database)
    async with database.clinic(scope) as session:
        with pytest.raises(NotFound):
            await service.get_import(session, import_id)


async def test_an_unreadable_file_says_why(database: Database, scope: ClinicScope) -> None:
    import_id = await begin(database, scope, b"PK\x03\x04 a workbook")
    failed = await work(database, scope, import_id)
    assert (failed.state, failed.failure) == (ImportState.FAILED, "workbook")


async def test_parts_may_come_again_but_must_fit(database: Database, scope: ClinicScope) -> None:
    content = b"Name\n" + b"Ana Ruiz\n" * 70_000
    async with database.clinic(scope) as session:
        made = await service.begin(session, "big.csv", len(content))
        assert made.parts == 2
        await service.save_part(session, made.id, 0, b"x" * PART_BYTES)
        await service.save_part(session, made.id, 0, content[:PART_BYTES])
    async with database.clinic(scope) as session:
        with pytest.raises(Conflict, match="missing"):
            await service.read(session, made.id)
        for number, part in ((2, b"x"), (-1, b"x"), (1, b"x")):
            with pytest.raises(Invalid):
                await service.save_part(session, made.id, number, part)
