"""The video of a call: made once it has ended, where its caller agreed, and guarded and erased like its sound."""

import io
from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

import av
import pytest
from sqlalchemy import text

from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import new_id
from mia.voice.auth.guards import scope_of_row
from mia.voice.engine.pipeline.events import (
    CallEvent,
    RecordingAnswered,
    RecordingWithdrawn,
    SoundRecorded,
    StatusChanged,
    TranscriptLine,
)
from mia.voice.media.recorder import CallRecorder
from mia.voice.messages.delivery import deliver_due
from mia.voice.resources.call.filming import Filming, script_of
from mia.voice.resources.call.lifecycle import Worker, claim_call
from mia.voice.upkeep import erase_old_content
from tests.fakes.phones.recorded import recorded_sound
from tests.fakes.phones.voice import MessageServer, VoiceApi, assistant_body, local_messages

Json = dict[str, Any]

QUESTION = {"recordingConsentPlan": {"type": "verbal", "message": "May I record this call?"}}
FILMED = {"artifactPlan": {"recordingEnabled": True, "videoRecordingEnabled": True}, "compliancePlan": QUESTION}
GRANTED = RecordingAnswered("granted")
TABLES = ("voice_call_videos", "voice_video_pieces")


@pytest.fixture(scope="module")
def sound() -> list[CallEvent]:
    """Four seconds that were recorded."""
    return [SoundRecorded(piece) for piece in recorded_sound(4)]


async def held(
    voice: VoiceApi, database: Database, clock: MovableClock, events: Sequence[CallEvent], **assistant: Any
) -> str:
    """A web call in which ``events`` happened, the first of them three seconds after it began; it has ended."""
    wish: Json = FILMED | assistant
    body = assistant_body(**wish)
    made = (await voice.http.post("/call/web", json={"assistant": body})).json()
    call_id, scope = UUID(made["id"]), scope_of_row(voice.org_id, "test")
    async with database.org(scope) as session:
        await claim_call(session, call_id, Worker(new_id(), "http://127.0.0.1:9"))
    recorder = CallRecorder(database, scope, call_id, lambda: None)
    await recorder(StatusChanged("in-progress"))
    clock.move(timedelta(seconds=3))
    for event in events:
        await recorder(event)
    await recorder.finish("customer-ended-call", None)
    return str(call_id)


async def artifact_of(voice: VoiceApi, call_id: str) -> Json:
    artifact: Json = (await voice.http.get(f"/call/{call_id}")).json()["artifact"]
    return artifact


async def kept(voice: VoiceApi, database: Database) -> int:
    """Rows of videos and of their pieces."""
    async with database.org(scope_of_row(voice.org_id, "test")) as session:
        counts = [await session.sql.scalar(text(f"SELECT count(*) FROM {table}")) for table in TABLES]
    return sum(counts)


async def test_a_video_is_made_after_the_call_and_read_with_a_private_token_only(
    voice: VoiceApi, stranger: VoiceApi, database: Database, clock: MovableClock, sound: list[CallEvent]
) -> None:
    spoken = TranscriptLine("assistant", "Thank you. How can I help?", 3.2, 2.0)
    call_id = await held(voice, database, clock, [GRANTED, spoken, *sound])
    artifact = await artifact_of(voice, call_id)
    url = artifact["videoRecordingUrl"]
    assert url == artifact["recording"]["videoUrl"] == f"http://voice.example/call/{call_id}/video-recording"
    assert artifact["videoRecordingStartDelaySeconds"] == pytest.approx(3, abs=0.5)
    waiting = await voice.http.get(url)
    assert (waiting.status_code, waiting.json()["message"]) == (409, "The video is still being made.")

    await Filming(database).make_due()
    answer = await voice.http.get(url)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "video/mp4")
    assert answer.headers["cache-control"] == "no-store"
    assert int(answer.headers["content-length"]) == len(answer.content)
    with av.open(io.BytesIO(answer.content), "r") as film:
        assert (film.streams.video[0].width, film.streams.video[0].height) == (1280, 720)
        assert (film.duration or 0) / av.time_base == pytest.approx(4, abs=0.5)

    assert (await voice.http.get(url, headers=voice.as_client(voice.public_token))).status_code == 403
    assert (await voice.http.get(url, headers={"Authorization": "Bearer nobody"})).status_code == 401
    assert (await voice.http.get(url, headers={"Authorization": ""})).status_code == 401
    assert (await stranger.http.get(url)).status_code == 404
    async with database.org(scope_of_row(voice.org_id, "test")) as session:
        query = text("SELECT count(*) FROM audit_entries WHERE action = 'voice_video.read'")
        assert await session.sql.scalar(query) == 1
        pieces = (await session.sql.scalars(text("SELECT piece_sealed FROM voice_video_pieces"))).all()
    assert not any(b"ftyp" in bytes(piece) or b"moov" in bytes(piece) for piece in pieces)


async def test_the_report_says_where_the_video_will_be(
    voice: VoiceApi, database: Database, clock: MovableClock, server: MessageServer, sound: list[CallEvent]
) -> None:
    call_id = await held(voice, database, clock, [GRANTED, *sound], server={"url": server.url})
    async with local_messages() as client:
        await deliver_due(database, client)
    (report,) = server.of_type("end-of-call-report")
    assert report["artifact"]["videoRecordingUrl"].endswith(f"/call/{call_id}/video-recording")
    assert report["artifact"]["videoRecordingStartDelaySeconds"] == pytest.approx(3, abs=0.5)


@pytest.mark.parametrize("answer", ["refused", "unanswered", "withdrawn"])
async def test_no_video_without_consent(
    answer: Any, voice: VoiceApi, database: Database, clock: MovableClock, sound: list[CallEvent]
) -> None:
    taken_back = [GRANTED, *sound, RecordingWithdrawn()]
    events = taken_back if answer == "withdrawn" else [RecordingAnswered(answer), *sound]
    call_id = await held(voice, database, clock, events)
    assert "videoRecordingUrl" not in await artifact_of(voice, call_id)
    assert await kept(voice, database) == 0
    assert (await voice.http.get(f"/call/{call_id}/video-recording")).status_code == 404


async def test_no_video_unless_it_is_asked_for(
    voice: VoiceApi, database: Database, clock: MovableClock, sound: list[CallEvent]
) -> None:
    call_id = await held(voice, database, clock, [GRANTED, *sound], artifactPlan={"recordingEnabled": True})
    artifact = await artifact_of(voice, call_id)
    assert artifact["recordingUrl"] and "videoRecordingUrl" not in artifact


async def test_the_video_goes_with_the_sound_with_the_call_and_in_time(
    voice: VoiceApi, database: Database, clock: MovableClock, sound: list[CallEvent]
) -> None:
    calls = [await held(voice, database, clock, [GRANTED, *sound]) for _ in range(3)]
    await Filming(database).make_due()
    by_sound, by_call, in_time = calls
    assert (await voice.http.delete(f"/call/{by_sound}/recording")).status_code == 204
    assert (await voice.http.get(f"/call/{by_sound}/video-recording")).status_code == 404
    assert (await voice.http.delete(f"/call/{by_call}")).status_code == 200
    assert (await voice.http.get(f"/call/{by_call}/video-recording")).status_code == 404
    assert (await voice.http.get(f"/call/{in_time}/video-recording")).status_code == 200
    clock.move(timedelta(days=31))
    await erase_old_content(database, 30)
    assert await kept(voice, database) == 0


async def test_a_video_whose_sound_was_erased_first_is_not_made(
    voice: VoiceApi, database: Database, clock: MovableClock, sound: list[CallEvent]
) -> None:
    call_id = await held(voice, database, clock, [GRANTED, *sound])
    assert (await voice.http.delete(f"/call/{call_id}/recording")).status_code == 204
    assert await kept(voice, database) == 0


async def test_what_cannot_be_filmed_is_given_up_and_no_longer_promised(
    voice: VoiceApi, database: Database, clock: MovableClock
) -> None:
    call_id = await held(voice, database, clock, [GRANTED, SoundRecorded(b"no sound")])
    at_once = text("UPDATE voice_call_videos SET next_at = now() - interval '1 second' WHERE failed_at IS NULL")
    for _ in range(3):
        await Filming(database).make_due()
        async with database.org(scope_of_row(voice.org_id, "test")) as session:
            await session.sql.execute(at_once)
    assert "videoRecordingUrl" not in await artifact_of(voice, call_id)
    assert (await voice.http.get(f"/call/{call_id}/video-recording")).status_code == 404


def test_a_film_shows_nothing_that_was_said_before_the_yes() -> None:
    def line(role: str, message: str, at: float) -> Json:
        return {"role": role, "message": message, "secondsFromStart": at, "duration": 1500}

    lines = [
        line("bot", "May I record this call?", 0.5),
        line("user", "Yes.", 2.5),
        line("tool_calls", "", 4.0),
        line("bot", "Thank you.", 5.0),
    ]
    plan = {"transcriptPlan": {"userName": "Ana"}}
    script = script_of(lines, {"name": "Mia", "artifactPlan": plan}, 4.5)
    assert script == {
        "caller": "Ana",
        "assistant": "Mia",
        "lines": [{"side": "assistant", "text": "Thank you.", "at": 0.5, "seconds": 1.5}],
    }
