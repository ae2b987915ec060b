"""What the engine costs beside the framework's own quick start, with the same models and the same sound.

    python -m bench.engine_overhead --turns 48

Both hold calls over the same WebRTC transport, a process each, and answer the same spoken questions with the same
words; calls take turns between them, so that what else the machine does hits both.
"""

import argparse
import asyncio
import json
from contextlib import AsyncExitStack
from dataclasses import dataclass, field

from bench.voice_latency import said
from bench.voice_target import QUESTIONS, Target, percentile, target_at
from mia.voice.engine.ports import Speech
from mia.voice.engine.speech.embedded import prewarm
from tests.fakes.phones.caller import Caller

_TURNS_PER_CALL = 6
_SIDES = ("engine", "quick-start")


@dataclass
class Measured:
    """``answers``: milliseconds from the caller's last sound to the answer's first; ``processor``: seconds of each
    call's processor time, a turn."""

    answers: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)
    missed: int = 0


async def measure_call(target: Target, questions: list[bytes], rate: int, measured: Measured) -> None:
    """One call with these questions."""
    async with Caller(target.exchange) as caller:
        heard = await caller.sound_after(0.0, within=30)
        await caller.silence_after(heard, length=0.7, within=60)
        before = target.cpu_seconds()
        for question in questions:
            ended = await caller.say(question, rate)
            try:
                heard = await caller.sound_after(ended, within=8)
            except TimeoutError:
                measured.missed += 1
                continue
            measured.answers.append((heard - ended) * 1000)
            await caller.silence_after(heard, length=0.7, within=60)
        measured.processor.append((target.cpu_seconds() - before) / len(questions))


async def compare(speech: Speech, turns: int) -> dict[str, Measured]:
    """Calls to both sides in turn, until each has had so many turns."""
    rate = speech.synthesizer.sample_rate
    spoken = [await said(speech, question) for question in QUESTIONS]
    sides = {name: Measured() for name in _SIDES}
    async with AsyncExitStack() as stack:
        targets = {name: await stack.enter_async_context(target_at(name, None)) for name in _SIDES}
        for first in range(0, turns, _TURNS_PER_CALL):
            questions = [spoken[at % len(spoken)] for at in range(first, first + _TURNS_PER_CALL)]
            for name in _SIDES:
                await measure_call(targets[name], questions, rate, sides[name])
    return sides


def told(measured: Measured) -> dict[str, float]:
    """The figures of one side."""
    return {
        "turns": len(measured.answers),
        "unanswered": measured.missed,
        "answer_p50_ms": round(percentile(measured.answers, 0.5)),
        "answer_p95_ms": round(percentile(measured.answers, 0.95)),
        "processor_p50_s": round(percentile(measured.processor, 0.5), 3),
    }


async def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--turns", type=int, default=48)
    sides = await compare(await prewarm(), arguments.parse_args().turns)
    report = {name: told(side) for name, side in sides.items()}
    ours, theirs = (report[name] for name in _SIDES)
    report["ratio"] = {
        name: round(ours[name] / theirs[name], 2) for name in ours if name.endswith(("_ms", "_s")) and theirs[name]
    }
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    asyncio.run(main())
