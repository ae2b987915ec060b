"""Recording is off; a practice that turns it on has every caller asked, and keeps what was agreed to."""

from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from mia.clinic.consent.texts import DEFAULTS, TextKind
from mia.clinic.frontdesk.retention import purge_old_content
from mia.clinic.frontdesk.server_messages.recording import incoming_overrides
from mia.clinic.frontdesk.service import FrontDesk
from mia.clinic.frontdesk.upkeep import fetch_recording, register_recordings
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import ActivitySearch
from mia.clinic.practice import service as practices
from mia.platform.db.session import Database
from mia.platform.jobs.service import Registry
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.errors import NotFound, Unavailable
from tests.clinic.frontdesk.calls import CallOfTests
from tests.fakes.front_desk import MemoryVoice
from tests.fakes.outbox import work_off
from tests.fakes.practice import PracticeOfTests

QUESTION = DEFAULTS[TextKind.RECORDING]
SOUND = b"OggS" + bytes(range(256)) * 2000
GRANTED = {"recordingConsent": {"type": "verbal", "answer": "granted", "grantedAt": "2026-03-24T16:00:00.000Z"}}
REFUSED = {"recordingConsent": {"type": "verbal", "answer": "refused"}}


async def practice_of(database: Database, practice: PracticeOfTests, **settings: Any) -> practices.Practice:
    async with database.clinic(practice.scope) as session:
        found = await practices.get_practice(session)
    return replace(found, settings=replace(found.settings, **settings))


async def ended(call: CallOfTests, compliance: dict[str, Any], artifact: dict[str, Any]) -> UUID:
    """The call's activity, after a report that says what was agreed to."""
    lines = [{"role": "user", "message": "Hello", "secondsFromStart": 1.0}]
    about = {"id": call.id, "type": "webCall", "compliance": compliance}
    body = {"endedReason": "customer-ended-call", "artifact": {"messages": lines, **artifact}, "analysis": {}}
    await call.send("end-of-call-report", **{**body, "call": about})
    return (await call.activity()).id


async def fetched(call: CallOfTests, voice: MemoryVoice) -> UUID:
    """The activity of a call whose recording was brought home."""
    voice.recordings[call.id] = SOUND
    url = f"https://voice.example/call/{call.id}/recording"
    activity_id = await ended(call, GRANTED, {"recordingUrl": url})
    registry = Registry()
    register_recordings(registry, call.desk)
    await work_off(call.desk.database, registry, call.practice.scope.clinic_id)
    return activity_id


async def test_a_practice_that_does_not_record_asks_nothing(database: Database, practice: PracticeOfTests) -> None:
    assert incoming_overrides(await practice_of(database, practice), QUESTION) == {}


@pytest.mark.parametrize(
    ("greeting", "first", "then"),
    [
        ("Hi, I'm Mia, an AI assistant. How can I help?", "Hi, I'm Mia, an AI assistant.", "How can I help?"),
        ("Hi, I'm Mia, an AI assistant.", "Hi, I'm Mia, an AI assistant.", "How can I help you today?"),
        ("Welcome!", "You are speaking with an AI assistant. Welcome!", "How can I help you today?"),
    ],
)
async def test_the_question_stands_between_who_answers_and_the_wish(
    database: Database, practice: PracticeOfTests, greeting: str, first: str, then: str
) -> None:
    overrides = incoming_overrides(
        await practice_of(database, practice, records_calls=True, greeting=greeting), QUESTION
    )
    assert overrides["compliancePlan"]["recordingConsentPlan"] == {
        "type": "verbal",
        "message": f"{first} {QUESTION}",
    }
    assert overrides["firstMessage"] == then
    assert overrides["artifactPlan"]["recordingEnabled"] is True


async def test_what_was_recorded_is_brought_home_and_played(call: CallOfTests, voice: MemoryVoice) -> None:
    activity_id = await fetched(call, voice)
    assert voice.recordings == {}, "nothing stays at the voice service"
    async with call.desk.database.clinic(call.practice.scope) as session:
        detail = await inbox.get_activity(session, activity_id)
        assert (detail.recording.answer, detail.recording.is_there) == ("granted", True)
        assert (await inbox.play_recording(session, activity_id)).data == SOUND


async def test_a_voice_service_that_is_away_is_asked_again(call: CallOfTests, voice: MemoryVoice) -> None:
    await ended(call, GRANTED, {"recordingUrl": "https://voice.example"})
    async with call.desk.database.clinic(call.practice.scope) as session:
        conversation = await inbox.find_by_voice_id(session, call.id)
    assert conversation is not None
    voice.fault = Unavailable("away")
    with pytest.raises(Unavailable):
        await fetch_recording(call.desk, call.practice.scope.clinic_id, conversation.id)


@pytest.mark.parametrize("compliance", [REFUSED, {}])
async def test_without_a_yes_nothing_is_kept_whatever_is_sent(
    call: CallOfTests, voice: MemoryVoice, compliance: dict[str, Any]
) -> None:
    voice.recordings[call.id] = SOUND
    activity_id = await ended(call, compliance, {"recordingUrl": "https://voice.example"})
    async with call.desk.database.clinic(call.practice.scope) as session:
        conversation = await inbox.find_by_voice_id(session, call.id)
        assert conversation is not None
        assert not await inbox.keep_recording(session, conversation.id, SOUND)
        with pytest.raises(NotFound):
            await inbox.play_recording(session, activity_id)


async def test_the_sound_has_its_time_and_the_consent_stays(
    call: CallOfTests, voice: MemoryVoice, desk: FrontDesk, clock: MovableClock
) -> None:
    activity_id = await fetched(call, voice)
    clock.move(timedelta(days=31))
    await purge_old_content(desk.database, 30)
    async with desk.database.clinic(call.practice.scope) as session:
        detail = await inbox.get_activity(session, activity_id)
        assert (detail.recording.answer, detail.recording.is_there) == ("granted", False)
        assert detail.recording.answered_at is not None
        with pytest.raises(NotFound):
            await inbox.play_recording(session, activity_id)
        assert len((await inbox.search_activities(session, ActivitySearch())).items) == 1
