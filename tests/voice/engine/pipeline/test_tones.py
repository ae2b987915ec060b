"""Keys are heard as their two tones, whole, and leave no words."""

import numpy as np
import pytest

from mia.voice.engine.pipeline.control import SendKeys
from mia.voice.engine.pipeline.sound.tones import tones
from mia.voice.engine.ports import Speech
from tests.fakes.language import EchoModel
from tests.fakes.phones.medium import OUT_RATE
from tests.voice.engine.pipeline.calls import text_call

_KNOWN = (697, 770, 852, 941, 1209, 1336, 1477)


def pitches(pcm: bytes, rate: int) -> set[int]:
    """The two loudest frequencies, as keys have them."""
    samples = np.frombuffer(pcm, np.int16).astype(np.float64)
    loudness = np.abs(np.fft.rfft(samples))
    found: set[int] = set()
    for at in np.argsort(loudness)[::-1]:
        pitch = at * rate / len(samples)
        if all(abs(pitch - known) > 60 for known in found):
            found.add(min(_KNOWN, key=lambda known: abs(known - pitch)))
        if len(found) == 2:
            return found
    return found


@pytest.mark.parametrize(
    ("key", "pair"), [("1", {697, 1209}), ("5", {770, 1336}), ("0", {941, 1336}), ("#", {941, 1477})]
)
def test_a_key_has_its_two_tones(key: str, pair: set[int]) -> None:
    assert pitches(tones(key, 24_000)[: 2 * 2880], 24_000) == pair


def test_keys_take_their_time_and_pauses_are_silent() -> None:
    assert len(tones("12", 8_000)) == 2 * 8_000 * 2 // 5
    assert tones("w", 8_000) == bytes(8_000)


@pytest.mark.sound
async def test_keys_go_out_as_sound_without_words(speech: Speech) -> None:
    async with text_call(EchoModel(), speech) as (medium, call):
        call.control.give(SendKeys("5"))
        await medium.hears(0.15)
        medium.type("and then")
        await medium.said("and then")
        call.control.end()
        record = await call.record()
    heard = bytes(medium.heard)
    size = 2 * OUT_RATE // 10
    pieces = (heard[at : at + size] for at in range(0, len(heard) - size, size // 4))
    assert any(pitches(piece, OUT_RATE) == {770, 1336} for piece in pieces)
    assert all(line.text for line in record.transcript)
