"""A call is recorded from the yes on, both sides, and not at all without one."""

import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import av
import numpy as np
import pytest
import soxr
from numpy.typing import NDArray

from mia.platform.conversation.ports import Brief
from mia.voice.engine.pipeline.control import LeaveMessage
from mia.voice.engine.pipeline.events import RecordingAnswered, RecordingWithdrawn, SoundRecorded
from mia.voice.engine.pipeline.turns.manners import Manners
from mia.voice.engine.pipeline.turns.quiet import Prompt, QuietPlan
from mia.voice.engine.ports import Speech
from tests.fakes.language import EchoModel
from tests.fakes.phones.medium import IN_RATE, InProcessMedium
from tests.voice.engine.conftest import PcmOf
from tests.voice.engine.pipeline.calls import BRIEF, Running, start

pytestmark = pytest.mark.sound

QUESTION = "This call may be recorded. Is that OK?"
ASKING = replace(BRIEF, recording_question=QUESTION, first_message="How can I help?")
GRANTED = RecordingAnswered("granted")


@asynccontextmanager
async def asked(
    speech: Speech, *, speed: float = 20.0, brief: Brief = ASKING, **options: Any
) -> AsyncIterator[tuple[InProcessMedium, Running, EchoModel]]:
    """A call that lasts as long as the block."""
    medium, model = InProcessMedium(speed=speed), EchoModel()
    call = start(medium, model, speech, brief=brief, **options)
    try:
        yield medium, call, model
    finally:
        medium.hang_up()
        await call.record(within=20)


def told_of_it(caller: InProcessMedium) -> list[str]:
    """What the caller's client was told of the recording."""
    return [m["status"] for m in caller.sent if isinstance(m, dict) and m["type"] == "recording-update"]


def sound_of(call: Running) -> NDArray[np.float32]:
    """What was recorded, decoded: a row for the caller and one for the assistant."""
    file = io.BytesIO(b"".join(piece.data for piece in call.of(SoundRecorded)))
    with av.open(file, "r") as container:
        return np.concatenate([frame.to_ndarray() for frame in container.decode(audio=0)], axis=1)


async def test_both_sides_are_recorded_from_the_yes_on(speech: Speech, pcm_of: PcmOf) -> None:
    async with asked(speech, speed=1.0) as (caller, call, model):
        await caller.said("Is that OK?")
        assert call.of(SoundRecorded) == []
        said = np.frombuffer(await pcm_of("I would like to come in on Tuesday."), np.int16)
        spoken = soxr.resample(said, speech.synthesizer.sample_rate, IN_RATE).astype("<i2").tobytes()
        caller.type("Yes, that's fine.")
        await caller.said("Thank you.")
        await caller.said("How can I help?")
        await caller.play(spoken + bytes(IN_RATE * 2))
        await caller.said("You said:", within=20)
    record = await call.record()
    assert call.of(RecordingAnswered) == [GRANTED]
    assert told_of_it(caller) == ["started"]
    assert [m.content for m in record.history][:3] == [QUESTION, "Yes, that's fine.", "Thank you. How can I help?"]
    assert len(model.turns) == 1, "the answer to the question is not the assistant's to answer"
    heard, replied = np.abs(sound_of(call))
    assert heard.max() > 0.05
    assert replied.max() > 0.05
    first_heard, first_replied = np.argmax(heard > 0.05), np.argmax(replied > 0.05)
    assert first_replied < first_heard, "Mia thanks before the caller goes on"


@pytest.mark.parametrize(
    ("answer", "noted", "reply"),
    [
        ("No, please don't.", "refused", "All right, this call is not recorded."),
        ("Who is this?", "unanswered", "You said: Who is this?"),
    ],
)
async def test_without_a_yes_nothing_is_recorded(speech: Speech, answer: str, noted: Any, reply: str) -> None:
    async with asked(speech) as (caller, call, _):
        await caller.said("Is that OK?")
        caller.type(answer)
        await caller.said(reply)
    assert call.of(RecordingAnswered) == [RecordingAnswered(noted)]
    assert told_of_it(caller) == ["refused"]
    assert call.of(SoundRecorded) == []


async def test_silence_is_no_consent_and_the_call_goes_on(speech: Speech) -> None:
    async with asked(speech, manners=Manners(quiet=QuietPlan(1.5, [Prompt(0.5)]))) as (caller, call, _):
        await caller.said("this call is not recorded", within=15)
        await caller.said("How can I help?")
    assert call.of(RecordingAnswered) == [RecordingAnswered("unanswered")]
    assert call.of(SoundRecorded) == []


async def test_who_speaks_over_the_question_is_asked_again(speech: Speech) -> None:
    async with asked(speech, speed=1.0) as (caller, call, _):
        await caller.until(lambda m: isinstance(m, dict) and "recorded" in m.get("transcript", ""))
        caller.type("Hello?")
        await caller.said("Is that OK?", within=15)
        caller.type("Yes")
        await caller.said("Thank you.")
    assert call.of(RecordingAnswered) == [GRANTED]


async def test_a_caller_who_takes_consent_back_is_forgotten(speech: Speech) -> None:
    quiet = Manners(client_messages=frozenset({"transcript"}))  # clients hear of the recording anyway
    async with asked(speech, manners=quiet) as (caller, call, _):
        await caller.said("Is that OK?")
        caller.type("Yes")
        await caller.said("How can I help?")
        caller.type("Please stop recording.")
        await caller.said("deleted the recording")
    assert told_of_it(caller) == ["started", "stopped"]
    withdrawn = call.events.index(call.of(RecordingWithdrawn)[0])
    assert not any(isinstance(event, SoundRecorded) for event in call.events[withdrawn:])


async def test_a_voicemail_is_never_recorded(speech: Speech) -> None:
    async with asked(speech) as (caller, call, _):
        await caller.said("Is that OK?")
        call.control.give(LeaveMessage("This is Mia. Please call us."))
        caller.type("Yes")
        record = await call.record(within=20)
    assert record.ended_reason == "voicemail"
    assert told_of_it(caller) == ["refused"]
    assert call.of(SoundRecorded) == []


async def test_where_nothing_may_be_recorded_nobody_is_asked(speech: Speech) -> None:
    async with asked(speech, brief=BRIEF) as (caller, call, _):
        await caller.said(BRIEF.first_message)
        caller.type("Yes")
        await caller.said("You said: Yes")
    assert call.of(RecordingAnswered) == []
    assert told_of_it(caller) == []
    assert call.of(SoundRecorded) == []
