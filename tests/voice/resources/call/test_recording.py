"""The recording of a call: kept only with consent, sealed, read by its organization alone, and gone in time."""

import io
from datetime import timedelta
from typing import Any
from uuid import UUID

import av
import numpy as np
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
)
from mia.voice.media.recorder import CallRecorder
from mia.voice.messages.delivery import deliver_due
from mia.voice.resources.assistant.brief import brief_of
from mia.voice.resources.call.lifecycle import NOT_RECORDED, Worker, claim_call
from mia.voice.upkeep import erase_old_content
from tests.fakes.phones.recorded import recorded_sound
from tests.fakes.phones.voice import MessageServer, VoiceApi, assistant_body, local_messages

Json = dict[str, Any]

PIECES = [f"OggS piece {number} ".encode() * 50 for number in range(40)]
GRANTED = RecordingAnswered("granted")


async def held(
    voice: VoiceApi, database: Database, *events: CallEvent, server_url: str | None = None, **assistant: Any
) -> str:
    """A call in which ``events`` happened, and which has ended."""
    body = {"assistant": assistant_body(server_url, **assistant)}
    made = (await voice.http.post("/call/web", json=body)).json()
    call_id, scope = UUID(made["id"]), scope_of_row(voice.org_id, "test")
    async with database.org(scope) as session:
        await claim_call(session, call_id, Worker(new_id(), "http://127.0.0.1:9"))
    recorder = CallRecorder(database, scope, call_id, lambda: None)
    for event in (StatusChanged("in-progress"), *events):
        await recorder(event)
    await recorder.finish("customer-ended-call", None)
    return str(call_id)


def sound() -> list[CallEvent]:
    return [GRANTED, *(SoundRecorded(piece) for piece in PIECES)]


async def test_a_recording_is_read_whole_with_a_private_token(voice: VoiceApi, database: Database) -> None:
    call_id = await held(voice, database, *sound())
    call: Json = (await voice.http.get(f"/call/{call_id}")).json()
    url = call["artifact"]["recordingUrl"]
    assert url == f"http://voice.example/call/{call_id}/recording"
    stereo = await voice.http.get(call["artifact"]["stereoRecordingUrl"])
    assert (stereo.status_code, stereo.content) == (200, b"".join(PIECES))
    assert call["compliance"]["recordingConsent"]["grantedAt"].endswith("Z")
    answer = await voice.http.get(url)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "audio/ogg")
    assert answer.headers["cache-control"] == "no-store"
    assert answer.content == b"".join(PIECES)
    assert (await voice.http.get(url, headers=voice.as_client(voice.public_token))).status_code == 403
    assert (await voice.http.get(url, headers={"Authorization": "Bearer nobody"})).status_code == 401


async def test_each_side_can_be_heard_alone(voice: VoiceApi, database: Database) -> None:
    made = recorded_sound(4)  # the caller speaks, then the assistant
    call_id = await held(voice, database, GRANTED, *map(SoundRecorded, made))
    recording = (await voice.http.get(f"/call/{call_id}")).json()["artifact"]["recording"]
    mono = recording["mono"]
    assert await loud_parts(voice, mono["customerUrl"]) == (True, False)
    assert await loud_parts(voice, mono["assistantUrl"]) == (False, True)
    assert await loud_parts(voice, mono["combinedUrl"]) == (True, True)
    broken = await held(voice, database, *sound())
    assert (await voice.http.get(f"/call/{broken}/mono-recording")).status_code == 404


async def loud_parts(voice: VoiceApi, url: str) -> tuple[bool, bool]:
    """Whether there is sound in the first half of a recording of one channel, and in the second."""
    answer = await voice.http.get(url)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "audio/ogg")
    with av.open(io.BytesIO(answer.content), "r") as file:
        assert file.streams.audio[0].channels == 1
        samples = np.concatenate([frame.to_ndarray().reshape(-1) for frame in file.decode(audio=0)])
    quarter = len(samples) // 4  # what lies around the middle belongs to neither
    first, last = np.abs(samples[:quarter]).max(), np.abs(samples[-quarter:]).max()
    return bool(first > 0.1), bool(last > 0.1)


async def test_strangers_find_no_recording(voice: VoiceApi, stranger: VoiceApi, database: Database) -> None:
    call_id = await held(voice, database, *sound())
    assert (await stranger.http.get(f"/call/{call_id}/recording")).status_code == 404
    assert (await stranger.http.delete(f"/call/{call_id}/recording")).status_code == 404


async def test_nothing_is_stored_without_consent(voice: VoiceApi, database: Database) -> None:
    for answer in ("refused", "unanswered"):
        call_id = await held(voice, database, RecordingAnswered(answer), SoundRecorded(PIECES[0]))
        call = (await voice.http.get(f"/call/{call_id}")).json()
        assert call["compliance"]["recordingConsent"] == {"type": "verbal", "answer": answer}
        assert "recordingUrl" not in call["artifact"]
        assert (await voice.http.get(f"/call/{call_id}/recording")).status_code == 404


async def test_a_call_says_that_it_is_not_recorded_for_want_of_a_question(
    voice: VoiceApi, database: Database
) -> None:
    wanted = {"artifactPlan": {"recordingEnabled": True}}
    question = {"recordingConsentPlan": {"type": "verbal", "message": "May I record this?"}}
    for assistant, said in ((wanted, [NOT_RECORDED]), (wanted | {"compliancePlan": question}, []), ({}, [])):
        call_id = await held(voice, database, **assistant)
        call = (await voice.http.get(f"/call/{call_id}")).json()
        assert call["artifactPlan"]["recordingEnabled"] is ("compliancePlan" in assistant)
        log = (await voice.http.get("/log", params={"callId": call_id})).json()["results"]
        assert [each["log"] for each in log if "recorded" in each["log"]] == said


async def test_what_was_recorded_goes_when_consent_is_taken_back(voice: VoiceApi, database: Database) -> None:
    call_id = await held(voice, database, GRANTED, SoundRecorded(PIECES[0]), RecordingWithdrawn())
    call = (await voice.http.get(f"/call/{call_id}")).json()
    assert call["compliance"]["recordingConsent"]["answer"] == "withdrawn"
    assert (await voice.http.get(f"/call/{call_id}/recording")).status_code == 404


async def test_the_report_says_where_the_recording_is(
    voice: VoiceApi, database: Database, server: MessageServer
) -> None:
    call_id = await held(voice, database, *sound(), server_url=server.url)
    async with local_messages() as client:
        await deliver_due(database, client)
    (report,) = server.of_type("end-of-call-report")
    assert report["artifact"]["recordingUrl"].endswith(f"/call/{call_id}/recording")
    assert report["call"]["compliance"]["recordingConsent"]["answer"] == "granted"


async def test_the_bytes_are_sealed_and_go_with_the_call(
    voice: VoiceApi, database: Database, clock: MovableClock
) -> None:
    call_id = await held(voice, database, *sound())
    scope = scope_of_row(voice.org_id, "test")
    query = text("SELECT piece_sealed FROM voice_recording_pieces WHERE call_id = :id").bindparams(id=UUID(call_id))
    async with database.org(scope) as session:
        stored = (await session.sql.scalars(query)).all()
    assert len(stored) == len(PIECES)
    assert not any(b"OggS" in bytes(piece) for piece in stored)
    clock.move(timedelta(days=31))
    await erase_old_content(database, 30)
    async with database.org(scope) as session:
        assert (await session.sql.scalars(query)).all() == []


async def test_the_sound_can_be_erased_alone(voice: VoiceApi, database: Database) -> None:
    call_id = await held(voice, database, *sound())
    assert (await voice.http.delete(f"/call/{call_id}/recording")).status_code == 204
    assert (await voice.http.delete(f"/call/{call_id}/recording")).status_code == 404
    assert (await voice.http.get(f"/call/{call_id}")).json()["compliance"]["recordingConsent"]["grantedAt"]


def test_who_is_not_asked_is_not_recorded() -> None:
    plan = {"type": "verbal", "message": "May I record this?"}
    on, off = {"recordingEnabled": True}, {"recordingEnabled": False}
    asked = {"artifactPlan": on, "compliancePlan": {"recordingConsentPlan": plan}}
    assert brief_of(asked).recording_question == "May I record this?"
    silent = {"recordingConsentPlan": plan | {"type": "stay-on-line"}}
    for assistant in ({"artifactPlan": on}, asked | {"artifactPlan": off}, asked | {"compliancePlan": silent}):
        assert brief_of(assistant).recording_question == ""
