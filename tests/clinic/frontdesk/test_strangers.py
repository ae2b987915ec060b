"""Strangers: what they book is theirs alone until they show who they are, and how much of it there can be."""

from dataclasses import replace
from datetime import datetime, timedelta
from uuid import UUID

import pytest
from sqlalchemy import select

from mia.clinic.consent import service as consent
from mia.clinic.consent.models import ConsentRow
from mia.clinic.consent.service import Proof
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.models import ConversationRow
from mia.clinic.patients import service as patients
from mia.clinic.patients.models import PatientRow
from mia.clinic.verification import service as verification
from mia.clinic.verification.admission import UNVERIFIED_BOOKING
from tests.clinic.frontdesk.strangers import ANA, EMAIL, NUMBER, Doors
from tests.fakes.practice import make_patient


@pytest.mark.parametrize("door", ["call", "chat"])
async def test_who_guesses_a_name_and_number_leaves_the_record_untouched(
    doors: Doors, archived: UUID, door: str
) -> None:
    before = await doors.patient(archived)
    stranger = doors.call(NUMBER) if door == "call" else await doors.chat("198.51.100.7")
    await stranger.tool("remember_caller", name=ANA, phone=NUMBER)
    booked = await stranger.booked("ana ruiz", "305 555 0142")
    assert booked.id != archived and booked.unverified
    assert await doors.patient(archived) == before and before.archived_at is not None
    assert await doors.visits(archived) == []
    assert await doors.count(ConsentRow) == 0
    async with doors.database.clinic(doors.practice.scope) as session:
        (match,) = await patients.find_lookalikes(session, booked)
    assert match.patient.id == archived, "staff see who it may be"


async def test_the_answers_tell_nobody_who_is_a_patient(doors: Doors, archived: UUID) -> None:
    known = await doors.call().book(ANA, NUMBER)
    unknown = await doors.call().book("Leo Park", "+13055550143")
    assert known.keys() == unknown.keys()
    for phone in (NUMBER, "+13055550143"):
        assert await doors.call().tool("send_code", phone=phone) == {"status": "sent", "by": "text"}


async def test_a_strangers_record_does_not_stand_between_a_patient_and_their_number(doors: Doors) -> None:
    ana = await make_patient(doors.database, doors.practice, ANA, NUMBER)
    await doors.call().booked("Mallory Stone", NUMBER, email=EMAIL)
    async with doors.database.clinic(doors.practice.scope) as session:
        thread_id = await inbox.ensure_thread(session, NUMBER)
        assert await inbox.patient_of_thread(session, thread_id) == ana
        await inbox.opt_out(session, NUMBER, consent.SuppressionReason.STOP)
        assert not await consent.is_suppressed(session, EMAIL), "what a stranger typed is nobody's address"


async def test_one_contact_books_three_times_a_day_and_then_shows_who_it_is(doors: Doors) -> None:
    for _ in range(3):
        assert (await doors.call().book())["status"] == "booked"
    stranger = doors.call()
    assert await stranger.book() == {"status": "code_required"}
    assert (await doors.call().book("Leo Park", "+13055550143"))["status"] == "booked", "others go on"
    assert (await stranger.tool("check_code", code=await stranger.code(phone=NUMBER)))["status"] == "proven"
    assert (await stranger.book())["status"] == "booked"
    doors.clock.move(timedelta(days=1))
    assert (await doors.call().book("Eva Lin", "+13055550144"))["status"] == "booked"


async def test_one_caller_id_books_three_times_a_day_whatever_it_calls_itself(doors: Doors) -> None:
    limits = replace(doors.desk.tools.bookings, each=UNVERIFIED_BOOKING)  # as where others reach the product
    doors.desk.tools = replace(doors.desk.tools, bookings=limits)
    for line in range(3):
        assert (await doors.call("+13055550199").book(f"Caller {'ABC'[line]}", f"305555011{line}"))[
            "status"
        ] == "booked"
    assert await doors.call("+13055550199").book("Caller D", "3055550114") == {"status": "code_required"}
    assert (await doors.call("+13055550198").book("Caller D", "3055550114"))["status"] == "booked"


async def test_sixty_chats_from_everywhere_meet_the_limit_and_whoever_shows_a_code_books_all_the_same(
    doors: Doors,
) -> None:
    """Sixty conversations, each from another network, each another person: thirty visits, then codes."""
    answers = []
    for nth in range(60):
        stranger = await doors.chat(f"198.51.100.{nth + 1}")
        answers.append(
            await stranger.book(f"Person {chr(65 + nth % 26)}{chr(97 + nth // 26)}", f"+1305555{1000 + nth}")
        )
    assert [answer["status"] for answer in answers] == ["booked"] * 30 + ["code_required"] * 30
    stands = await doors.count(PatientRow)
    assert stands == 30, "what was not booked leaves no record"
    honest = await doors.chat("203.0.113.9")
    assert await honest.book("Leo Park", "+13055550143") == {"status": "code_required"}
    assert (await honest.tool("check_code", code=await honest.code(phone="+13055550143")))["status"] == "proven"
    booked = await honest.booked("Leo Park", "+13055550143")
    assert not booked.unverified


async def test_only_a_keyed_hash_of_the_network_is_kept(doors: Doors) -> None:
    await doors.chat("198.51.100.7")
    await doors.chat("2001:db8:1:2:aaaa::1")
    await doors.chat("2001:db8:1:2:bbbb::2")
    async with doors.database.clinic(doors.practice.scope) as session:
        rows = list(await session.sql.scalars(select(ConversationRow).order_by(ConversationRow.id)))
    assert b"198.51" not in b"".join(row.origin_blind or b"" for row in rows)
    assert rows[1].origin_blind == rows[2].origin_blind != rows[0].origin_blind, "a household has a /64"


async def test_staff_say_whose_a_visit_is(doors: Doors, archived: UUID) -> None:
    first = await doors.call().booked()
    second = await doors.call().booked("Leo Park", "+13055550143")
    async with doors.database.clinic(doors.practice.scope) as session:
        assert await verification.confirm_by_staff(session, first.id, archived) == archived
        assert await verification.confirm_by_staff(session, second.id, None) == second.id
        assert await consent.is_proven(session, NUMBER, frozenset({Proof.STAFF}))
        assert await consent.list_consents(session, "+13055550143")
    assert (await doors.patient(archived)).archived_at is None
    assert not (await doors.patient(second.id)).unverified
    (visit,) = await doors.visits(archived)
    assert visit.starts_at > datetime.now(visit.starts_at.tzinfo) - timedelta(days=1)


async def test_what_another_typed_is_agreed_to_by_nobody_when_the_number_is_proven(doors: Doors) -> None:
    """Mallory ticks a form with Ana's number; Ana proves her number in a call of her own: she has agreed to
    hers."""
    async with doors.database.clinic(doors.practice.scope) as session:
        await consent.hold_number_given(session, NUMBER, consent.Purpose.MARKETING, "frm_of-mallory")
    stranger = doors.call()
    await stranger.booked()
    await stranger.tool("check_code", code=await stranger.code())
    async with doors.database.clinic(doors.practice.scope) as session:
        granted = await consent.list_consents(session, NUMBER)
    assert {one.purpose for one in granted} == {consent.Purpose.APPOINTMENT}
