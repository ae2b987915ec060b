"""What becomes of a conversation: known by its secret, told at least once, concluded once."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest
import structlog
from sqlalchemy import select

from mia.clinic.consent import service as consent
from mia.clinic.frontdesk.service import FrontDesk
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import ActivityStatus
from mia.clinic.leads.service import LeadStage
from mia.clinic.oncall import service as oncall
from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import encode, new_id
from mia.platform.realtime.models import FeedRow
from tests.clinic.frontdesk.calls import CallOfTests
from tests.fakes.practice import PracticeOfTests, next_weekday

CALLER = {"name": "Maria Gomez", "phone": "305 555 0171"}


@pytest.fixture
def tuesday(clock: MovableClock) -> datetime:
    return next_weekday(clock.now(), 1, 14, 30)


async def book(call: CallOfTests, **caller: str) -> dict[str, Any]:
    found = await call.tool("find_slots", service_id=encode("svc", call.practice.botox), limit=1)
    return await call.tool("book_appointment", slot_token=found["slots"][0]["token"], **(caller or CALLER))


async def changes(database: Database, practice: PracticeOfTests) -> list[str]:
    async with database.clinic(practice.scope) as session:
        return list(await session.sql.scalars(select(FeedRow.kind).order_by(FeedRow.seq)))


async def test_a_call_in_progress_stands_in_the_history(call: CallOfTests, database: Database) -> None:
    await call.send("status-update", status="in-progress")
    await call.send("status-update", status="in-progress")
    activity = await call.activity()
    assert activity.status is ActivityStatus.IN_PROGRESS
    assert activity.action_type == "Call"
    assert activity.patient_name == "Website visitor"
    assert await changes(database, call.practice) == ["activity.changed"]


async def test_a_booking_is_in_the_history_with_its_value(call: CallOfTests, database: Database) -> None:
    await call.send("status-update", status="in-progress")
    booked = await book(call)
    await call.end(said=("I would like Botox.", "You are booked."), outcome="booked", summary="Booked Botox.")
    activity = await call.activity()
    assert activity.status is ActivityStatus.BOOKED
    assert activity.patient_name == "Maria Gomez"
    assert activity.value_cents == 10_000
    assert activity.outcome == f"Booked Botox with {booked['provider']}, {booked['spoken']}"
    assert await call.tasks() == []
    assert "appointment.changed" in await changes(database, call.practice)


async def test_the_transcript_is_kept_and_read(call: CallOfTests, database: Database) -> None:
    await call.send("status-update", status="in-progress")
    await call.end(
        said=("What does Botox cost?", "It starts at $100."), outcome="answered", summary="Asked for a price."
    )
    activity = await call.activity()
    assert activity.has_transcript
    async with database.clinic(call.practice.scope) as session:
        detail = await inbox.get_activity(session, activity.id)
    assert [(line.role, line.text, line.at_seconds) for line in detail.transcript] == [
        ("user", "What does Botox cost?", 0.0),
        ("assistant", "It starts at $100.", 2.0),
    ]
    assert detail.summary == activity.outcome == "Asked for a price."
    assert activity.status is ActivityStatus.ANSWERED
    assert detail.ended_reason == "customer-ended-call"


async def test_who_hangs_up_half_way_is_kept_as_a_lead_with_a_task(call: CallOfTests, database: Database) -> None:
    await call.send("status-update", status="in-progress")
    service_id = encode("svc", call.practice.botox)
    await call.tool("remember_caller", service_id=service_id, preferred="Tuesday afternoon", **CALLER)
    await call.end(said=("Botox on Tuesday", "What is your"), outcome="abandoned")
    (task,) = await call.tasks()
    lead = await call.lead()
    assert lead is not None and task.lead_id == lead.id
    assert (task.kind.value, task.phone) == ("call_back", "+13055550171")
    assert task.detail == "Maria Gomez. Interested in Botox. Prefers Tuesday afternoon"
    activity = await call.activity()
    assert activity.status is ActivityStatus.ANSWERED
    assert activity.outcome.startswith("Not booked yet: Maria Gomez")
    async with database.clinic(call.practice.scope) as session:
        granted = await consent.list_consents(session, "+13055550171")
        held = await consent.is_text_awaited(session, "+13055550171")
    assert granted == [] and held, "anybody can say anybody's number"


async def test_what_only_the_summary_knows_is_kept_too(call: CallOfTests) -> None:
    await call.end(said=("Call me", "Sure"), outcome="lead", name="Leo Park", phone="3055550172",
                   service_id=encode("svc", call.practice.facial), preferred="mornings")  # fmt: skip
    lead = await call.lead()
    assert lead is not None
    assert (lead.learned.name, lead.learned.phone, lead.learned.interest) == (
        "Leo Park",
        "+13055550172",
        "HydraFacial",
    )


async def test_a_lead_who_booked_needs_no_call(call: CallOfTests) -> None:
    await call.tool("remember_caller", **CALLER)
    await book(call)
    await call.end(outcome="booked", name="Maria Gomez", phone="305 555 0171")
    lead = await call.lead()
    assert lead is not None and lead.stage is LeadStage.CONSULT_BOOKED
    assert await call.tasks() == []


async def test_a_model_cannot_claim_a_booking(call: CallOfTests) -> None:
    made_up = encode("apt", new_id())
    await call.end(said=("Book me", "Done!"), outcome="booked", appointment_id=made_up, phone="305 555 0171")
    activity = await call.activity()
    assert activity.status is ActivityStatus.ANSWERED
    assert activity.value_cents is None
    assert [task.kind.value for task in await call.tasks()] == ["call_back"]


async def test_an_emergency_stands_first_among_the_tasks(call: CallOfTests, desk: FrontDesk) -> None:
    earlier = CallOfTests(desk, call.practice)
    await earlier.end(said=("Hi", "Hello"), outcome="lead", phone="305 555 0171")
    await call.tool("request_person", reason="Lips turning white", urgency="emergency")
    await call.end(said=("My lips turn white", "Call 911"), outcome="emergency")
    later = CallOfTests(desk, call.practice)
    await later.end(said=("Hi", "Hello"), outcome="lead", name="Leo Park", phone="3055550172")
    assert [task.kind.value for task in await call.tasks()] == ["emergency", "call_back", "call_back"]
    outcomes = [item.outcome for item in await call.activities()]
    assert "Possible emergency: told to call 911, urgent task opened" in outcomes


@pytest.mark.parametrize("on_call", [False, True])
async def test_nobody_says_that_staff_is_alerted_unless_somebody_is_on_call(
    call: CallOfTests, desk: FrontDesk, on_call: bool
) -> None:
    if on_call:
        async with desk.database.clinic(call.practice.scope) as session:
            maya = oncall.new_contact("Maya", None, "maya@harbor.example", [oncall.Way.EMAIL])
            await oncall.save_contacts(session, [maya], oncall.version_of([]))
    spoken = (await call.tool("request_person", reason="Lips turning white", urgency="emergency"))["spoken"]
    assert spoken.startswith("This may be an emergency. Please hang up and call 911 now")
    assert ("alerted our team" in spoken) is on_call
    await call.end(said=("My lips turn white", "Call 911"), outcome="emergency")
    claims = {True: "staff alerted", False: "urgent task opened"}
    assert (await call.activity()).outcome == f"Possible emergency: told to call 911, {claims[on_call]}"


async def test_what_staff_have_done_while_the_caller_was_talking_stays_done(call: CallOfTests) -> None:
    await call.tool("request_person", reason="Lips turning white", urgency="emergency")
    (task,) = await call.tasks()
    async with call.desk.database.clinic(call.practice.scope) as session:
        await inbox.complete_task(session, task.id)
    await call.end(said=("My lips turn white", "Call 911"), outcome="emergency")
    assert await call.tasks() == []


async def test_what_is_told_later_reaches_the_open_task_at_once_and_nothing_dilutes_it(call: CallOfTests) -> None:
    service_id = encode("svc", call.practice.botox)
    await call.tool("remember_caller", service_id=service_id, preferred="Sunday, in the morning", name="Maria")
    await call.tool("request_person", reason="Lips turning white", urgency="emergency")
    await call.tool("remember_caller", **CALLER)
    (task,) = await call.tasks()
    assert (task.detail, task.phone) == ("Lips turning white. Maria Gomez", "+13055550171")
    await call.end(said=("My lips turn white", "Call 911"), outcome="emergency", preferred="Sunday, in the morning")
    assert await call.tasks() == [task]


async def test_a_second_matter_stands_beside_the_first(call: CallOfTests) -> None:
    for reason in ("Complaint: my lips are lumpy", "Complaint: my lips are lumpy", "Billing"):
        await call.tool("request_person", reason=reason, urgency="routine", **CALLER)
    (task,) = await call.tasks()
    assert task.detail == "Complaint: my lips are lumpy. Also: Billing. Maria Gomez"


async def test_an_emergency_that_only_the_summary_saw_alerts_staff(call: CallOfTests) -> None:
    await call.end(said=("I cannot see any more", "Call 911"), outcome="emergency")
    assert [task.kind.value for task in await call.tasks()] == ["emergency"]


async def test_nothing_told_stands_in_a_log_or_in_the_open(call: CallOfTests, database_url: str) -> None:
    planted = ["Xanthippe Quill", "5550188", "quill@private.example", "a rash on my neck", "Thursday at dusk"]
    name, _, email, reason, preferred = planted
    with structlog.testing.capture_logs() as logs:
        await call.send("status-update", status="in-progress")
        await call.tool("remember_caller", name=name, phone="3055550188", preferred=preferred, intent=reason)
        await call.tool("book_appointment", slot_token=reason, name=name, phone="3055550188", email=email)
        await call.tool("find_slots", service_id=reason, near=preferred)
        await call.tool("request_person", reason=reason, urgency=preferred)
        await call.tool("request_person", reason=reason, urgency="routine")
        await book(call, name=name, phone="3055550188", email=email)
        await call.end(said=(f"I am {name}", f"Hello {name}"), outcome="booked", summary=f"{name}: {reason}")
    assert not [word for word in planted if word in repr(logs)]
    with psycopg.connect(database_url) as connection:
        listed = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        for (table,) in listed:
            rows = str(connection.execute(f'SELECT t::text FROM "{table}" t'.encode()).fetchall())
            raw = bytes.fromhex("".join(re.findall(r"\\\\x((?:[0-9a-f]{2})+)", rows))).decode("latin-1")
            assert not [word for word in planted if word in rows or word in raw], table


async def test_asking_for_a_person_leaves_one_task(call: CallOfTests) -> None:
    await call.tool("request_person", reason="Billing", urgency="routine")
    await call.tool("remember_caller", intent="person", **CALLER)
    await call.end(said=("A person please", "Of course"), outcome="handed_off")
    (task,) = await call.tasks()
    assert (task.kind.value, task.phone) == ("call_back", "+13055550171")
    assert (await call.activity()).outcome == "Asked for a person: Billing. Maria Gomez"


async def test_a_silent_call_is_no_answer(call: CallOfTests) -> None:
    await call.send("status-update", status="in-progress")
    await call.end("silence-timed-out", outcome="abandoned")
    activity = await call.activity()
    assert activity.status is ActivityStatus.NO_ANSWER
    assert activity.outcome == "Left without saying anything"
    assert await call.tasks() == []


async def test_a_call_that_never_connected_is_failed(call: CallOfTests) -> None:
    await call.end("call.in-progress.error-providerfault-transport-never-connected")
    assert (await call.activity()).status is ActivityStatus.FAILED


async def test_a_widget_opened_and_closed_is_no_call(call: CallOfTests) -> None:
    await call.end("customer-ended-call")
    assert await call.activities() == []


async def test_a_chat_with_a_greeting_alone_is_no_chat(desk: FrontDesk, practice: PracticeOfTests) -> None:
    call = CallOfTests(desk, practice)
    greeting = [{"role": "bot", "message": "Hello", "secondsFromStart": 0}]
    secret = desk.secrets.issue(practice.scope.clinic_id)
    report = {"type": "end-of-call-report", "session": {"id": call.id}, "artifact": {"messages": greeting}}
    await desk.handle_server_message(secret, report)
    assert await call.activities() == []


async def test_a_report_delivered_twice_changes_nothing(call: CallOfTests, database: Database) -> None:
    await call.send("status-update", status="in-progress")
    await call.tool("remember_caller", **CALLER)
    await call.end(said=("Hi", "Hello"), outcome="lead")
    before = (await call.activities(), await call.tasks(), await changes(database, call.practice))
    await call.end(said=("Something", "else"), outcome="booked")
    await call.send("status-update", status="in-progress")
    after = (await call.activities(), await call.tasks(), await changes(database, call.practice))
    assert before == after


async def test_a_report_before_any_other_message_is_enough(call: CallOfTests) -> None:
    await call.end(said=("Where are you?", "On Palm Avenue."), outcome="answered")
    activity = await call.activity()
    assert activity.status is ActivityStatus.ANSWERED
    assert activity.outcome == "Question answered"


async def test_tool_calls_are_read_in_the_flat_form_too(call: CallOfTests) -> None:
    flat = {"id": "t1", "name": "remember_caller", "parameters": {"name": "Maria Gomez"}}
    typed = {"id": "t2", "function": {"name": "remember_caller", "arguments": '{"phone": "3055550171"}'}}
    answer = await call.send("tool-calls", toolCallList=[flat, typed])
    assert answer == {
        "results": [
            {"toolCallId": "t1", "name": "remember_caller", "result": {"ok": True}},
            {"toolCallId": "t2", "name": "remember_caller", "result": {"ok": True}},
        ]
    }


async def test_a_message_kind_without_use_is_accepted(call: CallOfTests) -> None:
    assert await call.send("conversation-update", messages=[]) == {}
    assert await call.activities() == []


async def test_seconds_of_the_first_answer_and_of_the_call_are_kept(
    call: CallOfTests, clock: MovableClock, database: Database
) -> None:
    await call.send("status-update", status="in-progress")
    ended = (clock.now() + timedelta(seconds=90)).astimezone(UTC).isoformat()
    said = [{"role": "bot", "message": "Hello", "secondsFromStart": 0.4}]
    await call.send("end-of-call-report", endedReason="silence", endedAt=ended, artifact={"messages": said})
    async with database.clinic(call.practice.scope) as session:
        detail = await inbox.get_activity(session, (await call.activity()).id)
    assert detail.duration_seconds in (89, 90)
