"""A media worker whose engine is a script: calls without sound."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, cast

from mia.platform.conversation.ports import CallTool, Conclusion, ToolResult
from mia.platform.db.session import Database
from mia.platform.kernel.settings import Settings
from mia.voice.engine.pipeline.call import CallRecord
from mia.voice.engine.pipeline.control import CallControl, Command, EndNow, LeaveMessage, SayNow
from mia.voice.engine.pipeline.events import CallEvent, StatusChanged, ToolAnswered, ToolAsked, TranscriptLine
from mia.voice.engine.pipeline.setup import CallSetup
from mia.voice.engine.ports import Joined, MediaTransport, OfferNotUnderstood
from mia.voice.engine.providers import SpeechProviders
from mia.voice.language_models import LanguageModels
from mia.voice.media.engine import CallEngine
from mia.voice.media.worker import MediaWorker
from mia.voice.telephony.ports import Telephony
from mia.voice.telephony.sandbox import SandboxTelephony
from tests.fakes.phones.speech import beeping_speech
from tests.fakes.phones.voice import SCRIPTED, listen, serving

OFFER = {"type": "offer", "sdp": "v=0 m=audio"}


@dataclass
class ScriptedCall:
    """One call in the engine: the test says what happens in it."""

    setup: CallSetup
    control: CallControl
    transport: MediaTransport
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    reason: str = "customer-ended-call"
    crash: bool = False
    commands: "asyncio.Queue[Command]" = field(default_factory=asyncio.Queue)

    async def tell(self, event: CallEvent) -> None:
        """Something happens."""
        await self.setup.on_event(event)

    async def begin(self) -> None:
        """The caller is heard, and greeted."""
        await self.tell(StatusChanged("in-progress"))
        await self.tell(TranscriptLine("assistant", self.setup.answering.brief.first_message, 0.2, 1.5))

    async def hears(self, text: str, at_seconds: float = 3.0) -> None:
        """The caller says something."""
        await self.tell(TranscriptLine("user", text, at_seconds, 1.0))

    async def uses_tool(self, tool: str, **arguments: Any) -> ToolResult:
        """The assistant asks for a tool."""
        call = CallTool("tool-1", tool, arguments)
        await self.tell(ToolAsked(call, 5.0))
        result = await self.setup.answering.run_tool(call)
        await self.tell(ToolAnswered(result, 5.5))
        return result

    def hang_up(self, reason: str = "customer-ended-call") -> None:
        """The call ends."""
        self.reason = reason
        self.ended.set()

    async def hold(self) -> CallRecord:
        """Until the test, or a command, ends it."""
        started_at = self.setup.answering.now()
        commands = asyncio.create_task(self._obey())
        await self.ended.wait()
        commands.cancel()
        if self.crash:
            raise RuntimeError("scripted crash")
        conclusion = Conclusion("Asked about hours.", {"outcome": "answered"}, success=True)
        return CallRecord(started_at, self.setup.answering.now(), self.reason, (), (), {}, conclusion)

    async def _obey(self) -> None:
        while True:
            command = await self.control.next()
            self.commands.put_nowait(command)
            match command:
                case EndNow(reason):
                    self.hang_up(reason)
                case LeaveMessage(text):
                    await self.tell(StatusChanged("in-progress"))
                    await self.tell(TranscriptLine("assistant", text, 0.5, 3.0))
                    self.hang_up("voicemail")
                case SayNow(text, end_after=True):
                    await self.tell(TranscriptLine("assistant", text, 9.0, 1.0))
                    self.hang_up("assistant-ended-call-after-message-spoken")


class ScriptedEngine:
    """Gathers the calls that a worker begins."""

    def __init__(
        self,
        telephony: Telephony | None = None,
        providers: SpeechProviders | None = None,
        models: LanguageModels = SCRIPTED,
    ) -> None:
        self._providers = providers or {}
        self._models = models
        self._begun: asyncio.Queue[ScriptedCall] = asyncio.Queue()
        self.announced: asyncio.Queue[str] = asyncio.Queue()
        self.holds_announcements = False
        self.telephony = telephony or SandboxTelephony(self._join, lambda: cast(MediaTransport, None))

    async def next_call(self) -> ScriptedCall:
        """The next call that a worker begins."""
        async with asyncio.timeout(10):
            return await self._begun.get()

    def parts(self) -> CallEngine:
        """As the worker wants it."""
        return CallEngine(
            beeping_speech(), self._models, self._join, self.telephony, self._announce, self._run, self._providers
        )

    async def _announce(self, transport: MediaTransport, text: str) -> None:
        await transport.connected()
        self.announced.put_nowait(text)
        if self.holds_announcements:
            await asyncio.Event().wait()

    async def _join(self, sdp: str) -> Joined:
        if "m=audio" not in sdp:
            raise OfferNotUnderstood("offer-without-audio")
        return Joined(cast(MediaTransport, None), "v=0 answer")

    async def _run(self, transport: MediaTransport, setup: CallSetup, control: CallControl) -> CallRecord:
        call = ScriptedCall(setup, control, transport)
        self._begun.put_nowait(call)
        return await call.hold()


@dataclass
class RunningWorker:
    """A media worker on duty."""

    worker: MediaWorker
    engine: ScriptedEngine
    address: str


@asynccontextmanager
async def media_worker(
    database: Database, settings: Settings, make: Callable[[], ScriptedEngine] = ScriptedEngine
) -> AsyncIterator[RunningWorker]:
    """A worker that listens on a free port and is registered."""
    engine = make()
    listener, address = listen()
    worker = MediaWorker(settings, database, engine.parts(), address)
    async with serving(worker.app, listener), worker.on_duty():
        yield RunningWorker(worker, engine, address)
