"""Offers become appointments once, anyone who tries, and everything is checked again."""

import asyncio
from datetime import UTC, datetime, timedelta
from uuid import UUID

import psycopg
import pytest
import pytest_asyncio
from sqlalchemy import func, select, text

from mia.clinic.patients import service as patients
from mia.clinic.practice.models import ClosureRow
from mia.clinic.practice.queries import add_rows
from mia.clinic.practice.service import Interval
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import Booked, Expired, Offer, SlotSigner, Taken, Wish
from mia.platform.db.migrate import app_url
from mia.platform.db.session import Database
from mia.platform.jobs.models import OutboxRow
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.errors import Conflict, Invalid, NotFound
from mia.platform.kernel.ids import new_id
from mia.platform.realtime.models import FeedRow
from tests.conftest import APP_PASSWORD, MASTER_KEY
from tests.fakes.practice import SIGNER, PracticeOfTests, fixed_signer, make_patient, make_practice, next_weekday


@pytest_asyncio.fixture
async def practice(database: Database) -> PracticeOfTests:
    return await make_practice(database, f"practice-{new_id().hex}")


@pytest.fixture
def tuesday(clock: MovableClock) -> datetime:
    return next_weekday(clock.now(), 1, 14, 30)


async def offer_of(
    database: Database, practice: PracticeOfTests, near: datetime, provider_id: UUID | None = None
) -> Offer:
    wish = Wish(practice.botox, near=near, provider_id=provider_id)
    async with database.clinic(practice.scope) as session:
        offers = await schedule.offer_slots(session, SIGNER, wish, limit=1)
    assert offers.exact
    return offers.offers[0]


async def book(
    database: Database, practice: PracticeOfTests, token: str, patient_id: UUID, key: str | None = None
) -> Booked | Taken | Expired:
    async with database.clinic(practice.scope) as session:
        return await schedule.book(
            session, SIGNER, token, patient_id, source="mia", idempotency_key=key or str(new_id())
        )


async def test_an_offer_can_be_booked(database: Database, practice: PracticeOfTests, tuesday: datetime) -> None:
    patient = await make_patient(database, practice)
    offer = await offer_of(database, practice, tuesday)
    result = await book(database, practice, offer.token, patient)
    assert isinstance(result, Booked)
    appointment = result.appointment
    assert appointment.starts_at == tuesday.astimezone(UTC)
    assert appointment.ends_at - appointment.starts_at == timedelta(minutes=30)
    assert (appointment.patient_id, appointment.service) == (patient, "Botox")
    assert appointment.spoken == offer.spoken
    assert appointment.spoken.startswith("Tuesday, ") and appointment.spoken.endswith(" at 2:30 PM")


async def test_a_booking_tells_the_outbox_the_feed_and_the_dashboard(
    database: Database, practice: PracticeOfTests, tuesday: datetime
) -> None:
    patient = await make_patient(database, practice)
    offer = await offer_of(database, practice, tuesday)
    result = await book(database, practice, offer.token, patient)
    assert isinstance(result, Booked)
    async with database.clinic(practice.scope) as session:
        event = (await session.sql.scalars(select(OutboxRow))).one()
        news = (await session.sql.scalars(select(FeedRow))).one()
        (recent,) = await patients.recent_treatments(session)
    assert event.name == "appointment.booked"
    assert event.ids == {"appointment_id": str(result.appointment.id), "patient_id": str(patient)}
    assert (news.kind, news.object_id) == ("appointment.changed", result.appointment.id)
    assert (recent.treatment_name, recent.status, recent.price_cents) == ("Botox", "scheduled", 10_000)


@pytest.mark.race
async def test_of_64_parallel_attempts_one_wins(
    database_url: str, database: Database, practice: PracticeOfTests, tuesday: datetime
) -> None:
    people = [await make_patient(database, practice, phone=f"305555{100 + i:04}") for i in range(64)]
    offer = await offer_of(database, practice, tuesday, practice.dr_reyes)
    crowd = Database.connect(app_url(database_url, APP_PASSWORD), MASTER_KEY, database.clock, pool_size=32)
    try:
        results = await asyncio.gather(*[book(crowd, practice, offer.token, person) for person in people])
    finally:
        await crowd.close()
    won = [result for result in results if isinstance(result, Booked)]
    assert len(won) == 1
    lost = [result for result in results if isinstance(result, Taken)]
    assert len(lost) == 63
    assert all(result.offers for result in lost)
    assert all(other.starts_at != offer.starts_at or other.provider_id != offer.provider_id
               for result in lost for other in result.offers)  # fmt: skip


async def test_the_database_itself_refuses_overlaps_of_a_provider_or_a_room(
    database_url: str, database: Database, practice: PracticeOfTests, tuesday: datetime
) -> None:
    patient = await make_patient(database, practice)
    offer = await offer_of(database, practice, tuesday, practice.dr_reyes)
    assert isinstance(await book(database, practice, offer.token, patient), Booked)
    copy = (
        "INSERT INTO appointments (clinic_id, id, patient_id, service_id, provider_id, room_id, location_id, "
        "starts_at, ends_at, busy_until, status, source) SELECT clinic_id, gen_random_uuid(), patient_id, "
        "service_id, {provider}, {room}, location_id, starts_at + '40 minutes', ends_at + '40 minutes', "
        "busy_until + '40 minutes', status, source FROM appointments WHERE clinic_id = %(clinic)s"
    )
    other_provider = "%(kim)s::uuid"
    other_room = "(SELECT r.id FROM rooms r WHERE r.clinic_id = %(clinic)s AND r.name = 'B')"
    values = {"clinic": practice.scope.clinic_id, "kim": practice.nurse_kim}
    async with await psycopg.AsyncConnection.connect(database_url) as connection:
        for provider, room in (("provider_id", other_room), (other_provider, "room_id")):
            with pytest.raises(psycopg.errors.ExclusionViolation):
                await connection.execute(copy.format(provider=provider, room=room).encode(), values)
            await connection.rollback()
        await connection.execute(copy.format(provider=other_provider, room=other_room).encode(), values)


async def test_a_taken_slot_leads_to_other_offers(
    database: Database, practice: PracticeOfTests, tuesday: datetime
) -> None:
    ana = await make_patient(database, practice)
    bo = await make_patient(database, practice, "Bo Lind", "(305) 555-0143")
    offer = await offer_of(database, practice, tuesday, practice.dr_reyes)
    assert isinstance(await book(database, practice, offer.token, ana), Booked)
    result = await book(database, practice, offer.token, bo)
    assert isinstance(result, Taken)
    again = await book(database, practice, result.offers[0].token, bo)
    assert isinstance(again, Booked)


@pytest.mark.race
async def test_the_same_key_books_once(database: Database, practice: PracticeOfTests, tuesday: datetime) -> None:
    patient = await make_patient(database, practice)
    offer = await offer_of(database, practice, tuesday)
    attempts = [book(database, practice, offer.token, patient, "call-1") for _ in range(5)]
    results = [*await asyncio.gather(*attempts), await book(database, practice, offer.token, patient, "call-1")]
    ids = {result.appointment.id for result in results if isinstance(result, Booked)}
    assert len(ids) == 1 and all(isinstance(result, Booked) for result in results)
    async with database.clinic(practice.scope) as session:
        assert await session.sql.scalar(select(func.count()).select_from(OutboxRow)) == 1


async def test_a_key_used_for_somebody_else_is_refused(
    database: Database, practice: PracticeOfTests, tuesday: datetime
) -> None:
    ana = await make_patient(database, practice)
    bo = await make_patient(database, practice, "Bo Lind", "(305) 555-0143")
    offer = await offer_of(database, practice, tuesday)
    await book(database, practice, offer.token, ana, "call-1")
    with pytest.raises(Conflict):
        await book(database, practice, offer.token, bo, "call-1")


async def test_an_expired_offer_is_made_anew(
    database: Database, practice: PracticeOfTests, tuesday: datetime, clock: MovableClock
) -> None:
    patient = await make_patient(database, practice)
    offer = await offer_of(database, practice, tuesday)
    clock.move(timedelta(minutes=10, seconds=1))
    result = await book(database, practice, offer.token, patient)
    assert isinstance(result, Expired)
    assert result.offers[0].starts_at == offer.starts_at
    assert isinstance(await book(database, practice, result.offers[0].token, patient), Booked)


async def test_an_offer_in_a_message_holds_for_two_days(
    database: Database, practice: PracticeOfTests, tuesday: datetime, clock: MovableClock
) -> None:
    patient = await make_patient(database, practice)
    later = tuesday + timedelta(days=7)
    async with database.clinic(practice.scope) as session:
        wish = Wish(practice.botox, near=later)
        offers = await schedule.offer_slots(session, SIGNER, wish, valid_for=schedule.IN_MESSAGE)
    clock.move(timedelta(hours=47))
    assert isinstance(await book(database, practice, offers.offers[0].token, patient), Booked)


async def test_a_slot_of_a_day_closed_meanwhile_counts_as_taken(
    database: Database, practice: PracticeOfTests, tuesday: datetime
) -> None:
    patient = await make_patient(database, practice)
    offer = await offer_of(database, practice, tuesday)
    day = tuesday.date()
    async with database.clinic(practice.scope) as session:
        closure = {"location_id": None, "first_day": day, "last_day": day, "reason": "Storm"}
        await add_rows(session, ClosureRow, [closure])
    result = await book(database, practice, offer.token, patient)
    assert isinstance(result, Taken)
    assert all(other.starts_at.date() != day for other in result.offers)


@pytest.mark.parametrize("spoil", ["", "x", "AAAA", "é!", "flip", "longer"])
async def test_a_tampered_token_is_refused(
    database: Database, practice: PracticeOfTests, tuesday: datetime, spoil: str
) -> None:
    patient = await make_patient(database, practice)
    token = (await offer_of(database, practice, tuesday)).token
    spoiled = {
        "flip": token[:90] + ("A" if token[90] != "A" else "B") + token[91:],
        "longer": token + "AAAA",
    }.get(spoil, spoil)
    with pytest.raises(Invalid) as refusal:
        await book(database, practice, spoiled, patient)
    assert "slot_token" in refusal.value.fields


async def test_a_token_signed_with_another_key_is_refused(
    database: Database, practice: PracticeOfTests, tuesday: datetime
) -> None:
    patient = await make_patient(database, practice)
    async with database.clinic(practice.scope) as session:
        forged = await schedule.offer_slots(
            session, SlotSigner(fixed_signer(b"guess")), Wish(practice.botox, near=tuesday)
        )
    with pytest.raises(Invalid):
        await book(database, practice, forged.offers[0].token, patient)


async def test_a_token_of_another_clinic_is_refused(
    database: Database, practice: PracticeOfTests, tuesday: datetime
) -> None:
    stranger = await make_practice(database, f"practice-{new_id().hex}")
    patient = await make_patient(database, stranger)
    offer = await offer_of(database, practice, tuesday)
    with pytest.raises(Invalid):
        await book(database, stranger, offer.token, patient)


async def test_a_patient_of_another_clinic_is_not_found(
    database: Database, practice: PracticeOfTests, tuesday: datetime
) -> None:
    stranger = await make_practice(database, f"practice-{new_id().hex}")
    foreign_patient = await make_patient(database, stranger)
    offer = await offer_of(database, practice, tuesday)
    with pytest.raises(NotFound):
        await book(database, practice, offer.token, foreign_patient)


async def test_a_cancelled_visit_frees_its_time_and_leaves_no_treatment(
    database: Database, practice: PracticeOfTests, tuesday: datetime
) -> None:
    patient = await make_patient(database, practice)
    offer = await offer_of(database, practice, tuesday, practice.dr_reyes)
    result = await book(database, practice, offer.token, patient)
    assert isinstance(result, Booked)
    async with database.clinic(practice.scope) as session:
        await schedule.cancel(session, result.appointment.id)
        again = await schedule.cancel(session, result.appointment.id)
        assert again.status == "cancelled"
        assert await patients.recent_treatments(session) == []
        names = [event.name for event in await session.sql.scalars(select(OutboxRow).order_by(OutboxRow.id))]
    assert names == ["appointment.booked", "appointment.cancelled"]
    assert (await offer_of(database, practice, tuesday, practice.dr_reyes)).starts_at == offer.starts_at


async def test_a_completed_visit_cannot_be_cancelled(
    database: Database, practice: PracticeOfTests, tuesday: datetime
) -> None:
    patient = await make_patient(database, practice)
    offer = await offer_of(database, practice, tuesday)
    result = await book(database, practice, offer.token, patient)
    assert isinstance(result, Booked)
    async with database.clinic(practice.scope) as session:
        await session.sql.execute(text("UPDATE appointments SET status = 'completed'"))
        with pytest.raises(Conflict):
            await schedule.cancel(session, result.appointment.id)


async def test_visits_are_counted_per_service_without_cancelled_ones(
    database: Database, practice: PracticeOfTests, tuesday: datetime
) -> None:
    patient = await make_patient(database, practice)
    booked = [
        await book(database, practice, (await offer_of(database, practice, tuesday, provider)).token, patient)
        for provider in (practice.dr_reyes, practice.nurse_kim)
    ]
    day = Interval(tuesday.replace(hour=0), tuesday.replace(hour=23))
    async with database.clinic(practice.scope) as session:
        assert await schedule.count_by_service(session, day) == {practice.botox: 2}
        assert isinstance(booked[0], Booked)
        await schedule.cancel(session, booked[0].appointment.id)
        assert await schedule.count_by_service(session, day) == {practice.botox: 1}
        later = Interval(tuesday + timedelta(hours=1), tuesday + timedelta(days=1))
        assert await schedule.count_by_service(session, later) == {}
