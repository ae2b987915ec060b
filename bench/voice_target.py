"""What the voice benches call: the engine alone, or a running product through its widget."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

ROOT = Path(__file__).resolve().parent.parent
QUESTIONS = (
    "I would like to book a HydraFacial.",
    "How much is Botox?",
    "Do you have any time on Tuesday afternoon?",
    "Where are you located?",
    "Is there parking near the clinic?",
    "What are your opening hours on Saturday?",
    "Does laser hair removal hurt?",
    "Can I speak to a person please?",
    "How long does a chemical peel take?",
    "I need to move my appointment to next week.",
    "Do you take credit cards?",
    "What is the difference between Botox and filler?",
)


@dataclass
class Target:
    """A place to call. ``pid`` is the process whose CPU and memory are read, if known."""

    http: httpx.AsyncClient
    pid: int | None
    is_engine: bool

    async def exchange(self, offer: str) -> str:
        """Start a call: bring the offer, return the answer."""
        if self.is_engine:
            answer = await self.http.post("/offer", json={"sdp": offer})
        else:
            created = (await self.http.post("/api/widget/calls", json={})).raise_for_status().json()
            answer = await self.http.post(
                created["offer_url"],
                json={"sdp": offer, "type": "offer"},
                headers={"Authorization": f"Bearer {created['token']}"},
            )
        return str(answer.raise_for_status().json()["sdp"])

    async def stats(self) -> dict[str, Any]:
        """What the engine counted itself; nothing for a product."""
        return dict((await self.http.get("/stats")).json()) if self.is_engine else {}

    def cpu_seconds(self) -> float:
        """CPU time of the process so far."""
        if self.pid is None:
            return 0.0
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory_mb(self) -> float:
        """Resident memory of the process."""
        if self.pid is None:
            return 0.0
        lines = Path(f"/proc/{self.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


@asynccontextmanager
async def target_at(address: str, pid: int | None) -> AsyncIterator[Target]:
    """``engine`` starts the engine in a process of its own, ``quick-start`` the framework's own; anything else is a
    product's base URL."""
    if address not in ("engine", "quick-start"):
        async with httpx.AsyncClient(base_url=address, timeout=30) as http:
            yield Target(http, pid, is_engine=False)
        return
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bench.voice_engine_server",
        f"--{address}",
        cwd=ROOT,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None and process.stdin is not None
    try:
        port = int(await process.stdout.readline())
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=30) as http:
            target = Target(http, process.pid, is_engine=True)
            await target.stats()
            yield target
    finally:
        process.stdin.close()
        await process.wait()


def percentile(values: list[float], share: float) -> float:
    """Nearest-rank percentile; 0 without values."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0
