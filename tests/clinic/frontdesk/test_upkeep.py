"""No conversation just drops, and what visitors tell the demo is gone after a day."""

from datetime import timedelta
from typing import Any

import psycopg
import pytest
from sqlalchemy import select, update

from mia.clinic.consent import service as consent
from mia.clinic.frontdesk.ports import VoiceState
from mia.clinic.frontdesk.service import (
    FrontDesk,
    Widget,
    close_lost_conversations,
    purge_demo_visitors,
    register_upkeep,
)
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.models import ConversationRow
from mia.clinic.inbox.service import ActivitySearch, ActivityStatus, Conversation
from mia.clinic.patients import service as patients
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import AppointmentStatus
from mia.platform.db.session import Database
from mia.platform.jobs.service import Registry
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.errors import Unavailable
from mia.platform.kernel.ids import decode, encode
from tests.clinic.frontdesk.calls import CallOfTests
from tests.fakes.access import make_clinic
from tests.fakes.front_desk import MemoryVoice
from tests.fakes.practice import PracticeOfTests, make_patient

VISITOR = {"name": "Maria Gomez", "phone": "305 555 0171"}


@pytest.fixture
def widget(desk: FrontDesk, practice: PracticeOfTests, monkeypatch: pytest.MonkeyPatch) -> Widget:
    """The widget of this test's own practice."""
    monkeypatch.setattr(desk, "settings", desk.settings.model_copy(update={"site_clinic": practice.slug}))
    return Widget(desk)


@pytest.fixture
async def visit(widget: Widget, desk: FrontDesk, practice: PracticeOfTests, database: Database) -> CallOfTests:
    """A visitor's call that is going on."""
    begun = await widget.start_call("198.51.100.7")
    async with database.clinic(practice.scope) as session:
        conversation = await inbox.get_conversation(session, begun.conversation_id)
    assert conversation.voice_id is not None
    call = CallOfTests(desk, practice, conversation.voice_id)
    await call.send("status-update", status="in-progress")
    return call


async def conversation_of(call: CallOfTests) -> Conversation:
    async with call.desk.database.clinic(call.practice.scope) as session:
        found = await inbox.find_by_voice_id(session, call.id)
    assert found is not None
    return found


async def book(call: CallOfTests, **caller: str) -> dict[str, Any]:
    found = await call.tool("find_slots", service_id=encode("svc", call.practice.botox), limit=1)
    return await call.tool("book_appointment", slot_token=found["slots"][0]["token"], **(caller or VISITOR))


async def test_a_lost_call_is_closed_and_its_lead_kept(visit: CallOfTests, clock: MovableClock) -> None:
    await visit.tool("remember_caller", **VISITOR)
    clock.move(timedelta(hours=3))
    assert await close_lost_conversations(visit.desk) >= 1
    activity = await visit.activity()
    assert activity.status is ActivityStatus.ANSWERED
    assert [task.phone for task in await visit.tasks()] == ["+13055550171"]
    assert (await conversation_of(visit)).is_closed


async def test_a_report_that_never_came_is_fetched(
    visit: CallOfTests, voice: MemoryVoice, clock: MovableClock, database: Database
) -> None:
    said = [{"role": "user", "message": "What does it cost?", "secondsFromStart": 1.5}]
    report = {
        "endedReason": "customer-ended-call",
        "artifact": {"messages": said},
        "analysis": {"summary": "Price."},
    }
    voice.states[visit.id] = VoiceState(True, report)
    clock.move(timedelta(minutes=16))
    await close_lost_conversations(visit.desk)
    activity = await visit.activity()
    async with database.clinic(visit.practice.scope) as session:
        detail = await inbox.get_activity(session, activity.id)
    assert [line.text for line in detail.transcript] == ["What does it cost?"]
    assert (detail.summary, detail.ended_reason) == ("Price.", "customer-ended-call")


async def test_a_call_that_lasts_is_left_alone(visit: CallOfTests, clock: MovableClock) -> None:
    clock.move(timedelta(minutes=16))
    await close_lost_conversations(visit.desk)
    assert not (await conversation_of(visit)).is_closed


async def test_a_call_nobody_can_tell_about_is_closed_in_the_end(
    visit: CallOfTests, voice: MemoryVoice, clock: MovableClock
) -> None:
    voice.fault = Unavailable()
    clock.move(timedelta(minutes=16))
    await close_lost_conversations(visit.desk)
    assert not (await conversation_of(visit)).is_closed
    clock.move(timedelta(hours=2))
    await close_lost_conversations(visit.desk)
    assert (await conversation_of(visit)).is_closed


async def test_what_a_visitor_told_is_gone_after_a_day(
    visit: CallOfTests, voice: MemoryVoice, clock: MovableClock, database: Database, database_url: str
) -> None:
    await visit.tool("remember_caller", **VISITOR)
    booked = await book(visit)
    assert (await visit.tool("send_code"))["status"] == "sent"
    await visit.tool("request_person", reason="A secret of mine", urgency="routine")
    await visit.end(said=("I am Maria Gomez", "Hello Maria"), outcome="booked", summary="Maria booked.")
    conversation = await conversation_of(visit)
    clock.move(timedelta(hours=23))
    await purge_demo_visitors(visit.desk)
    assert (await visit.activity()).has_transcript
    clock.move(timedelta(hours=2))
    assert await purge_demo_visitors(visit.desk) >= 1
    assert await purge_demo_visitors(visit.desk) == 0

    activity = await visit.activity()
    assert (activity.patient_name, activity.outcome) == ("Removed visitor", "Content removed after 24 hours")
    assert not activity.has_transcript
    assert await visit.tasks() == []
    assert visit.id in voice.erased
    async with database.clinic(visit.practice.scope) as session:
        appointment = await schedule.get_appointment(session, decode("apt", booked["appointment_id"]))
        assert appointment.status is AppointmentStatus.CANCELLED
        patient = await patients.get_patient(session, appointment.patient_id)
        assert (patient.name, patient.phone, patient.email) == ("Removed visitor", None, None)
        assert await patients.find_by_phone(session, "3055550171", unverified=True) == []
        assert not await consent.is_text_awaited(session, "+13055550171")
        assert await consent.list_consents(session, "+13055550171") == []
        row = await session.sql.scalar(select(ConversationRow).where(ConversationRow.id == conversation.id))
    assert row is not None and row.purged_at is not None and row.summary_sealed is None
    rows_left(database_url, conversation)


def rows_left(database_url: str, conversation: Conversation) -> None:
    """No row of content refers to the conversation anymore."""
    with psycopg.connect(database_url) as connection:
        for table in ("messages", "leads", "tasks", "contact_codes", "unverified_bookings"):
            query = f"SELECT count(*) FROM {table} WHERE conversation_id = %s"
            count = connection.execute(query.encode(), [conversation.id]).fetchone()
            assert count == (0,), table
        runs = connection.execute("SELECT count(*) FROM tool_runs WHERE voice_id = %s", [conversation.voice_id])
        assert runs.fetchone() == (0,)


async def test_a_patient_whose_name_a_visitor_gave_stays(
    visit: CallOfTests, clock: MovableClock, database: Database
) -> None:
    known = await make_patient(database, visit.practice, "Ana Ruiz", "(305) 555-0142")
    clock.move(timedelta(seconds=1))
    later = CallOfTests(visit.desk, visit.practice, visit.id)
    async with database.clinic(visit.practice.scope) as session:
        conversation = await conversation_of(visit)
        await session.sql.execute(
            update(ConversationRow).where(ConversationRow.id == conversation.id).values(started_at=clock.now())
        )
    await book(later, name="Ana Ruiz", phone="3055550142")
    await later.end(outcome="booked")
    clock.move(timedelta(hours=25))
    assert await purge_demo_visitors(visit.desk) >= 1
    async with database.clinic(visit.practice.scope) as session:
        assert (await patients.get_patient(session, known)).name == "Ana Ruiz"


async def test_a_call_that_cannot_be_erased_elsewhere_is_kept_until_it_can(
    visit: CallOfTests, voice: MemoryVoice, clock: MovableClock
) -> None:
    await visit.end(said=("I am Maria Gomez", "Hello"), outcome="answered", summary="Maria asked.")
    clock.move(timedelta(hours=25))
    voice.fault = Unavailable()
    assert await purge_demo_visitors(visit.desk) == 0
    assert (await visit.activity()).has_transcript
    voice.fault = None
    assert await purge_demo_visitors(visit.desk) >= 1
    assert not (await visit.activity()).has_transcript


async def test_calls_of_the_practices_own_callers_are_not_purged(call: CallOfTests, clock: MovableClock) -> None:
    await call.end(said=("I am Ana Ruiz", "Hello"), outcome="answered", summary="Ana asked.")
    clock.move(timedelta(hours=25))
    await purge_demo_visitors(call.desk)
    async with call.desk.database.clinic(call.practice.scope) as session:
        (activity,) = (await inbox.search_activities(session, ActivitySearch())).items
    assert activity.has_transcript


async def test_a_clinic_without_a_practice_stops_nobody(
    visit: CallOfTests, clock: MovableClock, database: Database
) -> None:
    await make_clinic(database, f"empty-{visit.id}")
    clock.move(timedelta(hours=3))
    assert await close_lost_conversations(visit.desk) >= 1


async def test_the_job_worker_does_it(desk: FrontDesk, visit: CallOfTests, clock: MovableClock) -> None:
    registry = Registry()
    register_upkeep(registry, desk)
    clock.move(timedelta(hours=25))
    for task in registry.periodic_tasks:
        await task.task(desk.database)
    assert {task.name for task in registry.periodic_tasks} == {
        "frontdesk.close_lost_conversations",
        "frontdesk.purge_demo_visitors",
        "frontdesk.purge_at_voice_service",
    }
    assert (await visit.activity()).patient_name == "Removed visitor"
