"""The one loop of calls and chats: the model speaks, asks for a tool, gets its result, and so on, until it waits
for the person. All turns have the same bounds."""

import asyncio
import contextlib
import copy
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, Protocol

import structlog

from mia.platform.conversation.foresight import Foresight, Foresights, repeated
from mia.platform.conversation.history import History
from mia.platform.conversation.ports import (
    Brief,
    CallTool,
    EndCall,
    Event,
    Foreseeing,
    Heard,
    LanguageModel,
    LanguageModelFault,
    Output,
    Say,
    Told,
    ToolResult,
    ToolRunner,
    ToolWords,
    Turn,
)
from mia.platform.conversation.tokens import Tokens, counting

log = structlog.get_logger()


@dataclass(frozen=True)
class Bounds:
    """What one turn may take."""

    tools_in_a_row: int = 8
    """A model that wants more is going in circles."""
    tool_seconds: float = 10.0
    """A tool that says how long it takes may take that."""
    model_seconds: float = 8.0
    """Longest wait for the model's next output."""


def _utc_now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True)
class Answering:
    """Who answers in a conversation, with which tools, and what time it is. ``successor`` finds who else may go on
    with it, by name; ``assistant`` is what the carrier calls the one who answers. ``guide`` leads through stages.
    ``pace`` is how fast it speaks, 1 as usual; ``None``: as the carrier does. ``waits``: when it is handed a
    conversation, it says nothing before the person does. ``sums_up``: it has a plan of its own for summing up."""

    brief: Brief
    language_model: LanguageModel
    run_tool: ToolRunner
    now: Callable[[], datetime] = _utc_now
    successor: "Callable[[str], Answering | None]" = lambda _name: None
    assistant: Mapping[str, Any] = field(default_factory=dict)
    guide: "Guide | None" = None
    pace: float | None = None
    waits: bool = False
    sums_up: bool = False


class Guide(Protocol):
    """Says, before each step of a conversation, who takes it."""

    async def __call__(self, turn: Turn) -> Answering:
        """Who answers the event; what the guide remembers is in the turn's memory."""
        ...


class Carrier(Protocol):
    """Whatever lets the person hear or read the assistant. It writes into the history what it says."""

    def say(self, text: str) -> object:
        """Say ``text``, now or as soon as it may be."""
        ...

    def tool_takes_long(self) -> None:
        """The person may want to know."""
        ...

    def tool_asked(self, call: CallTool) -> None:
        """A tool begins."""
        ...

    def tool_answered(self, result: ToolResult) -> None:
        """It has ended, however."""
        ...


class Turns:
    """The turns of one conversation. Only one :meth:`answer` runs at a time."""

    def __init__(
        self, answering: Answering, history: History, carrier: Carrier, memory: dict[str, Any], bounds: Bounds
    ) -> None:
        self.answering = answering
        """Who answers now: another one than at first after a hand-off."""
        self._history = history
        self._carrier = carrier
        self._bounds = bounds
        self._running: set[asyncio.Task[ToolResult]] = set()
        self._foresights = Foresights()
        self.memory = memory
        self.tokens = Tokens()
        self.tool_asked = False
        """Whether the answer in hand asked for a tool it waits for: such an answer must neither be
        canceled nor taken back, for the tool may have done something."""

    async def answer(self, event: Event, opening: str = "") -> EndCall | None:
        """Let the model react to ``event`` until it waits for the person; ``opening`` is said first. Returns
        its wish to end the conversation, if any; :class:`LanguageModelFault` when it cannot go on, whatever the
        reason."""
        self.tool_asked = False
        try:
            with counting(self.tokens):
                return await self._until_waiting(event, opening)
        except Exception as error:
            fault = _fault(error)
            log.warning("language_model_failed", code=fault.code, kind=type(error).__name__)
            raise fault from None

    async def foresee(self, event: Heard) -> Foresight | None:
        """What :meth:`answer` would begin with; nothing is said yet, and no tool runs. ``None`` where the model's
        answers are not made ahead."""
        answering = self.answering
        if answering.guide is not None or not isinstance(answering.language_model, Foreseeing):
            return None
        memory = copy.deepcopy(self.memory)
        turn = Turn(answering.brief, self._history.messages(), event, memory, answering.now())
        return await self._foresights.make(answering.language_model, turn)

    async def settle(self, within: float | None = None) -> None:
        """Wait for tools that still run, as long as ``within`` seconds, then let go of them."""
        self._foresights.drop()
        if self._running:
            await asyncio.wait(self._running, timeout=within)
        for task in self._running:
            task.cancel()

    async def _until_waiting(self, event: Event, opening: str) -> EndCall | None:
        for _ in range(self._bounds.tools_in_a_row):
            turn = Turn(self.answering.brief, self._history.messages(), event, self.memory, self.answering.now())
            self._note(event)
            if opening:
                self._carrier.say(opening)
                opening = ""
            if self.answering.guide is not None:
                self.answering = await self.answering.guide(turn)
                turn = replace(turn, brief=self.answering.brief)
            outcome = await self._step(turn)
            if not isinstance(outcome, ToolResult):
                return outcome
            words = self.words_of(outcome.name)
            if outcome.hands_to is not None and self._hand_on(outcome, outcome.hands_to, words.done):
                return None
            own = "" if outcome.hands_to or outcome.end else outcome.says
            instead = "" if outcome.hands_to else own or (words.failed if outcome.error else words.done)
            if instead or outcome.end is not None:
                self._note(outcome)
                if said := instead or outcome.says:
                    self._carrier.say(said)
                return outcome.end
            event = outcome
        raise LanguageModelFault("too-many-tools", retryable=False)

    def _hand_on(self, outcome: ToolResult, name: str, done: str) -> bool:
        """Let another assistant go on; whether its first message, or nothing, is all that there is to say now.
        ``done`` is what the tool says when it has run, where the place that it hands on to has no words of its
        own."""
        heir = self.answering.successor(name)
        if heir is None:
            return False
        self.answering = heir
        opening = heir.brief.first_message
        if opening or heir.waits:
            self._note(outcome)
        for words in filter(None, (outcome.says or done, opening)):
            self._carrier.say(words)
        return bool(opening) or heir.waits

    def _note(self, event: Event) -> None:
        if isinstance(event, Heard):
            self._history.heard(event.text)
        elif isinstance(event, Told):
            self._history.told(event.text)
        elif isinstance(event, ToolResult):
            self._history.answered(event)

    async def _step(self, turn: Turn) -> ToolResult | EndCall | None:
        end: EndCall | None = None
        outputs = await self._outputs(turn)
        async with _closing(outputs):
            while (output := await self._next(outputs)) is not None:
                if isinstance(output, Say):
                    self._carrier.say(output.text)
                elif isinstance(output, EndCall):
                    end = output
                elif output.wait:
                    return await self._run_and_wait(output)
                else:
                    self._run_aside(output)
        return end

    async def _outputs(self, turn: Turn) -> AsyncIterator[Output]:
        foreseen = await self._foresights.take(turn)
        if foreseen is None:
            return self.answering.language_model.reply(turn)
        self.memory = foreseen.memory
        return repeated(foreseen)

    async def _next(self, outputs: AsyncIterator[Output]) -> Output | None:
        async with asyncio.timeout(self._bounds.model_seconds):
            return await anext(outputs, None)

    def words_of(self, tool: str) -> ToolWords:
        """What is said around a tool."""
        return next((spec.words for spec in self.answering.brief.tools if spec.name == tool), ToolWords())

    def _patience(self, tool: str) -> float:
        own = (spec.seconds for spec in self.answering.brief.tools if spec.name == tool)
        return max(self._bounds.tool_seconds, next(own, None) or 0.0)

    async def _run_and_wait(self, call: CallTool) -> ToolResult:
        words = self.words_of(call.name)
        if words.before:
            self._carrier.say(words.before)
        self._history.asked(call)
        self.tool_asked = True
        work = self._run_aside(call)
        try:
            done, _ = await asyncio.wait((work,), timeout=words.late_after)
            if not done and words.late:
                self._carrier.say(words.late)
            elif not done:
                self._carrier.tool_takes_long()
            return await asyncio.shield(work)
        except asyncio.CancelledError:
            # The conversation ends while the tool runs. What it did is done, and belongs to the history.
            work.add_done_callback(self._note_late)
            raise

    def _note_late(self, work: "asyncio.Task[ToolResult]") -> None:
        if not work.cancelled():
            self._history.answered(work.result())

    def _run_aside(self, call: CallTool) -> "asyncio.Task[ToolResult]":
        task = asyncio.create_task(self._run(call))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    async def _run(self, call: CallTool) -> ToolResult:
        self._carrier.tool_asked(call)
        try:
            async with asyncio.timeout(self._patience(call.name)):
                result = await self.answering.run_tool(call)
        except TimeoutError:
            result = ToolResult(call.call_id, call.name, {}, error="timed-out")
        except Exception as fault:
            log.warning("tool_runner_failed", kind=type(fault).__name__)
            result = ToolResult(call.call_id, call.name, {}, error="failed")
        self._carrier.tool_answered(result)
        return result


def _fault(error: Exception) -> LanguageModelFault:
    if isinstance(error, LanguageModelFault):
        return error
    return LanguageModelFault("timed-out" if isinstance(error, TimeoutError) else "failed", retryable=True)


@contextlib.asynccontextmanager
async def _closing(outputs: AsyncIterator[Output]) -> AsyncIterator[None]:
    """Close the iterator at the end, if it is a generator: it may hold a connection."""
    try:
        yield
    finally:
        if isinstance(outputs, AsyncGenerator):
            await outputs.aclose()
