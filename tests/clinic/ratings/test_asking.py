"""Ratings: asked once after a visit or a call, where practice and patient allow it; a number is the answer."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
import pytest_asyncio
from sqlalchemy import select

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import Basis, Consent, Purpose, SuppressionReason
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import Channel, InboundText
from mia.clinic.practice import service as practices
from mia.clinic.ratings import service as ratings
from mia.clinic.ratings.models import RatingRow
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import AppointmentStatus, NewAppointment
from mia.platform.db.session import ClinicSession, Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import new_id
from tests.fakes.practice import PracticeOfTests, make_patient, make_practice

NOON = datetime(2026, 3, 24, 16, tzinfo=UTC)
"""A Tuesday, noon in New York."""
NUMBER = "+13055550142"


@pytest_asyncio.fixture
async def practice(database: Database, clock: MovableClock) -> PracticeOfTests:
    """A practice that has Mia ask, with a patient who may be texted."""
    clock.set(NOON)
    practice = await make_practice(database, f"practice-{new_id().hex}")
    await let_ask(database, practice, True)
    return practice


async def let_ask(database: Database, practice: PracticeOfTests, allowed: bool) -> None:
    async with database.clinic(practice.scope) as session:
        settings = practices.PracticeSettings(
            "+13055550100", "+13055550101", "Hello", 2400, asks_for_ratings=allowed
        )
        await practices.save_settings(session, settings)


async def agree(session: ClinicSession) -> None:
    given = Consent(consent.Channel.SMS, Purpose.APPOINTMENT, Basis.NUMBER_GIVEN, "form", session.now())
    await consent.import_consents(session, [consent.Grant(NUMBER, given)])


async def visited(
    session: ClinicSession, practice: PracticeOfTests, patient_id: UUID, source: str = "staff"
) -> UUID:
    """A visit that ended an hour ago."""
    service = await schedule.get_service(session, practice.botox)
    room = next(room for room in await schedule.list_rooms(session) if room.location_id == practice.main)
    visit = NewAppointment(
        patient_id=patient_id,
        service=service,
        provider_id=practice.dr_reyes,
        location_id=practice.main,
        room_id=room.id,
        starts_at=session.now() - timedelta(minutes=90),
        status=AppointmentStatus.COMPLETED,
        source="import" if source == "import" else "staff",
        created_at=session.now() - timedelta(days=3),
    )
    (id_,) = await schedule.import_appointments(session, [visit])
    return id_


async def rows(session: ClinicSession) -> list[RatingRow]:
    query = select(RatingRow).where(RatingRow.clinic_id == session.scope.clinic_id)
    return list(await session.sql.scalars(query.execution_options(populate_existing=True)))


async def test_a_visit_is_asked_about_once_and_the_answer_kept(
    database: Database, practice: PracticeOfTests, clock: MovableClock
) -> None:
    patient_id = await make_patient(database, practice)
    async with database.clinic(practice.scope) as session:
        await agree(session)
        visit = await visited(session, practice, patient_id)
        assert await ratings.ask_for_ratings(session) == 1
        assert await ratings.ask_for_ratings(session) == 0
        (row,) = await rows(session)
        assert (row.appointment_id, row.patient_id, row.score) == (visit, patient_id, None)
        thread_id = row.thread_id
        assert thread_id is not None
        _, texts = await inbox.get_thread(session, thread_id)
    assert [text.text for text in texts] == [f"{await name(database, practice)}: How was your visit? "
                                             "Reply 1 (poor) to 5 (great). Reply STOP to opt out."]  # fmt: skip
    clock.move(timedelta(hours=1))
    async with database.clinic(practice.scope) as session:
        await inbox.receive_text(session, InboundText(new_id().hex, NUMBER, "5!"))
        assert await ratings.take_rating(session, thread_id, "what does it cost?") is None
        assert await ratings.take_rating(session, thread_id, "5!") == "Thank you for telling us."
        assert await ratings.take_rating(session, thread_id, "4") is None
        (row,) = await rows(session)
        assert row.score == 5 and row.rated_at is not None


async def name(database: Database, practice: PracticeOfTests) -> str:
    async with database.clinic(practice.scope) as session:
        return (await practices.get_practice(session)).name


async def test_nobody_is_asked_where_the_practice_does_not_want_it(
    database: Database, practice: PracticeOfTests
) -> None:
    await let_ask(database, practice, False)
    patient_id = await make_patient(database, practice)
    async with database.clinic(practice.scope) as session:
        await agree(session)
        await visited(session, practice, patient_id)
        assert await ratings.ask_for_ratings(session) == 0
        assert await rows(session) == []


@pytest.mark.parametrize("against", ["no consent", "opted out"])
async def test_who_may_not_be_asked_is_left_alone_for_good(
    database: Database, practice: PracticeOfTests, against: str
) -> None:
    patient_id = await make_patient(database, practice)
    async with database.clinic(practice.scope) as session:
        if against == "opted out":
            await agree(session)
            await consent.suppress(session, NUMBER, SuppressionReason.STOP)
        await visited(session, practice, patient_id)
        assert await ratings.ask_for_ratings(session) == 0
        (row,) = await rows(session)
        assert row.text_id is None
        assert await inbox.find_thread_of(session, NUMBER) is None


async def test_at_night_nobody_is_asked_until_the_morning(
    database: Database, practice: PracticeOfTests, clock: MovableClock
) -> None:
    patient_id = await make_patient(database, practice)
    clock.move(timedelta(hours=10))  # ten in the evening
    async with database.clinic(practice.scope) as session:
        await agree(session)
        await visited(session, practice, patient_id)
        assert await ratings.ask_for_ratings(session) == 0
        assert await rows(session) == []
    clock.move(timedelta(hours=13))
    async with database.clinic(practice.scope) as session:
        assert await ratings.ask_for_ratings(session) == 1


async def test_a_call_is_asked_about_and_imported_visits_never(
    database: Database, practice: PracticeOfTests, clock: MovableClock
) -> None:
    patient_id = await make_patient(database, practice)
    async with database.clinic(practice.scope) as session:
        await agree(session)
        await visited(session, practice, patient_id, "import")
        assert await ratings.ask_for_ratings(session) == 0
        talk = await inbox.start_conversation(session, Channel.PHONE, voice_id=f"call-{new_id().hex}")
        await inbox.link_patient(session, talk.id, patient_id)
    clock.move(timedelta(minutes=3))
    async with database.clinic(practice.scope) as session:
        await inbox.close_conversation(
            session, talk, ended_at=session.now(), ended_reason="done", summary="Asked", lines=[]
        )
        assert await ratings.ask_for_ratings(session) == 0
    clock.move(timedelta(hours=1))
    async with database.clinic(practice.scope) as session:
        assert await ratings.ask_for_ratings(session) == 1
        (row,) = await rows(session)
        assert (row.conversation_id, row.appointment_id) == (talk.id, None)


@pytest.mark.parametrize(
    ("words", "score"),
    [("5", 5), (" 4/5 ", 4), ("3 stars", 3), ("Two.", 2), ("1 out of 5", 1), ("6", None), ("0", None),
     ("5 people", None), ("10", None), ("at 5", None), ("", None)],
)  # fmt: skip
def test_a_score_is_a_number_from_one_to_five_and_nothing_else(words: str, score: int | None) -> None:
    assert ratings.read_score(words) == score
