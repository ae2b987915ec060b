"""Processes killed between intent and outcome: for every purpose, no one is contacted twice and nothing is lost."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import select, update

from mia.clinic.calendar import service as calendar
from mia.clinic.consent.service import Basis, Channel, Purpose
from mia.clinic.leads import service as leads
from mia.clinic.outreach.models import OutreachRow
from mia.clinic.practice import service as practices
from mia.clinic.recalls.service import Kind
from mia.clinic.schedule.service import Place
from mia.platform.db.migrate import app_url
from mia.platform.mail.models import MailRow
from tests.clinic.outreach.killing import killed_at, successor, taken
from tests.clinic.recalls.conftest import NUMBER, Center
from tests.conftest import APP_PASSWORD
from tests.fakes.waiting import eventually

EMAIL = "ana@patients.example"
THURSDAY = datetime(2026, 3, 26, 18, tzinfo=UTC)
FOR_VISITS = ((Channel.SMS, Purpose.APPOINTMENT, Basis.NUMBER_GIVEN),)


async def recall_by_text(center: Center) -> None:
    await center.start(await center.patient())


async def recall_by_mail(center: Center) -> None:
    await center.start(await center.patient(phone=None, email=EMAIL))


async def recall_by_call(center: Center) -> None:
    await center.start(await center.patient(), Kind.CALL)


async def lead_by_text(center: Center) -> None:
    await capture(center, by_call=False)


async def lead_by_call(center: Center) -> None:
    await capture(center, by_call=True)


async def notice_by_text(center: Center) -> None:
    await book(center, phone=NUMBER, email=None)


async def notice_by_mail(center: Center) -> None:
    await book(center, phone=None, email=EMAIL)


async def capture(center: Center, *, by_call: bool) -> None:
    """Staff enter someone who asked to be contacted."""
    async with center.database.clinic(center.practice.scope) as session:
        settings = (await practices.get_practice(session)).settings
        await practices.save_settings(session, replace(settings, follows_up_leads=True))
        lead = leads.NewLead(
            "Noa Levin", source="staff", phone=NUMBER, agrees_to_texts=not by_call, agrees_to_ai_calls=by_call
        )
        await leads.add_lead(session, lead)


async def book(center: Center, *, phone: str | None, email: str | None) -> None:
    """Staff book a visit, of which the patient is told."""
    patient_id = await center.patient(phone=phone, email=email, consents=FOR_VISITS)
    async with center.database.clinic(center.practice.scope) as session:
        place = Place(THURSDAY, center.practice.dr_reyes)
        await calendar.book(session, patient_id, center.practice.botox, place, key="killed-booking")


async def let_claims_lapse(center: Center) -> None:
    """An email that is in someone's hands is so by the machine's time; that a minute of it has passed."""
    async with center.database.clinic(center.practice.scope) as session:
        mine = MailRow.clinic_id == session.scope.clinic_id
        await session.sql.execute(update(MailRow).where(mine).values(claimed_until=None))


WAYS = (
    recall_by_text,
    recall_by_mail,
    recall_by_call,
    lead_by_text,
    lead_by_call,
    notice_by_text,
    notice_by_mail,
)


@pytest.mark.drill(every=3)
@pytest.mark.parametrize("moment", ["before", "after"])
@pytest.mark.parametrize("begin", WAYS)
async def test_a_worker_killed_while_it_sends_contacts_nobody_twice(
    center: Center, database_url: str, tmp_path: Path, begin: Callable[[Center], Awaitable[None]], moment: str
) -> None:
    dsn, world = app_url(database_url, APP_PASSWORD), tmp_path / "world"
    await begin(center)
    center.clock.move(timedelta(seconds=11))
    await killed_at(center.clock, dsn, world, moment)
    assert len(taken(world)) == (1 if moment == "after" else 0)
    center.clock.move(timedelta(minutes=2))
    await let_claims_lapse(center)

    async def is_settled() -> bool:
        async with center.database.clinic(center.practice.scope) as session:
            query = select(OutreachRow).where(OutreachRow.clinic_id == session.scope.clinic_id)
            (row,) = await session.sql.scalars(query)
            return row.state == "sent" or row.voice_id is not None

    async with successor(center.database, world):
        await eventually(is_settled, within_s=150)
    assert len(taken(world)) == 1


@pytest.mark.drill
async def test_a_web_process_killed_while_it_writes_the_intent_leaves_nothing(
    center: Center, database_url: str, tmp_path: Path
) -> None:
    patient_id = await center.patient()
    ids = (str(center.practice.scope.clinic_id), str(patient_id))
    dsn, world = app_url(database_url, APP_PASSWORD), tmp_path / "world"
    await killed_at(center.clock, dsn, world, "intent", *ids)
    assert await center.activities() == []
    outreach = await center.start(patient_id, Kind.MESSAGE, "click-killed")
    assert outreach.decision.allowed
    await center.work()
    assert len(center.sms.taken) == 1
