"""The calls that one media worker holds."""

import asyncio
from dataclasses import dataclass
from uuid import UUID

import httpx
import structlog
from sqlalchemy.exc import SQLAlchemyError

from mia.db.session import Database
from mia.kernel.errors import Unavailable
from mia.voice.auth import scope_of_row
from mia.voice.engine.pipeline.call import CallRecord, CallSetup
from mia.voice.engine.pipeline.control import CallControl, SayNow
from mia.voice.http import BadRequest
from mia.voice.media.engine import CallEngine, Joined, OfferNotUnderstood
from mia.voice.media.recorder import CallRecorder
from mia.voice.messages.delivery import deliver_due
from mia.voice.messages.tools import ServerTools
from mia.voice.resources.assistant.brief import brief_of, limits_of
from mia.voice.resources.call import lifecycle

log = structlog.get_logger()

WORKER_SHUTDOWN = "worker-shutdown"
_CRASHED = "call.in-progress.error-vapifault-worker-died"
_GOODBYE = "I'm sorry, we have to restart. Please call again in a minute. Goodbye."


@dataclass(frozen=True)
class _Held:
    control: CallControl
    task: asyncio.Task[None]


class CallsHeld:
    """Takes calls up to a capacity, runs each in a task, and lets go of them in good order."""

    def __init__(
        self, database: Database, engine: CallEngine, messages: httpx.AsyncClient, worker: lifecycle.Worker,
        capacity: int,
    ) -> None:  # fmt: skip
        self._database = database
        self._engine = engine
        self._messages = messages
        self._worker = worker
        self._capacity = capacity
        self._held: dict[UUID, _Held] = {}
        self.joining = 0
        self._deliveries: set[asyncio.Task[None]] = set()
        self.draining = False

    @property
    def active(self) -> int:
        """Calls held or being joined."""
        return len(self._held) + self.joining

    @property
    def call_ids(self) -> list[UUID]:
        """The calls held now."""
        return list(self._held)

    async def take(self, org_id: UUID, call_id: UUID, sdp: str) -> str:
        """Claim a call, answer the offer and start the conversation; returns the SDP answer.

        :class:`Unavailable` without room, :class:`Conflict` when somebody joined before,
        :class:`BadRequest` for an offer that cannot be used.
        """
        if self.draining or self.active >= self._capacity:
            raise Unavailable("No room for another call.")
        self.joining += 1
        try:
            return await self._join(org_id, call_id, sdp)
        finally:
            self.joining -= 1

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

    async def _join(self, org_id: UUID, call_id: UUID, sdp: str) -> str:
        scope = scope_of_row(org_id, f"voice-media:{self._worker.id}")
        async with self._database.org(scope) as session:
            claimed = await lifecycle.claim_call(session, call_id, self._worker)
        try:
            setup_of_model = self._engine.language_models.choose(brief_of(claimed.assistant))
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
        tools = ServerTools(self._messages, self._database.clock, claimed.assistant, claimed.envelope)
        setup = CallSetup(
            brief=brief_of(claimed.assistant),
            language_model=setup_of_model,
            speech=self._engine.speech,
            run_tool=tools,
            on_event=recorder,
            limits=limits_of(claimed.assistant),
            now=self._database.clock.now,
        )
        control = CallControl()
        task = asyncio.create_task(self._hold(call_id, joined, setup, control, recorder))
        self._held[call_id] = _Held(control, task)
        return joined.answer_sdp

    async def _hold(
        self, call_id: UUID, joined: Joined, setup: CallSetup, control: CallControl, recorder: CallRecorder
    ) -> None:
        log.info("call_taken", call_id=str(call_id))
        record: CallRecord | None = None
        reason = _CRASHED
        try:
            record = await self._engine.run_call(joined.transport, setup, control)
            reason = record.ended_reason
        except asyncio.CancelledError:
            reason = WORKER_SHUTDOWN
        except Exception as error:
            log.error("call_crashed", call_id=str(call_id), error=type(error).__name__)
        try:
            await recorder.finish(reason, record)
        finally:
            del self._held[call_id]
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
