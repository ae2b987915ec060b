"""Makes the videos of calls that have ended, one at a time, each in a process of its own that gives way to others.

A process that dies leaves its video to another.
"""

import asyncio
import json
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import structlog
from sqlalchemy import func

from mia.platform.db.session import Database
from mia.platform.jobs.pulling import Puller
from mia.platform.jobs.queue import Taken
from mia.platform.kernel.scope import OrgScope
from mia.voice.auth.guards import scope_of_row
from mia.voice.resources.call import pieces, queries
from mia.voice.resources.call.models import CallVideoRow
from mia.voice.resources.call.pieces import SOUND, VIDEO
from mia.voice.resources.call.videos import VIDEOS
from mia.voice.wire import Json

log = structlog.get_logger()

_TRIES = 3
_PATIENCE = 1_800.0
"""Seconds that a film may take on a busy machine; on an idle one it is a few for each minute of the call."""
_PIECE = 256_000
_KIND = 60
"""Characters of the name of an error."""
_COMMAND = (sys.executable, "-I", "-m", "mia.voice.engine.video")
_ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
_SIDES = {"user": "caller", "bot": "assistant"}


class FilmFault(Exception):
    """The process that makes the film has failed; the text names the kind of error."""


async def run_filming(database: Database) -> None:
    """Make videos as calls end, until canceled. Safe to run in many processes."""
    await Puller(database, VIDEOS, Filming(database).settle, at_once=1).run()


class Filming:
    """Makes one video after the other."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def make_due(self) -> int:
        """Make every video that is due now; returns how many."""
        made = 0
        while taken := await VIDEOS.claim(self._database, 1):
            await self.settle(taken[0])
            made += 1
        return made

    async def settle(self, taken: Taken[CallVideoRow]) -> None:
        """Make a video and keep it. What fails is tried three times; a recording that was erased needs none."""
        scope, call_id = scope_of_row(taken.row.org_id, "voice:video"), taken.row.call_id
        try:
            async with self._held(taken):
                recorded = await self._recorded(scope, taken.row)
                film = await _film(*recorded) if recorded else b""
            await self._keep(scope, taken, film)
        except Exception as fault:
            error = str(fault) if isinstance(fault, FilmFault) else type(fault).__name__
            log.warning("video_failed", call_id=str(call_id), error=error)
            await VIDEOS.try_again(self._database, taken, give_up=taken.attempt >= _TRIES)

    @asynccontextmanager
    async def _held(self, taken: Taken[CallVideoRow]) -> AsyncIterator[None]:
        """Renews the lease for as long as the block lasts."""
        renewing = asyncio.create_task(self._renew(taken))
        try:
            yield
        finally:
            renewing.cancel()
            await asyncio.gather(renewing, return_exceptions=True)

    async def _renew(self, taken: Taken[CallVideoRow]) -> None:
        while True:
            await asyncio.sleep(VIDEOS.lease.total_seconds() / 4)
            async with self._database.system(VIDEOS.scope) as system:
                await VIDEOS.change(system, taken, {"next_at": func.now() + VIDEOS.lease})

    async def _recorded(self, scope: OrgScope, video: CallVideoRow) -> tuple[Json, bytes] | None:
        """The script of a film and its sound."""
        async with self._database.org(scope) as session:
            row = await queries.find_call(session, video.call_id)
            stored = (await pieces.find(session, SOUND, [video.call_id])).get(video.call_id)
            if row is None or stored is None:
                return None
            lines = (await queries.lines_of_calls(session, [row.id]))[row.id]
            script = script_of(lines, queries.assistant_of(session, row), video.start_delay)
        sound = [each async for each in pieces.read(self._database, scope, SOUND, video.call_id, stored)]
        return script, b"".join(sound)

    async def _keep(self, scope: OrgScope, taken: Taken[CallVideoRow], film: bytes) -> None:
        """Unless the recording was erased meanwhile, or the lease ran out and another process has the row."""
        call_id = taken.row.call_id
        async with self._database.org(scope) as session:
            row = await session.sql.get(CallVideoRow, (scope.org_id, call_id), with_for_update=True)
            if row is None or row.attempts != taken.attempt:
                return
            if not film:
                await session.sql.delete(row)
                return
            parts = [film[start : start + _PIECE] for start in range(0, len(film), _PIECE)]
            await pieces.append(session, VIDEO, call_id, 0, parts)
            row.made_at = session.now()


def script_of(lines: Sequence[Json], assistant: Json, begins: float) -> Json:
    """What the film of a call shows that is recorded from ``begins`` on: nothing that was said before."""
    plan = (assistant.get("artifactPlan") or {}).get("transcriptPlan") or {}
    said = [line for line in lines if line["role"] in _SIDES and line["message"]]
    return {
        "caller": plan.get("userName") or "Visitor",
        "assistant": plan.get("assistantName") or assistant.get("name") or "Assistant",
        "lines": [
            {
                "side": _SIDES[line["role"]],
                "text": line["message"],
                "at": line["secondsFromStart"] - begins,
                "seconds": line["duration"] / 1000,
            }
            for line in said
            if line["secondsFromStart"] >= begins
        ],
    }


async def _film(script: Json, sound: bytes) -> bytes:
    given = json.dumps(script).encode() + b"\n" + sound
    process = await asyncio.create_subprocess_exec(*_COMMAND, stdin=PIPE, stdout=PIPE, stderr=PIPE, env=_ONE_THREAD)
    try:
        async with asyncio.timeout(_PATIENCE):
            film, kind = await process.communicate(given)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode or not film:
        raise FilmFault(kind.decode(errors="replace")[-_KIND:].strip())
    return film
