"""How long a caller waits: voice to voice, and from speaking up to the assistant's silence.

Measured at the caller's ear over real WebRTC, codecs and jitter buffers included:

    python -m bench.voice_latency                       # the engine alone
    python -m bench.voice_latency --target http://127.0.0.1:8000 --turns 20
"""

import argparse
import asyncio
import json
import time
from dataclasses import dataclass, field

from bench.voice_target import QUESTIONS, Target, percentile, target_at
from mia.voice.engine.ports import Speech
from mia.voice.engine.speech.embedded import prewarm
from tests.fakes.phones.caller import Caller, trimmed

_TURNS_PER_CALL = 6
_BARGE_IN_AFTER = 0.8
"""Seconds into the assistant's answer at which the caller speaks up."""


@dataclass
class Measured:
    """Milliseconds."""

    answers: list[float] = field(default_factory=list)
    silences: list[float] = field(default_factory=list)
    missed: int = 0


async def said(speech: Speech, text: str) -> bytes:
    """A caller's sentence, without the quiet around it."""
    pcm = b"".join([part async for part in speech.synthesizer.synthesize(text)])
    return trimmed(pcm, speech.synthesizer.sample_rate)


async def measure_call(target: Target, speech: Speech, turns: int, measured: Measured) -> None:
    """One call of so many turns, then one interruption."""
    rate = speech.synthesizer.sample_rate
    async with Caller(target.exchange) as caller:
        heard = await caller.sound_after(0.0, within=20)
        await caller.silence_after(heard, length=0.7)
        for number in range(turns):
            question = await said(speech, QUESTIONS[(number + len(measured.answers)) % len(QUESTIONS)])
            ended = await caller.say(question, rate)
            try:
                heard = await caller.sound_after(ended, within=6)
            except TimeoutError:
                measured.missed += 1
                continue
            measured.answers.append((heard - ended) * 1000)
            if number < turns - 1:
                await caller.silence_after(heard, length=0.7)
        await asyncio.sleep(_BARGE_IN_AFTER)
        await measure_interruption(
            caller, await said(speech, "Wait, could you please repeat that?"), rate, measured
        )


async def measure_interruption(caller: Caller, words: bytes, rate: int, measured: Measured) -> None:
    """Speak over the assistant; counted only when it was still speaking."""
    start = time.monotonic()
    speaking = asyncio.create_task(caller.say(words, rate))
    silent = await caller.silence_after(start - 0.1, length=0.3)
    await speaking
    if silent > caller.microphone.began_at:
        measured.silences.append((silent - caller.microphone.began_at) * 1000)


async def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--target", default="engine")
    arguments.add_argument("--turns", type=int, default=24)
    arguments.add_argument("--pid", type=int)
    chosen = arguments.parse_args()
    speech = await prewarm()
    measured = Measured()
    async with target_at(chosen.target, chosen.pid) as target:
        while len(measured.answers) + measured.missed < chosen.turns:
            left = chosen.turns - len(measured.answers) - measured.missed
            await measure_call(target, speech, min(left, _TURNS_PER_CALL), measured)
        stats = await target.stats()
    report = {
        "turns": len(measured.answers),
        "unanswered": measured.missed,
        "voice_to_voice_ms": summary(measured.answers),
        "barge_in_to_silence_ms": summary(measured.silences),
    }
    steps = ("endpointing_ms", "recognition_ms", "dialogue_ms", "synthesis_ms", "total_ms")
    if stats:
        report["inside_the_engine"] = {s: summary([t[s] for t in stats["turns"]]) for s in steps}
        report["underruns"] = stats["underruns"]
    print(json.dumps(report, indent=2))


def summary(values: list[float]) -> dict[str, int]:
    return {
        "p50": round(percentile(values, 0.5)),
        "p95": round(percentile(values, 0.95)),
        "max": round(max(values, default=0)),
    }


if __name__ == "__main__":
    asyncio.run(main())
