"""What is left of an outreach when the person is forgotten, or when it has had its time."""

from datetime import timedelta

from sqlalchemy import select

from mia.clinic.leads.answers.service import register_conversion
from mia.clinic.outreach import service as outreach
from mia.clinic.outreach.models import OutreachRow
from tests.clinic.outreach.test_killed import capture, notice_by_text
from tests.clinic.recalls.conftest import Center


async def rows(center: Center) -> list[OutreachRow]:
    async with center.database.clinic(center.practice.scope) as session:
        query = select(OutreachRow).where(OutreachRow.clinic_id == session.scope.clinic_id)
        return list(await session.sql.scalars(query))


async def test_what_is_planned_for_a_person_who_is_forgotten_neither_leaves_nor_stays_in_the_history(
    center: Center,
) -> None:
    await center.start(await center.patient("Leo Park", "+13055550143"))
    await notice_by_text(center)
    planned = await rows(center)
    assert {row.purpose for row in planned} == {"recall", "visit"}
    async with center.database.clinic(center.practice.scope) as session:
        await outreach.erase_outreach(session, [row.patient_id for row in planned if row.patient_id], [])
    assert await center.activities() == []
    await center.work()
    assert center.sms.taken == []
    assert {(row.state, row.address_sealed) for row in await rows(center)} == {("cancelled", None)}


async def test_a_lead_who_is_forgotten_is_gone_from_the_history(center: Center) -> None:
    register_conversion(center.registry)
    await capture(center, by_call=False)
    await center.work()
    (intent,) = await rows(center)
    assert (intent.purpose, intent.state, len(await center.activities())) == ("lead", "sent", 1)
    assert intent.lead_id is not None
    async with center.database.clinic(center.practice.scope) as session:
        await outreach.erase_outreach(session, [], [intent.lead_id])
    assert await center.activities() == []


async def test_to_whom_it_went_is_kept_no_longer_than_content_is(center: Center) -> None:
    await center.start(await center.patient())
    await center.work()
    center.clock.move(timedelta(days=31))
    async with center.database.clinic(center.practice.scope) as session:
        assert await outreach.purge_outreach(session, session.now() - timedelta(days=30)) == 1
        assert await outreach.purge_outreach(session, session.now() - timedelta(days=30)) == 0
    (row,) = await rows(center)
    assert (row.state, row.address_sealed, row.address_blind) == ("sent", None, None)
