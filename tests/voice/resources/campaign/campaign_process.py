"""A process that goes on with campaigns and holds calls, and is killed (SIGKILL) at a moment of the first call:
``python -m tests.voice.resources.campaign.campaign_process <data> <dsn> <world> made|dialed``.

``world`` is a file that outlives it: the numbers that a carrier was told to call.
"""

import asyncio
import os
import signal
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from unittest.mock import patch
from uuid import UUID, uuid4

from fastapi import APIRouter

from mia.platform.db.session import Database
from mia.platform.kernel.clock import SystemClock
from mia.platform.kernel.settings import Settings
from mia.voice.resources.call.outbound import create_phone_calls
from mia.voice.resources.campaign.calling import advance_campaigns
from mia.voice.telephony.ports import NO_ANSWER, Dial, Leg, LegEvent, NotReached, Take, Text, TextRefused
from mia.voice.upkeep import place_waiting_calls
from mia.voice.workers.client import MediaClient
from tests.conftest import MASTER_KEY
from tests.fakes.phones.media import RunningWorker, ScriptedEngine, media_worker
from tests.fakes.phones.voice import voice_settings
from tests.fakes.waiting import eventually


class Carrier:
    """Notes whom it is told to call; nobody picks up. With ``deadly`` the process ends then, before it knows."""

    def __init__(self, world: Path, *, deadly: bool = False) -> None:
        self.router = APIRouter()
        self._world = world
        self._deadly = deadly

    def receive(self, take: Take) -> None:
        """Nobody calls."""

    async def dial(self, dial: Dial) -> Leg:
        with self._world.open("a") as world:
            print(dial.number, file=world)
        if self._deadly:
            die()
        return _Unanswered(dial)

    async def text(self, text: Text) -> None:
        raise TextRefused("not-here")

    async def forward(self, dial: Dial) -> None:
        """Nobody is there."""

    async def connect(self, call_id: UUID, leg: Leg) -> None:
        """Nobody is there."""


class _Unanswered:
    def __init__(self, dial: Dial) -> None:
        self.dial = dial
        self.provider_id = str(uuid4())

    async def next(self) -> LegEvent:
        return NotReached(NO_ANSWER)

    async def close(self) -> None:
        """Nothing rings."""


async def work(database: Database, settings: Settings, carrier: Carrier) -> None:
    """Go on with campaigns until there is nothing left to do."""
    media = MediaClient(database, settings)
    async with media_worker(database, settings, lambda: ScriptedEngine(carrier)) as running:
        while await advance_campaigns(database) or await place_waiting_calls(database, media):
            await eventually(lambda: nobody_is_called(running))
    await media.close()


async def nobody_is_called(running: RunningWorker) -> bool:
    return not running.worker.calls.active


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


async def main() -> None:
    data, dsn, world, moment = sys.argv[1:]

    async def make_and_die(*given: Any) -> None:
        await create_phone_calls(*given)
        die()

    database = Database.connect(dsn, MASTER_KEY, SystemClock(), pool_size=5)
    carrier = Carrier(Path(world), deadly=True)
    with ExitStack() as stack:
        if moment == "made":
            stack.enter_context(patch("mia.voice.resources.campaign.calling.create_phone_calls", make_and_die))
        await work(database, voice_settings(Path(data)), carrier)


if __name__ == "__main__":
    asyncio.run(main())
