"""A provider's language model that is never alone with a caller.

Danger is heard before the model is asked, every sentence is held against the facts before it is spoken, and the
embedded receptionist answers whatever the model cannot or must not.
"""

import asyncio
import copy
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

import structlog

from mia.platform.conversation.ports import (
    Brief,
    CallTool,
    Conclusion,
    EndCall,
    Event,
    Heard,
    LanguageModel,
    LanguageModelFault,
    Message,
    Output,
    Say,
    Silence,
    ToolResult,
    Turn,
)
from mia.platform.conversation.spoken_text import sentences
from mia.platform.conversation.tool_calls import call_id
from mia.platform.safety.danger import Alarm, Danger
from mia.receptionist.dialogue.saying.phrases import PHRASES
from mia.receptionist.dialogue.state import Step, load, store
from mia.receptionist.guard.account import checked_account, own_account
from mia.receptionist.guard.breaker import Breaker
from mia.receptionist.guard.check import Guard
from mia.receptionist.guard.conversation import facts_of
from mia.receptionist.guard.instructions import instructions
from mia.receptionist.guard.takeover import catch_up, event_for, last_words
from mia.receptionist.practice import practice_of
from mia.receptionist.receptionist import EmbeddedReceptionist

log = structlog.get_logger()

_KEY = "guard"
NEXT_OUTPUT_SECONDS = 4.0
"""Longest wait for a sentence, and for each further one, of a model that has begun: half of the eight seconds after
which a caller would be apologized to."""
ACKNOWLEDGE_SECONDS = 0.7
"""Silence after which a caller hears that an answer is on its way. In a chat, people see that anyway."""
LONGEST_ANSWER = 700
"""Characters of one answer: about 45 seconds of speech at 150 words a minute. An endless answer ends here."""
MOST_SENTENCES = 8
MOST_REASONS = 50
MOST_TOOLS = 5
"""Tools that the model may ask for in one turn; the engine runs eight, the rest is the receptionist's."""


class _NotFit(Exception):
    """The model's answer cannot be used; ``reason`` is a static code. ``alarm``: it says that there is danger."""

    def __init__(self, reason: str, alarm: Alarm | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.alarm = alarm


@dataclass
class _Notes:
    """Kept in the engine's memory. ``by`` answers the present turn, ``spoke`` said something last; ``characters``,
    ``sentences`` and ``tools`` are what the model has used of the turn. ``calls`` numbers its tool calls, ``known``
    are the calls whose outcome the receptionist knows. ``replaced``: why the receptionist answered in the model's
    place, a code for each turn."""

    by: str = "model"
    spoke: str = "model"
    characters: int = 0
    sentences: int = 0
    tools: int = 0
    calls: int = 0
    known: list[str] = field(default_factory=list)
    replaced: list[str] = field(default_factory=list)


class GuardedModel:
    """``LanguageModel`` over another one. One instance serves all conversations and shares what it learns about
    the provider's health."""

    def __init__(
        self, model: LanguageModel, receptionist: EmbeddedReceptionist, breaker: Breaker | None = None
    ) -> None:
        self._model = model
        self._receptionist = receptionist
        self._breaker = breaker or Breaker()

    async def reply(self, turn: Turn) -> AsyncGenerator[Output, None]:
        """See ``LanguageModel``. Raises nothing that a model does."""
        notes = _Notes(**turn.memory.get(_KEY, {}))
        alarm = None
        if not isinstance(turn.event, ToolResult):
            alarm = await self._hear_alarm(turn)
            urgent = alarm is not None or _in_emergency(turn)
            notes = replace(notes, by="receptionist" if urgent or self._breaker.rests else "model")
            if self._breaker.rests and not urgent:
                _note_replaced(notes, "rests")
            notes = replace(notes, characters=0, sentences=0, tools=0)
        if notes.by == "model":
            try:
                async with aclosing(self._by_model(turn, notes)) as outputs:
                    async for output in outputs:
                        yield output
                return
            except _NotFit as withheld:
                log.info("model_answer_replaced", reason=withheld.reason)
                _note_replaced(notes, withheld.reason)
                alarm = withheld.alarm
        async with aclosing(self._by_receptionist(turn, notes, alarm)) as outputs:
            async for output in outputs:
                yield output

    async def conclude(self, brief: Brief, history: Sequence[Message], memory: Mapping[str, Any]) -> Conclusion:
        """See ``LanguageModel``: the model's account as far as the conversation bears it out, else our own."""
        replaced = _Notes(**memory.get(_KEY, {})).replaced
        log_lines = tuple(f"the embedded receptionist answered: {reason}" for reason in replaced)
        return replace(await self._conclude(brief, history, memory), log=log_lines)

    async def _conclude(self, brief: Brief, history: Sequence[Message], memory: Mapping[str, Any]) -> Conclusion:
        turn = Turn(brief, history, Silence(0), copy.deepcopy(dict(memory)), datetime.now(UTC))
        self._catch_up(turn, _Notes(**turn.memory.get(_KEY, {})))
        own = own_account(await self._receptionist.conclude(brief, history, turn.memory), history)
        if own.structured["outcome"] == "emergency" or self._breaker.rests:
            return own
        try:
            account = await self._model.conclude(brief, history, memory)
        except Exception as fault:
            log.warning("language_model_failed", code=_code(fault), kind=type(fault).__name__)
            return own
        return checked_account(account, own, turn)

    # --- the model ----------------------------------------------------------------------------------

    async def _by_model(self, turn: Turn, notes: _Notes) -> AsyncGenerator[Output, None]:
        if notes.tools >= MOST_TOOLS and isinstance(turn.event, ToolResult):
            raise _NotFit("too-many-tools")
        outputs = self._model.reply(turn)
        waiting = asyncio.ensure_future(_next(outputs))
        said_any = False
        try:
            await asyncio.sleep(0)  # the request leaves while the facts are read
            guard = Guard(facts_of(turn), instructions(turn.brief))
            if _is_spoken(turn) and not await _comes_soon(waiting):
                yield Say(PHRASES["thinking"][len(turn.history) % len(PHRASES["thinking"])])
            while (output := await self._answered(waiting)) is not None:
                said_any = True
                for checked in self._check(output, guard, turn, notes):
                    yield checked
                if isinstance(output, CallTool) or notes.sentences >= MOST_SENTENCES:
                    return
                if notes.characters >= LONGEST_ANSWER:
                    return
                waiting = asyncio.ensure_future(_next(outputs))
        finally:
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
            if isinstance(outputs, AsyncGenerator):
                await outputs.aclose()
        if not said_any:
            self._breaker.failed()
            raise _NotFit("empty")

    async def _answered(self, waiting: "asyncio.Task[Output | None]") -> Output | None:
        """The model's next output; what goes wrong is noted, and means that it does not answer this turn."""
        try:
            async with asyncio.timeout(NEXT_OUTPUT_SECONDS):
                output = await waiting
        except Exception as fault:
            log.warning("language_model_failed", code=_code(fault), kind=type(fault).__name__)
            self._breaker.failed()
            raise _NotFit(_code(fault)) from None
        self._breaker.answered()
        return output

    def _check(self, output: Output, guard: Guard, turn: Turn, notes: _Notes) -> list[Output]:
        """What of an output may pass. Memory is complete before it does."""
        if isinstance(output, EndCall):
            return [output]
        if isinstance(output, CallTool):
            if output.name == "request_person" and output.arguments.get("urgency") == "emergency":
                raise _NotFit("emergency", Alarm(Danger.NOW))
            notes.tools += 1
            notes.calls += 1
            _keep(notes, turn)
            output = _rings_who_takes_calls(output, turn)
            # A provider may use an id twice.
            return [replace(output, call_id=call_id("model", notes.calls, output.name, output.arguments))]
        passed: list[Output] = []
        for sentence in sentences(output.text):
            if notes.sentences >= MOST_SENTENCES or notes.characters + len(sentence) > LONGEST_ANSWER:
                log.info("model_answer_cut")
                notes.sentences = MOST_SENTENCES
                break
            if objection := guard.objection(sentence):
                raise _NotFit(objection.value)
            notes.sentences += 1
            notes.characters += len(sentence)
            passed.append(Say(sentence))
        notes.spoke = "model" if passed else notes.spoke
        _keep(notes, turn)
        return passed

    # --- the receptionist ---------------------------------------------------------------------------

    async def _by_receptionist(
        self, turn: Turn, notes: _Notes, alarm: Alarm | None
    ) -> AsyncGenerator[Output, None]:
        own_question = isinstance(turn.event, ToolResult) and notes.by == "receptionist"
        event = turn.event if own_question else self._catch_up(turn, notes, alarm)
        notes.by = notes.spoke = "receptionist"
        _keep(notes, turn)
        async with aclosing(self._receptionist.reply(replace(turn, event=event), alarm)) as outputs:
            async for output in outputs:
                if isinstance(output, CallTool):
                    notes.known.append(output.call_id)
                    _keep(notes, turn)
                yield output

    def _catch_up(self, turn: Turn, notes: _Notes, alarm: Alarm | None = None) -> Event:
        """Tell the receptionist what it missed; what it is to react to, with an ``alarm`` the caller's words."""
        state = load(turn.memory)
        notes.known = catch_up(state, turn, notes.known, after_model=notes.spoke == "model", finish=alarm is None)
        event = event_for(turn, state) if alarm is None else _words_of(turn)
        store(state, turn.memory)
        return event

    async def _hear_alarm(self, turn: Turn) -> Alarm | None:
        return await self._receptionist.hear_alarm(turn.event) if isinstance(turn.event, Heard) else None


def _in_emergency(turn: Turn) -> bool:
    return load(turn.memory).step in (Step.EMERGENCY, Step.EMERGENCY_CHECK)


def _rings_who_takes_calls(call: CallTool, turn: Turn) -> CallTool:
    """A practice's phone is rung in the hours in which calls are taken there, whichever one the model chose."""
    practice = practice_of(turn.brief)
    phones = {practice.transfer_to, practice.overflow_to} - {""}
    if call.name != "transferCall" or call.arguments.get("destination") not in phones:
        return call
    rings = practice.rings(turn.now.astimezone(practice.zone).replace(tzinfo=None))
    if not rings:
        raise _NotFit("nobody-takes-calls")
    return replace(call, arguments={**call.arguments, "destination": rings})


def _is_spoken(turn: Turn) -> bool:
    return isinstance(turn.event, Heard) and not turn.event.typed


async def _comes_soon(waiting: "asyncio.Task[Output | None]") -> bool:
    return bool((await asyncio.wait([waiting], timeout=ACKNOWLEDGE_SECONDS))[0])


def _note_replaced(notes: _Notes, reason: str) -> None:
    """A conversation without an end does not grow without one."""
    if len(notes.replaced) < MOST_REASONS:
        notes.replaced.append(reason)


def _keep(notes: _Notes, turn: Turn) -> None:
    turn.memory[_KEY] = asdict(notes)


def _words_of(turn: Turn) -> Heard:
    return turn.event if isinstance(turn.event, Heard) else Heard(last_words(turn))


def _code(fault: Exception) -> str:
    if isinstance(fault, LanguageModelFault):
        return fault.code
    return "timed-out" if isinstance(fault, TimeoutError) else "failed"


async def _next(outputs: AsyncIterator[Output]) -> Output | None:
    return await anext(outputs, None)
