"""The lengths of the lists: kept, never counted, and right on every day."""

from datetime import timedelta
from uuid import UUID

import pytest
from sqlalchemy import func, select

from mia.clinic.recalls import listing
from mia.clinic.recalls import service as recalls
from mia.clinic.recalls.models import LedgerRow, ListedPatientRow, RecallTallyRow
from mia.clinic.recalls.service import Group
from mia.clinic.recalls.tallies import count_listed, count_overdue, settle_recall_tallies
from mia.platform.db.session import ClinicSession
from tests.clinic.recalls.conftest import Center

GROUPS = [Group.OVERDUE, Group.ALL, Group.BOTOX, Group.DERMAL_FILLER, Group.VIP]


async def counted(session: ClinicSession, group: Group, treatment: str | None = None) -> int:
    row = ListedPatientRow
    query = select(func.count()).where(
        row.clinic_id == session.scope.clinic_id, listing.slice_of(group.value).condition
    )
    if treatment is not None:
        query = query.where(row.treatment == treatment)
    return await session.sql.scalar(query, {"now": session.now()}) or 0


async def overdue_by_service(session: ClinicSession) -> dict[UUID, int]:
    query = select(LedgerRow.service_id, func.count()).where(
        LedgerRow.clinic_id == session.scope.clinic_id, LedgerRow.overdue_at <= session.now()
    )
    return dict((await session.sql.execute(query.group_by(LedgerRow.service_id))).all())


async def agree(session: ClinicSession) -> None:
    for group in GROUPS:
        assert await count_listed(session, group) == await counted(session, group)
        assert await count_listed(session, group, ["Botox"]) == await counted(session, group, "Botox")
    assert await count_overdue(session) == await overdue_by_service(session)


@pytest.mark.parametrize("days", [0, 1, 20, 31, 90, 400])
async def test_the_kept_lengths_are_those_of_the_lists_on_every_day(center: Center, days: int) -> None:
    for number, ago in enumerate((10, 97, 99, 120, 400, 900)):
        await center.patient(
            f"Person {number}", f"+1305555014{number}", last_visit_days=ago, tags=("VIP",) * (ago > 99)
        )
    await center.patient("Never Seen", "+13055550149", last_visit_days=None)
    center.clock.move(timedelta(days=days))
    async with center.database.clinic(center.practice.scope) as session:
        assert await count_listed(session, Group.ALL) == 7
        await agree(session)


async def test_lengths_follow_what_changes_and_the_nightly_run(center: Center) -> None:
    patient_id = await center.patient()
    async with center.database.clinic(center.practice.scope) as session:
        assert await count_listed(session, Group.OVERDUE) == 1
        await center.visit(session, patient_id, days_ago=1)
        await recalls.refresh(session, [patient_id])
        assert await count_listed(session, Group.OVERDUE) == 0
        await agree(session)
    async with center.database.clinic(center.practice.scope) as session:
        await recalls.refresh(session)
        await agree(session)


async def test_settling_leaves_one_row_of_each(center: Center) -> None:
    for number in range(3):
        await center.patient(f"Person {number}", f"+1305555014{number}")
    async with center.database.clinic(center.practice.scope) as session:
        await settle_recall_tallies(session)
        row = RecallTallyRow
        repeated = (
            select(row.kind)
            .where(row.clinic_id == session.scope.clinic_id)
            .group_by(row.kind, row.month, row.label)
            .having(func.count() > 1)
        )
        assert (await session.sql.execute(repeated)).all() == []
        await agree(session)


async def test_pages_from_the_end_are_those_from_the_beginning(center: Center) -> None:
    for number in range(7):
        await center.patient(f"Person {number}", f"+1305555014{number}", last_visit_days=100 + number)
    async with center.database.clinic(center.practice.scope) as session:
        every = [item.id for item in (await recalls.search(session, size=100)).items]
        pages = [(await recalls.search(session, page=page, size=2)).items for page in (1, 2, 3, 4)]
        assert [item.id for page in pages for item in page] == every
        assert [len(page) for page in pages] == [2, 2, 2, 1]
