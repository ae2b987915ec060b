"""Calls that Mia makes: placed by the voice service, known by their intent, told of in the history."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest
import pytest_asyncio

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import Basis, Channel, Consent, Grant, Purpose
from mia.clinic.frontdesk.service import FrontDesk, MiaCalls
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import Activity, ActivitySearch, ActivityStatus
from mia.clinic.outreach.service import DUE, register_outreach
from mia.clinic.recalls import service as recalls
from mia.clinic.recalls.service import Kind
from mia.platform.db.session import Database
from mia.platform.jobs.service import Registry
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.errors import Invalid, Unavailable
from mia.platform.kernel.ids import encode, new_id
from tests.clinic.frontdesk.calls import Json
from tests.fakes.front_desk import MemoryVoice
from tests.fakes.outbox import work_off
from tests.fakes.outreach import means_of
from tests.fakes.practice import PracticeOfTests, make_patient

NUMBER = "+13055550142"
NOON = datetime(2026, 3, 24, 16, tzinfo=UTC)


@dataclass
class Calling:
    """A call to Ana that staff has asked for."""

    desk: FrontDesk
    voice: MemoryVoice
    practice: PracticeOfTests
    registry: Registry
    patient_id: UUID

    async def start(self) -> str:
        """Have it placed; its id at the voice service."""
        async with self.desk.database.clinic(self.practice.scope) as session:
            await recalls.start(session, self.patient_id, Kind.CALL, new_id().hex)
        await self.work()
        (call_id,) = self.voice.dialled
        return call_id

    async def work(self) -> list[str]:
        return await work_off(self.desk.database, self.registry, self.practice.scope.clinic_id)

    async def send(self, call_id: str, kind: str, **body: Any) -> Json:
        """A server message about the call, as the voice service sends it."""
        metadata = self.voice.dialled[call_id].overrides["metadata"]
        call = {"id": call_id, "type": "outboundPhoneCall", "metadata": metadata}
        secret = self.desk.secrets.issue(self.practice.scope.clinic_id)
        return await self.desk.handle_server_message(secret, {"type": kind, "call": call, **body})

    async def tool(self, call_id: str, name: str, **arguments: object) -> Json:
        listed = [{"id": new_id().hex, "function": {"name": name, "arguments": arguments}}]
        (answer,) = (await self.send(call_id, "tool-calls", toolCallList=listed))["results"]
        result: Json = answer.get("result", answer)
        return result

    async def end(self, call_id: str, reason: str, said: tuple[str, ...] = (), **structured: str) -> Activity:
        """The end-of-call report; then the line in the history."""
        messages = [{"role": ("bot", "user")[n % 2], "message": text} for n, text in enumerate(said)]
        await self.send(
            call_id,
            "end-of-call-report",
            endedReason=reason,
            artifact={"messages": messages},
            analysis={"structuredData": structured},
        )
        await self.work()
        return await self.activity()

    async def activity(self) -> Activity:
        async with self.desk.database.clinic(self.practice.scope) as session:
            (activity,) = (await inbox.search_activities(session, ActivitySearch())).items
        return activity


@pytest_asyncio.fixture
async def calling(
    database: Database, clock: MovableClock, desk: FrontDesk, voice: MemoryVoice, practice: PracticeOfTests
) -> AsyncIterator[Calling]:
    clock.set(NOON)
    registry = Registry()
    register_outreach(registry, means_of(MiaCalls(desk)))
    recalls.register_rebooking(registry)
    patient_id = await make_patient(database, practice, "Ana Ruiz", NUMBER)
    async with database.clinic(practice.scope) as session:
        signed = [
            Grant(NUMBER, Consent(channel, Purpose.RECALL, Basis.WRITTEN, "form", session.now()))
            for channel in (Channel.CALL, Channel.AI_VOICE)
        ]
        await consent.import_consents(session, signed)
        await recalls.refresh(session)
    yield Calling(desk, voice, practice, registry, patient_id)


async def test_the_call_says_who_calls_and_little_else(calling: Calling) -> None:
    call = calling.voice.dialled[await calling.start()]
    assert call.number == NUMBER
    overrides = call.overrides
    assert "AI assistant calling for Harbor Aesthetics" in overrides["firstMessage"]
    assert overrides["firstMessage"].endswith("Am I speaking with Ana?")
    assert overrides["voicemailMessage"] == (
        "This is Mia, the automated assistant at Harbor Aesthetics, for Ana. Please call (305) 555-0100. Thank you."
    )
    assert "Ruiz" not in str(overrides) and "Botox" not in str(overrides)


async def test_the_history_follows_the_call(calling: Calling) -> None:
    call_id = await calling.start()
    assert (await calling.activity()).status is ActivityStatus.SCHEDULED
    await calling.send(call_id, "status-update", status="in-progress")
    activity = await calling.activity()
    assert (activity.status, activity.patient_name) == (ActivityStatus.IN_PROGRESS, "Ana Ruiz")


@pytest.mark.parametrize(
    ("reason", "status", "outcome"),
    [
        ("voicemail", ActivityStatus.NO_ANSWER, "No answer; name and number left on voicemail"),
        ("customer-did-not-answer", ActivityStatus.NO_ANSWER, "No answer"),
        ("customer-busy", ActivityStatus.NO_ANSWER, "The line was busy"),
        ("twilio-failed-to-connect-call", ActivityStatus.FAILED, "The call could not be connected"),
    ],
)
async def test_an_unanswered_call_is_told_of_as_it_was(
    calling: Calling, reason: str, status: ActivityStatus, outcome: str
) -> None:
    activity = await calling.end(await calling.start(), reason)
    assert (activity.status, activity.outcome) == (status, outcome)


async def test_a_call_that_broke_off_is_a_task_and_not_repeated(calling: Calling) -> None:
    activity = await calling.end(await calling.start(), "worker-shutdown")
    assert activity.status is ActivityStatus.FAILED
    async with calling.desk.database.clinic(calling.practice.scope) as session:
        (task,) = await inbox.list_tasks(session)
    assert task.phone == NUMBER
    await calling.work()
    assert len(calling.voice.dialled) == 1


async def test_nothing_is_offered_before_the_patient_is_sure(calling: Calling) -> None:
    call_id = await calling.start()
    slots = {"service_id": encode("svc", calling.practice.botox)}
    assert "error" in await calling.tool(call_id, "find_slots", **slots)
    assert await calling.tool(call_id, "confirm_identity", is_patient=False) == {"status": "refused"}
    assert await calling.tool(call_id, "confirm_identity", is_patient=True) == {"status": "refused"}
    assert "error" in await calling.tool(call_id, "find_slots", **slots)


async def test_the_patient_books_and_the_line_shows_the_value(calling: Calling) -> None:
    call_id = await calling.start()
    assert await calling.tool(call_id, "confirm_identity", is_patient=True) == {"status": "confirmed"}
    found = await calling.tool(call_id, "find_slots", service_id=encode("svc", calling.practice.botox))
    booked = await calling.tool(call_id, "book_appointment", slot_token=found["slots"][0]["token"])
    assert booked["status"] == "booked"
    activity = await calling.end(call_id, "assistant-ended-call", ("Hi", "yes", "Booked."), outcome="booked")
    assert (activity.status, activity.value_cents) == (ActivityStatus.REBOOKED, 10_000)
    assert activity.has_transcript and activity.patient_name == "Ana Ruiz"


async def test_stop_on_the_phone_holds_everywhere(calling: Calling) -> None:
    call_id = await calling.start()
    assert await calling.tool(call_id, "stop_contact") == {"status": "stopped"}
    activity = await calling.end(call_id, "assistant-ended-call", ("Hi", "never call me again"), outcome="stopped")
    assert (activity.status, activity.outcome) == (ActivityStatus.ANSWERED, "Asked not to be contacted again")
    async with calling.desk.database.clinic(calling.practice.scope) as session:
        assert await consent.is_suppressed(session, NUMBER)
        again = await recalls.start(session, calling.patient_id, Kind.MESSAGE, new_id().hex)
    assert again.decision.rule == "opted_out"


async def test_a_wrong_number_becomes_a_task(calling: Calling) -> None:
    call_id = await calling.start()
    await calling.tool(call_id, "stop_contact", reason="wrong_number")
    async with calling.desk.database.clinic(calling.practice.scope) as session:
        assert await consent.is_suppressed(session, NUMBER)
        (task,) = await inbox.list_tasks(session)
    assert "someone else" in task.detail


async def test_a_message_that_comes_before_the_answer_finds_its_intent(
    calling: Calling, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = calling.voice.start_phone_call

    async def late(call: Any) -> str:
        call_id = await place(call)
        await calling.send(call_id, "status-update", status="in-progress")
        return call_id

    monkeypatch.setattr(calling.voice, "start_phone_call", late)
    await calling.start()
    assert (await calling.activity()).patient_name == "Ana Ruiz"


async def test_a_number_that_cannot_be_called_fails_and_a_lost_answer_is_looked_up(calling: Calling) -> None:
    calling.voice.fault = Unavailable()
    async with calling.desk.database.clinic(calling.practice.scope) as session:
        await recalls.start(session, calling.patient_id, Kind.CALL, "click-0001")
    assert await calling.work() == [DUE]
    calling.voice.fault = Invalid()
    await work_off(calling.desk.database, calling.registry, calling.practice.scope.clinic_id)
    assert (await calling.activity()).status in (ActivityStatus.FAILED, ActivityStatus.SCHEDULED)
