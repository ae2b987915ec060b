"""What hostile WebRTC clients cost a media process: memory and processor, before and after each attack.

python -m bench.media_attacks                  # the engine alone, all attacks
python -m bench.media_attacks --only video --frames 30
"""

import argparse
import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from bench.voice_target import Target, target_at
from tests.fakes.attacks.intruder import Intruder, VideoFlood, huge_frame

_SETTLE = 3.0
"""Seconds in which a process may finish what it was sent."""

Attack = Callable[[Target], Awaitable[dict[str, Any]]]


def _video(frames: int) -> Attack:
    async def attack(target: Target) -> dict[str, Any]:
        frame = await asyncio.to_thread(huge_frame)
        track = VideoFlood(frame, frames)
        async with Intruder(target.exchange, track) as intruder:
            await _first_of(track.done.wait(), intruder.closed.wait(), within=120)
            await asyncio.sleep(_SETTLE)
            refused, ended = "m=video 0" in intruder.answer, intruder.closed.is_set()
        sent = {"sent_kb": len(frame) * track.sent // 1000, "frames": track.sent}
        return {**sent, "video_refused": refused, "ended_by_us": ended}

    return attack


def _messages(count: int, size: int = 60_000, within: float = 60.0) -> Attack:
    async def attack(target: Target) -> dict[str, Any]:
        async with Intruder(target.exchange) as intruder:
            await _first_of(intruder.flood("x" * size, count), intruder.closed.wait(), within=within)
            return {"messages": intruder.sent, "ended_by_us": intruder.closed.is_set()}

    return attack


async def _addresses(target: Target) -> dict[str, Any]:
    def add(sdp: str) -> str:
        lines = [f"a=candidate:{n} 1 udp 2130706431 10.9.{n // 250}.{n % 250 + 1} 9 typ host" for n in range(200)]
        return sdp.replace("a=mid:0\r\n", "a=mid:0\r\n" + "\r\n".join(lines) + "\r\n")

    began = time.monotonic()
    async with Intruder(target.exchange, edit=add):
        return {"addresses": 200, "connected_after_s": round(time.monotonic() - began, 2)}


async def _first_of(*works: Coroutine[Any, Any, Any], within: float) -> None:
    tasks = [asyncio.create_task(work) for work in works]
    await asyncio.wait(tasks, timeout=within, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def measure(target: Target, name: str, attack: Attack) -> dict[str, Any]:
    """Run one attack and say what it cost."""
    memory, cpu, began = target.memory_mb(), target.cpu_seconds(), time.monotonic()
    peak = [memory]
    watching = asyncio.create_task(_watch(target, peak))
    outcome = await attack(target)
    seconds = time.monotonic() - began
    used = target.cpu_seconds() - cpu
    await asyncio.sleep(_SETTLE)
    watching.cancel()
    return {
        "attack": name,
        **outcome,
        "memory_mb": {"before": round(memory), "peak": round(max(peak)), "after": round(target.memory_mb())},
        "cores": round(used / seconds, 2),
        "seconds": round(seconds, 1),
    }


async def _watch(target: Target, peak: list[float]) -> None:
    while True:
        peak.append(target.memory_mb())
        await asyncio.sleep(0.1)


async def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--only", nargs="+", choices=["video", "messages", "addresses"])
    arguments.add_argument("--frames", type=int, default=12)
    arguments.add_argument("--messages", type=int, default=5_691)
    chosen = arguments.parse_args()
    attacks: dict[str, Attack] = {
        "addresses": _addresses,
        "messages": _messages(chosen.messages),
        "video": _video(chosen.frames),
    }
    async with target_at("engine", None) as target:
        for name in chosen.only or attacks:
            print(json.dumps(await measure(target, name, attacks[name])), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
