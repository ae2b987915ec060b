"""What callers' voices say is understood as if it were typed: recorded, recognized, then answered."""

import json
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

import av
import pytest

from mia.clinic.frontdesk.assistant import vocabulary_of
from mia.voice.engine.speech.moonshine_transcriber import MoonshineTranscriber
from tests.receptionist.conversation import Conversation
from tests.receptionist.front_office import PRACTICE
from tests.receptionist.outreach_steps import at_identity, at_offer
from tests.receptionist.steps import at_confirm, at_name, at_phone, at_slots, at_when

pytestmark = pytest.mark.evals

HERE = Path(__file__).parent
CLIPS: Mapping[str, list[dict[str, str]]] = json.loads((HERE / "wordings.json").read_text("utf-8"))["clips"]
RATE = 16_000
LEAD = bytes(2 * RATE // 5)
"""A moment of silence around each clip, as voice activity leaves it."""
ENOUGH = 3
"""Recordings of each step that must be understood; a recognizer this small may miss one."""


async def _fresh() -> Conversation:
    return Conversation()


async def _asked_what_for() -> Conversation:
    talk = Conversation()
    await talk.say("I'd like to make an appointment")
    return talk


async def _answered() -> Conversation:
    talk = Conversation()
    await talk.say("what are your hours")
    return talk


ARRIVE: Mapping[str, Callable[[], Awaitable[Conversation]]] = {
    "booking": _fresh,
    "service": _asked_what_for,
    "day": at_when,
    "slot": at_slots,
    "name": at_name,
    "phone": at_phone,
    "yes": at_confirm,
    "change": at_confirm,
    "interruption": at_slots,
    "question": at_when,
    "person": _fresh,
    "emergency": at_slots,
    "goodbye": _answered,
    "outreach_identity": at_identity,
    "outreach_slot": at_offer,
    "outreach_stop": at_identity,
    "outreach_wrong_number": at_identity,
    "outreach_no": at_offer,
}


@pytest.fixture(scope="module")
def transcriber() -> MoonshineTranscriber:
    return MoonshineTranscriber()


def _pcm(clip: Path) -> bytes:
    resampler = av.AudioResampler(format="s16", layout="mono", rate=RATE)
    with av.open(str(clip)) as file:
        frames = [out for frame in file.decode(audio=0) for out in resampler.resample(frame)]
    return b"".join(bytes(frame.planes[0])[: frame.samples * 2] for frame in frames)


def _outcome(talk: Conversation) -> dict[str, Any]:
    """What is known and done after a turn, however it was worded."""
    state = talk.state
    kept = (
        "step",
        "booking",
        "service_id",
        "when",
        "name",
        "phone",
        "answered",
        "emergency",
        "handed_off",
        "outreach",
    )
    slot = state["slot"] and state["slot"]["starts_at"]
    return {key: state[key] for key in kept} | {
        "slot": slot,
        "ended": talk.ended,
        "booked": len(talk.office.booked),
    }


@pytest.mark.parametrize("step", CLIPS)
async def test_recorded_callers_are_understood_like_typed_ones(
    step: str, transcriber: MoonshineTranscriber
) -> None:
    understood, missed = 0, []
    for number, clip in enumerate(CLIPS[step], 1):
        pcm = LEAD + _pcm(HERE / "clips" / f"{step}-{number}.ogg") + LEAD
        heard = await transcriber.transcribe(pcm, RATE, vocabulary_of(PRACTICE))
        typed, spoken = await ARRIVE[step](), await ARRIVE[step]()
        await typed.say(clip["text"])
        await spoken.say(heard.text)
        if _outcome(spoken) == _outcome(typed):
            understood += 1
        else:
            missed.append(f"{clip['voice']}: {clip['text']!r} heard as {heard!r}")
    assert understood >= ENOUGH, missed
    assert len(missed) <= 1 + len(CLIPS[step]) // 5, missed


def test_every_step_has_three_wordings_in_three_voices_none_of_them_mias() -> None:
    for step, clips in CLIPS.items():
        assert len({clip["text"] for clip in clips}) >= 3, step
        assert len({clip["voice"] for clip in clips}) >= 3, step
    voices = json.loads((HERE / "wordings.json").read_text("utf-8"))["voices"]
    assert not [voice for voice in voices.values() if "heart" in voice["voice"]]


def test_every_wording_has_its_recording_and_no_recording_is_left_over() -> None:
    named = {f"{step}-{n}.ogg" for step, clips in CLIPS.items() for n in range(1, len(clips) + 1)}
    assert named == {clip.name for clip in (HERE / "clips").iterdir()}
