"""The calls that one media worker holds."""

import asyncio
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from uuid import UUID

import structlog
from sqlalchemy.exc import SQLAlchemyError

from mia.platform.conversation.ports import LanguageModel
from mia.platform.db.session import Database
from mia.platform.kernel.errors import Unavailable
from mia.platform.kernel.scope import OrgScope
from mia.platform.telemetry.metrics import CALLS_ACTIVE, CALLS_STARTED, count_ended_call
from mia.platform.telemetry.tracing import span
from mia.voice.auth import scope_of_row
from mia.voice.engine.pipeline.call import CallRecord, CallSetup
from mia.voice.engine.pipeline.control import CallControl, SayNow
from mia.voice.engine.ports import MediaTransport
from mia.voice.http import BadRequest
from mia.voice.media.engine import CallEngine, OfferNotUnderstood
from mia.voice.media.placing import WORKER_SHUTDOWN, Placing
from mia.voice.media.recorder import CallRecorder
from mia.voice.messages.client import MessageClient
from mia.voice.messages.delivery import deliver_due
from mia.voice.messages.tools import ServerTools
from mia.voice.resources.assistant.brief import brief_of, limits_of
from mia.voice.resources.call import lifecycle

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
        self._worker = worker
        self._capacity = capacity
        self._web_capacity = web_capacity
        self._held: dict[UUID, _Held] = {}
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

    async def place(self, org_id: UUID, call_id: UUID) -> None:
        """Claim a call and place it; returns once it is claimed.

        :class:`Unavailable` without room, :class:`Conflict` when another worker has it.
        """
        with self._room_for_one():
            scope = self._scope(org_id)
            async with self._database.org(scope) as session:
                claimed = await lifecycle.claim_call(session, call_id, self._worker, to_place=True)
            try:
                model = self._engine.language_models.choose(brief_of(claimed.assistant))
            except BadRequest:
                await CallRecorder(self._database, scope, call_id, self._deliver_soon).finish(_NOT_VALID, None)
                return
            recorder = CallRecorder(self._database, scope, call_id, self._deliver_soon)
            voicemail = str(claimed.assistant.get("voicemailMessage") or "")
            telephony = self._engine.telephony
            placing = Placing(self._database, scope, call_id, telephony, voicemail, self._deliver_soon)
            control = CallControl()
            talk = self._telephone(placing, claimed, self._setup(claimed, model, recorder), control)
            self._hold_on(call_id, talk, control, recorder)

    async def receive(self, org_id: UUID, call_id: UUID, transport: MediaTransport) -> None:
        """Claim a call that comes in and begin to talk; raises as :meth:`take`."""
        with self._room_for_one():
            scope = self._scope(org_id)
            async with self._database.org(scope) as session:
                claimed = await lifecycle.claim_call(session, call_id, self._worker)
            model = self._engine.language_models.choose(brief_of(claimed.assistant))
            recorder = CallRecorder(self._database, scope, call_id, self._deliver_soon)
            control = CallControl()
            setup = self._setup(claimed, model, recorder)
            self._hold_on(call_id, self._engine.run_call(transport, setup, control), control, recorder)

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

    def _scope(self, org_id: UUID) -> OrgScope:
        return scope_of_row(org_id, f"voice-media:{self._worker.id}")

    async def _join(self, org_id: UUID, call_id: UUID, sdp: str) -> str:
        scope = self._scope(org_id)
        async with self._database.claims(scope) as session:
            claimed = await lifecycle.claim_call(session, call_id, self._worker)
        try:
            model = self._engine.language_models.choose(brief_of(claimed.assistant))
            joined = await self._engine.join(sdp)
        except (OfferNotUnderstood, BadRequest) as error:
            async with self._database.org(scope) as session:
                await lifecycle.release_call(session, call_id)
            reason = error.reason if isinstance(error, OfferNotUnderstood) else "model"
            log.info("offer_refused", call_id=str(call_id), reason=reason)
            if isinstance(error, BadRequest):
                raise
            raise BadRequest("The offer could not be understood.") from None
        recorder = CallRecorder(self._database, scope, call_id, self._deliver_soon)
        control = CallControl()
        setup = self._setup(claimed, model, recorder)
        talk = self._engine.run_call(joined.transport, setup, control)
        self._hold_on(call_id, talk, control, recorder, web=True)
        return joined.answer_sdp

    def _setup(self, claimed: lifecycle.ClaimedCall, model: LanguageModel, recorder: CallRecorder) -> CallSetup:
        return CallSetup(
            brief=brief_of(claimed.assistant),
            language_model=model,
            speech=self._engine.speech,
            run_tool=ServerTools(self._messages, self._database.clock, claimed.assistant, claimed.envelope),
            on_event=recorder,
            limits=limits_of(claimed.assistant),
            now=self._database.clock.now,
        )

    async def _telephone(
        self, placing: Placing, claimed: lifecycle.ClaimedCall, setup: CallSetup, control: CallControl
    ) -> CallRecord | str:
        """Call, and talk with anyone who picks up; the reason when no one does."""
        assert claimed.number is not None
        if claimed.caller_id is None:
            return NO_CALLER_ID
        async with placing.calling(claimed.number, claimed.caller_id, control) as outcome:
            if isinstance(outcome, str):
                return outcome
            if outcome.machine:
                setup = replace(setup, brief=replace(setup.brief, first_message="", recording_question=""))
            return await self._engine.run_call(outcome.transport, setup, control)

    def _hold_on(
        self, call_id: UUID, talk: Talk, control: CallControl, recorder: CallRecorder, *, web: bool = False
    ) -> None:
        self._held[call_id] = _Held(control, asyncio.create_task(self._hold(call_id, talk, recorder)), web)

    async def _hold(self, call_id: UUID, talk: Talk, recorder: CallRecorder) -> None:
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
            await recorder.finish(reason, record)
        finally:
            del self._held[call_id]
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
