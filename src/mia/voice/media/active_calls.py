"""The calls that one media worker holds."""

import asyncio
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from uuid import UUID

import structlog
from sqlalchemy.exc import SQLAlchemyError

from mia.platform.db.session import Database
from mia.platform.kernel.errors import Unavailable
from mia.platform.telemetry.metrics import CALLS_ACTIVE, CALLS_STARTED, count_ended_call
from mia.platform.telemetry.tracing import span
from mia.voice.auth.guards import scope_of_row
from mia.voice.engine.pipeline.call import CallRecord
from mia.voice.engine.pipeline.control import CallControl, SayNow
from mia.voice.engine.pipeline.setup import CallSetup
from mia.voice.engine.ports import MediaTransport, OfferNotUnderstood
from mia.voice.http import BadRequest
from mia.voice.media.background_sounds import BackgroundSounds
from mia.voice.media.engine import CallEngine
from mia.voice.media.placing import WORKER_SHUTDOWN, PhoneManners, Placing
from mia.voice.media.recorder import CallRecorder
from mia.voice.media.rooms.ports import Rooms
from mia.voice.media.setting_up import Claimed, set_up
from mia.voice.media.switchboard import CallSwitchboard
from mia.voice.messages.client import MessageClient
from mia.voice.messages.delivery import deliver_due
from mia.voice.resources.call import lifecycle
from mia.voice.resources.tool.kinds import names_of
from mia.voice.resources.tool.mcp_tools import McpTools
from mia.voice.wire import Json
from mia.voice.workers.client import NO_ROOMS

log = structlog.get_logger()

_NOT_VALID = "assistant-not-valid"
NO_CALLER_ID = "call.start.error-get-phone-number"
"""The number that the call was to leave from is the organization's no more (hosted reason)."""
_CRASHED = "call.in-progress.error-vapifault-worker-died"
_GOODBYE = "I'm sorry, we have to restart. Please call again in a minute. Goodbye."


Talk = Awaitable[CallRecord | str]
"""A call until its end: how it went, or why it never began."""


@dataclass(frozen=True)
class _Held:
    control: CallControl
    task: asyncio.Task[None]
    web: bool


def web_share(lines: int) -> int:
    """How many of a worker's lines calls from browsers may use: half of them, so that strangers on the web cannot
    keep phones from being answered; a single line is for both."""
    return max(1, lines // 2)


class CallsHeld:
    """Takes calls up to a capacity, runs each in a task, and lets go of them in good order.

    ``web_capacity`` of them may come from browsers.
    """

    def __init__(
        self, database: Database, engine: CallEngine, messages: MessageClient, worker: lifecycle.Worker,
        capacity: int, web_capacity: int,
    ) -> None:  # fmt: skip
        self._database = database
        self._engine = engine
        self._messages = messages
        self._sounds = BackgroundSounds(messages)
        self._worker = worker
        self._capacity = capacity
        self._web_capacity = web_capacity
        self._held: dict[UUID, _Held] = {}
        self._phones: dict[UUID, CallSwitchboard] = {}
        self.joining = 0
        self._joining_web = 0
        self._deliveries: set[asyncio.Task[None]] = set()
        self.draining = False

    @property
    def active(self) -> int:
        """Calls held or being joined."""
        return len(self._held) + self.joining

    @property
    def web_active(self) -> int:
        """Those of them that come from browsers."""
        return sum(held.web for held in self._held.values()) + self._joining_web

    @property
    def call_ids(self) -> list[UUID]:
        """The calls held now."""
        return list(self._held)

    async def take(self, org_id: UUID, call_id: UUID, sdp: str) -> str:
        """Claim a call, answer the offer and start the conversation; returns the SDP answer.

        :class:`Unavailable` without room, :class:`TooManyRequests` when the caller holds enough lines,
        :class:`Conflict` when someone joined before, :class:`BadRequest` for an offer that cannot be used.
        """
        with self._room_for_one(web=True):
            return await self._join(org_id, call_id, sdp)

    async def meet(self, org_id: UUID, call_id: UUID) -> Json:
        """Claim a call and wait for its caller in a room; what they need to come in. As :meth:`take`;
        :class:`BadRequest` where there are no rooms, :class:`Unavailable` too when the media engine is away."""
        if self._engine.rooms is None:
            raise BadRequest(NO_ROOMS)
        with self._room_for_one(web=True):
            return await self._meet(self._engine.rooms, org_id, call_id)

    async def place(self, org_id: UUID, call_id: UUID) -> None:
        """Claim a call and place it; returns once it is claimed.

        :class:`Unavailable` without room, :class:`Conflict` when another worker has it.
        """
        with self._room_for_one():
            call = await self._claim(org_id, call_id, to_place=True)
            try:
                setup = self._setup(call)
            except BadRequest:
                await call.recorder.finish(_NOT_VALID, None)
                return
            self._hold_on(call, self._telephone(call, setup))

    async def receive(self, org_id: UUID, call_id: UUID, transport: MediaTransport, *, web: bool = False) -> None:
        """Claim a call that comes in, over the web or a phone line, and begin to talk; raises as :meth:`take`."""
        with self._room_for_one(web=web):
            call = await self._claim(org_id, call_id)
            self._hold_on(call, self._engine.run_call(transport, self._setup(call), call.control), web=web)

    def control_of(self, call_id: UUID) -> CallControl | None:
        """What acts on a call; ``None`` when this worker does not hold it."""
        held = self._held.get(call_id)
        return held.control if held is not None else None

    def phone_of(self, call_id: UUID) -> CallSwitchboard | None:
        """What puts a call's caller through; ``None`` where they have no phone, or this worker not the call."""
        return self._phones.get(call_id)

    def end(self, call_id: UUID, reason: str) -> bool:
        """Hang up; ``False`` when this worker does not hold the call."""
        held = self._held.get(call_id)
        if held is not None:
            held.control.end(reason)
        return held is not None

    async def drain(self, goodbye_seconds: float, end_seconds: float) -> None:
        """Take no more calls, let the assistant say goodbye in those there are, then end them."""
        self.draining = True
        for held in self._held.values():
            held.control.give(SayNow(_GOODBYE, end_after=True))
        await self._settle(goodbye_seconds)
        for held in self._held.values():
            held.control.end(WORKER_SHUTDOWN)
        await self._settle(end_seconds)
        for held in self._held.values():
            held.task.cancel()
        await self._settle(end_seconds)
        await asyncio.gather(*self._deliveries)

    async def _settle(self, seconds: float) -> None:
        if tasks := [held.task for held in self._held.values()]:
            await asyncio.wait(tasks, timeout=seconds)

    @contextmanager
    def _room_for_one(self, *, web: bool = False) -> Iterator[None]:
        full = self.active >= self._capacity or (web and self.web_active >= self._web_capacity)
        if self.draining or full:
            raise Unavailable("No room for another call.")
        self.joining += 1
        self._joining_web += web
        try:
            yield
        finally:
            self.joining -= 1
            self._joining_web -= web

    async def _claim(
        self, org_id: UUID, call_id: UUID, *, to_place: bool = False, counted: bool = False
    ) -> Claimed:
        """Make the call this worker's. ``counted``: where calls of one caller are."""
        scope = scope_of_row(org_id, f"voice-media:{self._worker.id}")
        async with self._database.claims(scope) if counted else self._database.org(scope) as session:
            told = await lifecycle.claim_call(session, call_id, self._worker, to_place=to_place)
        mcp = McpTools(self._messages, told.envelope)
        told = replace(told, assistant=await mcp.listed(told.assistant))
        names = names_of(told.assistant)
        recorder = CallRecorder(self._database, scope, call_id, self._deliver_soon, names)
        return Claimed(call_id, scope, told, recorder, mcp)

    def _setup(self, call: Claimed) -> CallSetup:
        setup = set_up(call, self._engine, self._messages, self._database, self._sounds)
        if isinstance(setup.switchboard, CallSwitchboard):
            self._phones[call.call_id] = setup.switchboard
        return setup

    async def _meet(self, rooms: Rooms, org_id: UUID, call_id: UUID) -> Json:
        call = await self._claim(org_id, call_id, counted=True)
        try:
            setup = self._setup(call)
            room = await rooms.open(call_id)
        except (Unavailable, BadRequest):
            await self._release(call)
            raise
        self._hold_on(call, self._engine.run_call(room.transport, setup, call.control), web=True)
        return room.caller

    async def _release(self, call: Claimed) -> None:
        """Nobody has joined: another offer may follow."""
        call.mcp.leave()
        async with self._database.org(call.scope) as session:
            await lifecycle.release_call(session, call.call_id)

    async def _join(self, org_id: UUID, call_id: UUID, sdp: str) -> str:
        call = await self._claim(org_id, call_id, counted=True)
        try:
            setup = self._setup(call)
            joined = await self._engine.join(sdp)
        except (OfferNotUnderstood, BadRequest) as error:
            await self._release(call)
            reason = error.reason if isinstance(error, OfferNotUnderstood) else "model"
            log.info("offer_refused", call_id=str(call_id), reason=reason)
            if isinstance(error, BadRequest):
                raise
            raise BadRequest("The offer could not be understood.") from None
        self._hold_on(call, self._engine.run_call(joined.transport, setup, call.control), web=True)
        return joined.answer_sdp

    async def _telephone(self, call: Claimed, setup: CallSetup) -> CallRecord | str:
        """Call, and talk with anyone who picks up; the reason when no one does."""
        told, control = call.told, call.control
        assert told.number is not None
        if told.caller_id is None:
            return NO_CALLER_ID
        manners = PhoneManners.of(told.assistant, told.extension)
        placing = Placing(
            self._database, call.scope, call.call_id, self._engine.telephony, manners, self._deliver_soon
        )
        async with placing.calling(told.number, told.caller_id, told.account, control) as outcome:
            if isinstance(outcome, str):
                return outcome
            if outcome.machine:
                brief = replace(setup.answering.brief, first_message="", recording_question="")
                setup = replace(setup, answering=replace(setup.answering, brief=brief, guide=None))
            return await self._engine.run_call(outcome.transport, setup, control)

    def _hold_on(self, call: Claimed, talk: Talk, *, web: bool = False) -> None:
        task = asyncio.create_task(self._hold(call, talk))
        self._held[call.call_id] = _Held(call.control, task, web)

    async def _hold(self, call: Claimed, talk: Talk) -> None:
        call_id = call.call_id
        log.info("call_taken", call_id=str(call_id))
        record: CallRecord | None = None
        reason = _CRASHED
        CALLS_STARTED.inc()
        CALLS_ACTIVE.inc()
        try:
            with span("call"):
                outcome = await talk
            record = outcome if isinstance(outcome, CallRecord) else None
            reason = outcome.ended_reason if isinstance(outcome, CallRecord) else outcome
        except asyncio.CancelledError:
            reason = WORKER_SHUTDOWN
        except Exception as error:
            log.error("call_crashed", call_id=str(call_id), error=type(error).__name__)
        try:
            await call.recorder.finish(reason, record)
        finally:
            call.mcp.leave()
            del self._held[call_id]
            self._phones.pop(call_id, None)
            CALLS_ACTIVE.dec()
            count_ended_call(reason)
        log.info("call_ended", call_id=str(call_id), reason=reason)

    def _deliver_soon(self) -> None:
        task = asyncio.create_task(self._deliver())
        self._deliveries.add(task)
        task.add_done_callback(self._deliveries.discard)

    async def _deliver(self) -> None:
        try:
            await deliver_due(self._database, self._messages)
        except (SQLAlchemyError, OSError) as error:
            log.warning("server_message_delivery_failed", error=type(error).__name__)
