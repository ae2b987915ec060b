"""A booking made in a call is confirmed by text: when, with whom and where, never what for."""

from uuid import UUID

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import ANY
from mia.clinic.schedule import service as schedule
from mia.platform.kernel.ids import decode
from tests.clinic.frontdesk.strangers import ANA, NUMBER, Doors


async def test_a_stranger_is_texted_time_provider_and_address_and_nothing_more(doors: Doors) -> None:
    booked = await doors.call().book()
    assert booked["texted"] is True
    await doors.work()
    (text,) = doors.sms.texts
    async with doors.database.clinic(doors.practice.scope) as session:
        visit = await schedule.get_appointment(session, decode("apt", booked["appointment_id"]))
        assert not await consent.is_proven(session, NUMBER, ANY), "a text that they brought about proves nothing"
    for named in (visit.spoken, visit.provider, visit.location):
        assert named in text
    for kept in (visit.service, "Ana", "/v/"):
        assert kept not in text


async def test_who_proved_the_number_gets_the_link_of_the_visit(doors: Doors, archived: UUID) -> None:
    caller = doors.call()
    await caller.tool("check_code", code=await caller.code(phone=NUMBER))
    booked = await caller.book(ANA, NUMBER)
    await doors.work()
    assert booked["texted"] and "Hi Ana" in doors.sms.texts[-1] and "/v/" in doors.sms.texts[-1]
    again = {"slot_token": await caller.slot(4), "replaces": booked["appointment_id"]}
    moved = await caller.tool("book_appointment", name=ANA, phone=NUMBER, **again)
    await doors.work()
    assert moved["moved"] and "has moved to" in doors.sms.texts[-1]


async def test_who_sent_stop_is_not_texted(doors: Doors) -> None:
    async with doors.database.clinic(doors.practice.scope) as session:
        await consent.suppress(session, NUMBER, consent.SuppressionReason.STOP)
    assert (await doors.call().book())["texted"] is False
