"""Starts calls for tests and keeps what they tell."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from mia.platform.conversation.ports import Brief, CallTool, LanguageModel, ToolResult, ToolRunner
from mia.platform.conversation.turns import Answering, Guide
from mia.voice.engine.pipeline.call import CallRecord, run_call
from mia.voice.engine.pipeline.control import CallControl
from mia.voice.engine.pipeline.events import CallEvent
from mia.voice.engine.pipeline.limits import CallLimits
from mia.voice.engine.pipeline.setup import CallSetup
from mia.voice.engine.pipeline.transferring import Switchboard
from mia.voice.engine.pipeline.turns.manners import Manners
from mia.voice.engine.ports import MediaTransport, Speech
from tests.fakes.phones.medium import InProcessMedium

GREETING = "Mia here."
BRIEF = Brief(
    "Mia", GREETING, "", {"practice": {"name": "Downtown MedSpa"}}, vocabulary=("Downtown MedSpa", "HydraFacial")
)

USUAL = CallLimits()
POLITE = Manners()

E = TypeVar("E")


async def no_tools(call: CallTool) -> ToolResult:
    return ToolResult(call.call_id, call.name, {}, error="unknown-tool")


@dataclass
class Running:
    """A call while it runs."""

    task: "asyncio.Task[CallRecord]"
    control: CallControl
    events: list[CallEvent] = field(default_factory=list)
    news: asyncio.Condition = field(default_factory=asyncio.Condition)

    def of(self, kind: type[E]) -> list[E]:
        return [e for e in self.events if isinstance(e, kind)]

    async def told(self, wanted: Callable[[CallEvent], bool], within: float = 5) -> None:
        """Until an event that is ``wanted`` was passed on."""
        async with asyncio.timeout(within), self.news:
            await self.news.wait_for(lambda: any(wanted(e) for e in self.events))

    async def record(self, within: float = 10) -> CallRecord:
        async with asyncio.timeout(within):
            return await self.task


def start(
    transport: MediaTransport,
    model: LanguageModel,
    speech: Speech,
    *,
    run_tool: ToolRunner = no_tools,
    limits: CallLimits = USUAL,
    brief: Brief = BRIEF,
    manners: Manners = POLITE,
    switchboard: Switchboard | None = None,
    guide: Guide | None = None,
    heir: Answering | None = None,
    **of_heirs: Any,
) -> Running:
    """A call. ``heir`` is whom the conversation may be handed on to, ``of_heirs`` what the call knows of those."""
    events: list[CallEvent] = []
    news = asyncio.Condition()
    control = CallControl()

    async def keep(event: CallEvent) -> None:
        async with news:
            events.append(event)
            news.notify_all()

    answering = Answering(brief, model, run_tool, guide=guide, successor=lambda _: heir)
    setup = CallSetup(answering, speech, keep, limits, manners, switchboard, **of_heirs)
    return Running(asyncio.create_task(run_call(transport, setup, control)), control, events, news)


@asynccontextmanager
async def text_call(
    model: LanguageModel, speech: Speech, *, speed: float = 20.0, **options: Any
) -> AsyncIterator[tuple[InProcessMedium, Running]]:
    """A call whose caller types, after the greeting."""
    medium = InProcessMedium(speed=speed)
    running = start(medium, model, speech, **options)
    try:
        await medium.said(GREETING)
        yield medium, running
    finally:
        medium.hang_up()
        await running.record()


def captions(sent: Sequence[Any], role: str) -> list[str]:
    """Final captions of ``role``, in order."""
    return [
        m["transcript"]
        for m in sent
        if isinstance(m, dict) and m["type"] == "transcript" and (m["role"], m["transcriptType"]) == (role, "final")
    ]
