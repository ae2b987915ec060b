"""The real models: what one says, the others understand."""

import re

import numpy as np
import pytest

from mia.voice.engine.ports import Speech
from mia.voice.engine.speech.model_files import ModelMissing, model_path
from mia.voice.engine.speech.samples import MODEL_RATE
from tests.voice.engine.conftest import PcmOf


def noise(seconds: float, loudness: float = 0.02) -> bytes:
    samples = np.random.default_rng(3).normal(0, loudness, int(seconds * MODEL_RATE))
    return bytes((samples * 32767).astype("<i2").tobytes())


async def test_speech_is_recognised_with_the_names_of_the_practice(speech: Speech, pcm_of: PcmOf) -> None:
    pcm = await pcm_of("Hi, I would like to book a HydraFacial with Dr. Alvarez.")
    heard = await speech.transcriber.transcribe(
        pcm, speech.synthesizer.sample_rate, ["HydraFacial", "Dr. Elena Alvarez"]
    )
    assert "book a HydraFacial with Dr. Alvarez" in heard.text


async def test_the_words_before_correction_are_kept(speech: Speech, pcm_of: PcmOf) -> None:
    pcm = await pcm_of("I have a terrible lip infection since yesterday.")
    heard = await speech.transcriber.transcribe(pcm, speech.synthesizer.sample_rate, ["Lip injections"])
    assert "injection" in heard.text
    assert "infection" in heard.raw


async def test_more_than_ten_seconds_in_a_row_are_recognised(speech: Speech, pcm_of: PcmOf) -> None:
    pcm = await pcm_of("My name is Anna Lee, and I would like to come in on Tuesday afternoon. " * 3)
    text = (await speech.transcriber.transcribe(pcm, speech.synthesizer.sample_rate)).text
    assert text.lower().count("tuesday") == 3


async def test_a_phone_number_survives_being_said_and_heard(speech: Speech, pcm_of: PcmOf) -> None:
    pcm = await pcm_of("(305) 555-0142")
    text = (await speech.transcriber.transcribe(pcm, speech.synthesizer.sample_rate)).text
    digits = {"zero": "0", "oh": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5"}
    words = re.findall(r"\d|[a-z]+", text.lower())
    assert "".join(digits.get(w, w) for w in words if w.isdigit() or w in digits) == "3055550142"


@pytest.mark.parametrize("pcm", [bytes(400), bytes(2 * MODEL_RATE // 3), noise(0.3)])
async def test_silence_and_short_noise_hold_no_words(speech: Speech, pcm: bytes) -> None:
    assert (await speech.transcriber.transcribe(pcm, MODEL_RATE)).text == ""


async def test_a_finished_sentence_is_told_from_one_cut_short(speech: Speech, pcm_of: PcmOf) -> None:
    rate = speech.synthesizer.sample_rate
    pcm = await pcm_of("Could you tell me how much the treatment costs and whether it hurts?")
    whole = await speech.turn_detector.end_of_turn(pcm, rate)
    part = await speech.turn_detector.end_of_turn(pcm[: len(pcm) // 4 * 2], rate)
    assert whole > 0.5 > part


async def test_voice_is_told_from_noise(speech: Speech, pcm_of: PcmOf) -> None:
    detector = speech.new_voice_detector()
    size = detector.window * 2

    def share(pcm: bytes) -> float:
        detector.reset()
        windows = [pcm[at : at + size] for at in range(0, len(pcm) - size, size)]
        return float(np.mean([detector.probability(w) > 0.5 for w in windows]))

    said = np.frombuffer(await pcm_of("Good morning, do you have time for me today?"), np.int16)
    at_16k = said[np.arange(0, len(said) - 1, 1.5).astype(int)].tobytes()
    assert share(at_16k) > 0.6
    assert share(noise(2.0)) < 0.05


async def test_speech_can_be_stopped_after_its_first_sentence(speech: Speech) -> None:
    stream = speech.synthesizer.synthesize("One sentence. And another one.")
    first = await anext(stream)
    await stream.aclose()  # type: ignore[attr-defined]  # a generator, as every adapter returns
    assert len(first) > speech.synthesizer.sample_rate // 2


def test_a_missing_model_is_named() -> None:
    with pytest.raises(ModelMissing, match="no_such_package"):
        model_path("no_such_package", "model.onnx")
