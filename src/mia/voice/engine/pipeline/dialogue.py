"""Asks the language model what to do next, says it, and runs the tools it wants."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from typing import TYPE_CHECKING

import structlog

from mia.platform.conversation.ports import (
    CallTool,
    EndCall,
    Event,
    Heard,
    LanguageModelFault,
    Output,
    Say,
    ToolResult,
    Turn,
)
from mia.platform.conversation.spoken_text import sentences
from mia.voice.engine.pipeline.events import CallEvent, FaultMet, ToolAnswered, ToolAsked
from mia.voice.engine.pipeline.history import History
from mia.voice.engine.pipeline.speaking import Line, Speaking

if TYPE_CHECKING:
    from mia.voice.engine.pipeline.call import CallSetup

log = structlog.get_logger()

_APOLOGY = "I'm sorry, I had a problem just now. Could you say that again, please?"
_FILLER = "One moment, please."
_FILLER_AFTER = 1.0
"""Seconds a tool may take before the caller is told to wait."""
_MAX_STEPS = 8
"""Tools in a row for one thing the caller said; a model that wants more is going in circles."""


class Dialogue:
    """One model in one call. Only one :meth:`answer` runs at a time."""

    def __init__(
        self,
        setup: "CallSetup",
        history: History,
        speaking: Speaking,
        tell: Callable[[CallEvent], None],
        seconds: Callable[[], float],
    ) -> None:
        self._setup = setup
        self._history = history
        self._speaking = speaking
        self._tell = tell
        self._seconds = seconds
        self._background: set[asyncio.Task[ToolResult]] = set()
        self.memory = dict(setup.memory)
        self.tool_asked = False
        """Whether the answer in hand asked for a tool it waits for: such an answer must neither be
        canceled nor taken back, for the tool may have done something."""

    async def answer(self, event: Event) -> EndCall | None:
        """Let the model react to ``event`` until it waits for the caller. Returns its wish to end
        the call, if any."""
        self.tool_asked = False
        for _ in range(_MAX_STEPS):
            turn = Turn(self._setup.brief, self._history.messages(), event, self.memory, self._setup.now())
            self._note(event)
            try:
                outcome = await self._step(turn)
            except Exception as fault:
                self._apologise(fault)
                return None
            if not isinstance(outcome, ToolResult):
                return outcome
            event = outcome
        self._apologise(LanguageModelFault("too-many-tools", retryable=False))
        return None

    def say(self, text: str) -> list[Line]:
        """Say ``text`` whatever the model thinks, and remember having said it; returns its sentences."""
        lines = [self._speaking.say(sentence) for sentence in sentences(text)]
        for line in lines:
            self._history.said(line)
        return lines

    async def settle(self, within: float) -> None:
        """Wait for tools that still run at the end of a call, as long as ``within`` seconds."""
        if self._background:
            await asyncio.wait(self._background, timeout=within)
        for task in self._background:
            task.cancel()

    def _note(self, event: Event) -> None:
        if isinstance(event, Heard):
            self._history.heard(event.text)
        elif isinstance(event, ToolResult):
            self._history.answered(event)

    async def _step(self, turn: Turn) -> ToolResult | EndCall | None:
        end: EndCall | None = None
        outputs = self._setup.language_model.reply(turn)
        async with _closing(outputs):
            while (output := await self._next(outputs)) is not None:
                if isinstance(output, Say):
                    self.say(output.text)
                elif isinstance(output, EndCall):
                    end = output
                elif output.wait:
                    return await self._run_and_wait(output)
                else:
                    self._run_aside(output)
        return end

    async def _next(self, outputs: AsyncIterator[Output]) -> Output | None:
        async with asyncio.timeout(self._setup.limits.model_timeout):
            return await anext(outputs, None)

    async def _run_and_wait(self, call: CallTool) -> ToolResult:
        self._history.asked(call)
        self.tool_asked = True
        work = self._run_aside(call)
        try:
            done, _ = await asyncio.wait((work,), timeout=_FILLER_AFTER)
            if not done and not self._speaking.busy:
                self.say(_FILLER)
            return await asyncio.shield(work)
        except asyncio.CancelledError:
            # The call ends while the tool runs. What it did is done, and belongs to the history.
            work.add_done_callback(self._note_late)
            raise

    def _note_late(self, work: "asyncio.Task[ToolResult]") -> None:
        if not work.cancelled():
            self._history.answered(work.result())

    def _run_aside(self, call: CallTool) -> "asyncio.Task[ToolResult]":
        task = asyncio.create_task(self._run(call))
        self._background.add(task)
        task.add_done_callback(self._background.discard)
        return task

    async def _run(self, call: CallTool) -> ToolResult:
        self._tell(ToolAsked(call, self._seconds()))
        try:
            async with asyncio.timeout(self._setup.limits.tool_timeout):
                result = await self._setup.run_tool(call)
        except TimeoutError:
            result = ToolResult(call.call_id, call.name, {}, error="timed-out")
        except Exception as fault:
            log.warning("tool_runner_failed", kind=type(fault).__name__)
            result = ToolResult(call.call_id, call.name, {}, error="failed")
        self._tell(ToolAnswered(result, self._seconds()))
        return result

    def _apologise(self, fault: Exception) -> None:
        if isinstance(fault, LanguageModelFault):
            code = fault.code
        else:
            code = "timed-out" if isinstance(fault, TimeoutError) else "failed"
        log.warning("language_model_failed", code=code, kind=type(fault).__name__)
        self._tell(FaultMet(f"language-model-{code}"))
        self.say(_APOLOGY)


@contextlib.asynccontextmanager
async def _closing(outputs: AsyncIterator[Output]) -> AsyncIterator[None]:
    """Close the iterator at the end, if it is a generator: it may hold a connection."""
    try:
        yield
    finally:
        if isinstance(outputs, AsyncGenerator):
            await outputs.aclose()
