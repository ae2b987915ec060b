"""Spoken conversations of test runs: calls over a WebSocket whose caller is simulated, one at a time."""

import asyncio
from collections.abc import Awaitable, Callable
from uuid import UUID

from websockets.exceptions import InvalidHandshake

from mia.platform.conversation.ports import Message
from mia.platform.db.session import Database
from mia.platform.kernel.errors import Unavailable
from mia.platform.kernel.scope import OrgScope
from mia.voice.resources.call.service import WEBSOCKET_CALL, new_call
from mia.voice.resources.test_suite.models import AttemptRow
from mia.voice.resources.test_suite.schemas import MOST_SPOKEN
from mia.voice.resources.test_suite.speaking import FOLLOWED, SpokenCall, Voice
from mia.voice.resources.test_suite.tester import Caller
from mia.voice.wire import Json
from mia.voice.workers.lines import IdleLines

_LONGEST = 300.0
"""Seconds of a conversation; what was said until then is judged."""
_TRANSPORT = {
    "provider": "vapi.websocket",
    "audioFormat": {"format": "pcm_s16le", "container": "raw", "sampleRate": 16_000},
}
_NOT_TAKEN = "The call could not be joined."
_NOTHING_SAID = "The call ended before anything was said."


class NoLine(Exception):
    """Nobody could take the call now: every media worker holds calls, or another test is being spoken."""


class ByVoice:
    """Holds the spoken conversations of a process."""

    def __init__(self, database: Database, lines: IdleLines) -> None:
        self._database = database
        self._lines = lines
        self._speaking = asyncio.Lock()
        self._voice: Voice | None = None

    async def hold(
        self, scope: OrgScope, row: AttemptRow, request: Json, caller: Caller, renew: Callable[[], Awaitable[None]]
    ) -> list[Message]:
        """Call the assistant that ``request`` names and talk with it; what was said, as it was recognized.

        :class:`NoLine` when that has to wait. ``renew`` says from time to time that it is still going on.
        """
        if self._speaking.locked():
            raise NoLine
        async with self._speaking:
            address = await self._lines.idle()
            if address is None:
                raise NoLine
            voice = await self._loaded()
            call_id = await self._begin(scope, row, request)
            try:
                async with (
                    self._lines.join(address, scope.org_id, call_id) as socket,
                    SpokenCall(socket) as call,
                ):
                    await _converse(call, caller, voice, renew)
            except (OSError, InvalidHandshake, TimeoutError):
                raise Unavailable(_NOT_TAKEN) from None
        if not any(message.role == "assistant" for message in call.history):
            raise Unavailable(_NOTHING_SAID)
        return call.history

    async def _begin(self, scope: OrgScope, row: AttemptRow, request: Json) -> UUID:
        """The call, which the attempt names from now on."""
        asked = request | {"transport": _TRANSPORT}
        if not request.get("workflowId"):
            asked["assistantOverrides"] = (request.get("assistantOverrides") or {}) | {"clientMessages": FOLLOWED}
        async with self._database.org(scope) as session:
            made = await new_call(session, asked, WEBSOCKET_CALL, self._lines.api_url)
            made.name = request["name"]
            (await session.sql.get_one(AttemptRow, (row.org_id, row.id))).call_id = made.id
            return made.id

    async def _loaded(self) -> Voice:
        if self._voice is None:
            self._voice = await asyncio.to_thread(_load)
        return self._voice


async def _converse(call: SpokenCall, caller: Caller, voice: Voice, renew: Callable[[], Awaitable[None]]) -> None:
    """Until the caller has nothing more to say, the assistant hangs up, or the time is over."""
    try:
        async with asyncio.timeout(_LONGEST):
            for _ in range(MOST_SPOKEN):
                if not await call.floor() or (text := await caller.next(call.history)) is None:
                    break
                await renew()
                await call.say(await voice.say(text))
            else:
                await call.floor()
    except TimeoutError:
        pass
    finally:
        await call.hang_up()


def _load() -> Voice:
    from mia.voice.engine.speech.simulated_caller import CallerVoice  # a process without such tests goes without it

    return CallerVoice()
