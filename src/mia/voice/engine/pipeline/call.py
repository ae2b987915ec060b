"""Runs one call. This is the engine's front door; see :func:`run_call`."""

import asyncio
import json
import time
from collections.abc import Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import structlog

from mia.platform.conversation.ports import Conclusion, Message
from mia.platform.conversation.tokens import counting
from mia.platform.conversation.turns import Answering
from mia.voice.engine.pipeline import client_messages
from mia.voice.engine.pipeline.control import CallControl, PressKey, TypeIn
from mia.voice.engine.pipeline.conversation import Conversation
from mia.voice.engine.pipeline.events import CallEvent, FaultMet, StatusChanged, TranscriptLine
from mia.voice.engine.pipeline.media import sound_flowing
from mia.voice.engine.pipeline.setup import CallSetup
from mia.voice.engine.pipeline.turns.keypad import Keypad
from mia.voice.engine.ports import CallerUnreachable, MediaTransport

log = structlog.get_logger()

NEVER_CONNECTED = "call.in-progress.error-providerfault-transport-never-connected"
FAILED = "call.in-progress.error-vapifault-worker-died"
_SETTLE = 5.0
"""Seconds that tools still running at the end of a call are waited for."""


@dataclass(frozen=True)
class Used:
    """Text that was made into sound, in characters, and what a provider's models read and wrote."""

    characters: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0


@dataclass(frozen=True)
class CallRecord:
    """How a call went. ``conclusion`` is ``None`` when the caller was never reached; ``concluded_by`` is the
    assistant that made it."""

    started_at: datetime
    ended_at: datetime
    ended_reason: str
    transcript: tuple[TranscriptLine, ...]
    history: tuple[Message, ...]
    memory: dict[str, Any]
    conclusion: Conclusion | None = None
    used: Used = Used()
    concluded_by: Mapping[str, Any] = field(default_factory=dict)


async def run_call(transport: MediaTransport, setup: CallSetup, control: CallControl | None = None) -> CallRecord:
    """Hold one call until it ends, and return how it went.

    Waits for the caller's media, speaks ``brief.first_message``, then takes turns: what the caller
    says or types goes to ``language_model.reply``, its words are spoken, its tools are run by
    ``run_tool`` (bounded by ``limits.turn``; a late or failing tool becomes a
    ``ToolResult`` with ``error``). The caller may interrupt at any time. Everything that happens is
    passed to ``on_event`` in order; at the end ``language_model.conclude`` sums up.

    ``control`` lets others act on the running call (say something, type for the caller, mute, end).

    Ended reasons: ``assistant-ended-call`` (or what ``EndCall`` says), what ``transport.left()`` says
    (``customer-ended-call``, ``customer-flooded-connection``), ``assistant-said-end-call-phrase``,
    ``assistant-forwarded-call``, ``silence-timed-out``, ``exceeded-max-duration``,
    ``manually-canceled`` (``control.end()``),
    ``call.in-progress.error-providerfault-transport-never-connected``.

    Faults of the model, a tool, the recognizer or the synthesiser never end a call and never raise
    from here. Cancelling the task that runs this hangs up at once. The transport is always closed.
    """
    return await _Call(transport, setup, control or CallControl()).hold()


class _Call:
    def __init__(self, transport: MediaTransport, setup: CallSetup, control: CallControl) -> None:
        self._transport = transport
        self._setup = setup
        self._control = control
        self._keypad = Keypad(setup.manners.keypad, lambda keys: control.give(TypeIn(keys)))
        self._events: asyncio.Queue[CallEvent | None] = asyncio.Queue()
        self._conversation = Conversation(setup, self._events.put_nowait, self._send)
        self._started_at = setup.answering.now()

    async def hold(self) -> CallRecord:
        pump = asyncio.create_task(self._pass_on_events())
        try:
            reason = await self._until_ended()
            return await self._record(reason)
        finally:
            await self._transport.close()
            self._events.put_nowait(None)
            await pump

    async def _until_ended(self) -> str:
        try:
            await self._transport.connected()
        except CallerUnreachable as fault:
            log.info("caller_unreachable", reason=fault.reason)
            return NEVER_CONNECTED
        try:
            async with sound_flowing(self._transport, self._conversation, self._control.listening):
                return await self._converse()
        except Exception as fault:
            log.error("call_failed", kind=type(fault).__name__)
            self._events.put_nowait(FaultMet("call-failed"))
            return FAILED

    async def _converse(self) -> str:
        conversation = self._conversation
        self._started_at = self._setup.answering.now()
        self._events.put_nowait(StatusChanged("in-progress"))
        self._transport.send(client_messages.CALL_STARTED)
        self._send(client_messages.status_update("in-progress"))
        tasks = [
            asyncio.create_task(self._guard(work))
            for work in (
                conversation.run(),
                conversation.hearing.keep_time(),
                self._read_messages(),
                self._read_control(),
                self._notice_departure(),
                self._limit_duration(),
            )
        ]
        try:
            reason = await conversation.ended
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._keypad.stop()
            await conversation.stop()
        self._send(client_messages.status_update("ended", reason))
        return reason

    async def _guard(self, work: Coroutine[Any, Any, None]) -> None:
        """A part of the call that fails ends the call: the caller must not hang in silence."""
        try:
            await work
        except Exception as fault:
            log.error("call_failed", kind=type(fault).__name__)
            self._events.put_nowait(FaultMet("call-failed"))
            self._conversation.end(FAILED)

    async def _read_messages(self) -> None:
        async for text in self._transport.messages():
            command = client_messages.read_client_message(text, may_say=self._setup.client_may_say)
            if isinstance(command, PressKey):
                self._keypad.follow(self._conversation.manners.keypad)
                self._keypad.press(command.key)
            elif command is not None:
                await self._conversation.command(command)

    async def _read_control(self) -> None:
        while True:
            await self._conversation.command(await self._control.next())

    async def _notice_departure(self) -> None:
        reason = await self._transport.left()
        self._conversation.end(await self._conversation.transferring.departed(reason))

    async def _limit_duration(self) -> None:
        conversation, began = self._conversation, time.monotonic()
        while (left := began + conversation.may_last - time.monotonic()) > 0:
            conversation.lasts_otherwise.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(conversation.lasts_otherwise.wait(), left)
        await conversation.time_is_up()

    async def _record(self, reason: str) -> CallRecord:
        await self._transport.close()
        await self._conversation.dialogue.turns.settle(_SETTLE)
        history = self._conversation.history.messages()
        memory = self._conversation.dialogue.turns.memory
        reached = reason != NEVER_CONNECTED
        ended_at = self._setup.answering.now()
        conclusion = await self._conclude(history, memory) if reached else None
        self._events.put_nowait(StatusChanged("ended", reason))
        return CallRecord(
            started_at=self._started_at,
            ended_at=ended_at,
            ended_reason=reason,
            transcript=tuple(self._conversation.transcript.lines),
            history=history,
            memory=memory,
            conclusion=conclusion,
            used=self._used(),
            concluded_by=self._summing_up().assistant,
        )

    def _used(self) -> Used:
        tokens = self._conversation.dialogue.turns.tokens
        return Used(self._conversation.speaking.characters, tokens.prompt, tokens.completion)

    def _summing_up(self) -> Answering:
        """Who reports on the call: who answered last, with a plan for that, else who began."""
        begun, last = self._setup.answering, self._conversation.dialogue.turns.answering
        return last if last.sums_up or last.assistant is begun.assistant else begun

    async def _conclude(self, history: tuple[Message, ...], memory: dict[str, Any]) -> Conclusion:
        answering = self._summing_up()
        try:
            async with asyncio.timeout(self._setup.limits.conclude):
                with counting(self._conversation.dialogue.turns.tokens):
                    return await answering.language_model.conclude(answering.brief, history, memory)
        except Exception as fault:
            log.warning("conclusion_failed", kind=type(fault).__name__)
            self._events.put_nowait(FaultMet("conclusion-failed"))
            return Conclusion("", {"outcome": "abandoned"}, success=False)

    async def _pass_on_events(self) -> None:
        while (event := await self._events.get()) is not None:
            try:
                await self._setup.on_event(event)
            except Exception as fault:
                log.warning("call_event_lost", event_kind=type(event).__name__, kind=type(fault).__name__)

    def _send(self, message: dict[str, Any]) -> None:
        if message["type"] in self._conversation.manners.client_messages | client_messages.ALWAYS_SENT:
            self._transport.send(json.dumps(message))
