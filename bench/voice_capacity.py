"""How many callers one media process serves: N talk at once, all the time.

The callers run in this process and share the machine, so the figures err on the safe side.

    python -m bench.voice_capacity --callers 1 2 4 6
    python -m bench.voice_capacity --target http://127.0.0.1:8000 --pid <media worker> --callers 4
"""

import argparse
import asyncio
import json
import time
from typing import Any

from bench.voice_latency import Measured, measure_call, summary
from bench.voice_target import Target, percentile, target_at
from mia.voice.engine.ports import Speech
from mia.voice.engine.speech.embedded import prewarm

_TURNS = 5
_STAGGER = 0.7
"""Seconds between two callers, so that they do not all speak in step."""


async def measure(target: Target, speech: Speech, callers: int) -> dict[str, Any]:
    """Run ``callers`` calls at once and report on them."""
    measured = [Measured() for _ in range(callers)]
    before, began = target.cpu_seconds(), time.monotonic()
    underruns = (await target.stats()).get("underruns", 0)
    memory: list[float] = []
    watching = asyncio.create_task(_watch(target, memory))

    async def call(number: int) -> None:
        await asyncio.sleep(number * _STAGGER)
        await measure_call(target, speech, _TURNS, measured[number])

    outcomes = await asyncio.gather(*(call(n) for n in range(callers)), return_exceptions=True)
    watching.cancel()
    seconds = time.monotonic() - began
    answers = [ms for m in measured for ms in m.answers]
    return {
        "callers": callers,
        "failed_calls": sum(isinstance(o, BaseException) for o in outcomes),
        "unanswered_turns": sum(m.missed for m in measured),
        "voice_to_voice_ms": summary(answers),
        "barge_in_p95_ms": round(percentile([ms for m in measured for ms in m.silences], 0.95)),
        "underruns": (await target.stats()).get("underruns", 0) - underruns,
        "cpu_percent_of_a_core_per_call": round((target.cpu_seconds() - before) / seconds / callers * 100, 1),
        "memory_mb": round(max(memory, default=0.0)),
    }


async def _watch(target: Target, memory: list[float]) -> None:
    while True:
        memory.append(target.memory_mb())
        await asyncio.sleep(1)


async def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--target", default="engine")
    arguments.add_argument("--pid", type=int)
    arguments.add_argument("--callers", type=int, nargs="+", default=[1, 2, 4])
    chosen = arguments.parse_args()
    speech = await prewarm()
    async with target_at(chosen.target, chosen.pid) as target:
        for callers in chosen.callers:
            print(json.dumps(await measure(target, speech, callers)), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
