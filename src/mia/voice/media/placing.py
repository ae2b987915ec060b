"""A call to a phone, from dialling until someone picks up, or no one does."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from uuid import UUID

import structlog

from mia.platform.db.session import Database
from mia.platform.kernel.scope import OrgScope
from mia.voice.engine.pipeline.control import CallControl, EndNow, LeaveMessage, SayNow
from mia.voice.resources.call import lifecycle
from mia.voice.telephony.ports import (
    RING_SECONDS,
    Account,
    Dial,
    DialRefused,
    Leg,
    MachineFound,
    NotReached,
    PickedUp,
    Ringing,
    Telephony,
)
from mia.voice.wire import Json

log = structlog.get_logger()

WORKER_SHUTDOWN = "worker-shutdown"


@dataclass(frozen=True)
class PhoneManners:
    """How an assistant calls phones. A voicemail hears ``voicemail``, or nothing when that is empty; ``extension``
    is keyed once someone has answered."""

    voicemail: str = ""
    ring_seconds: float = RING_SECONDS
    detect_machines: bool = True
    extension: str = ""

    @classmethod
    def of(cls, assistant: Json, extension: str = "") -> "PhoneManners":
        """By ``voicemailMessage``, ``voicemailDetection`` and ``transportConfigurations``."""
        detection = assistant.get("voicemailDetection")
        off = detection == "off" or (isinstance(detection, dict) and detection.get("enabled") is False)
        rings = [plan.get("timeout") for plan in assistant.get("transportConfigurations") or ()]
        ring_seconds = next((float(seconds) for seconds in rings if seconds), RING_SECONDS)
        return cls(assistant.get("voicemailMessage") or "", ring_seconds, not off, extension)

    def dial(self, call_id: UUID, number: str, caller_id: str, account: Account | None) -> Dial:
        """The call to be placed."""
        return Dial(
            call_id, number, caller_id, self.ring_seconds, self.detect_machines, account, extension=self.extension
        )


class Placing:
    """Places one call. ``changed`` is called when there is something to tell the assistant's server."""

    def __init__(
        self, database: Database, scope: OrgScope, call_id: UUID, telephony: Telephony, manners: PhoneManners,
        changed: Callable[[], None],
    ) -> None:  # fmt: skip
        self._database = database
        self._scope = scope
        self._call_id = call_id
        self._telephony = telephony
        self._manners = manners
        self._changed = changed

    @asynccontextmanager
    async def calling(
        self, number: str, caller_id: str, account: Account | None, control: CallControl
    ) -> AsyncIterator[PickedUp | str]:
        """Call ``number`` from ``caller_id`` for as long as the block lasts; gives who picked up, or why not.

        Inside the block a voicemail that is found out later gets its message by ``control``.
        """
        try:
            leg = await self._telephony.dial(self._manners.dial(self._call_id, number, caller_id, account))
        except DialRefused as refusal:
            yield refusal.reason
            return
        try:
            async with self._database.org(self._scope) as session:
                await lifecycle.note_dialled(session, self._call_id, leg.provider_id)
            outcome = await self._until_picked_up(leg, control)
            if isinstance(outcome, str):
                yield outcome
                return
            if outcome.machine:
                self._leave_message(control)
            watching = asyncio.create_task(self._watch_for_machines(leg, control))
            try:
                yield outcome
            finally:
                watching.cancel()
                await asyncio.gather(watching, return_exceptions=True)
        finally:
            await leg.close()

    async def _until_picked_up(self, leg: Leg, control: CallControl) -> PickedUp | str:
        commands = asyncio.create_task(_told_to_end(control))
        picking = asyncio.create_task(self._follow(leg))
        try:
            await asyncio.wait((commands, picking), return_when=asyncio.FIRST_COMPLETED)
            return picking.result() if picking.done() else commands.result()
        finally:
            commands.cancel()
            picking.cancel()
            await asyncio.gather(commands, picking, return_exceptions=True)

    async def _follow(self, leg: Leg) -> PickedUp | str:
        while True:
            match await leg.next():
                case Ringing():
                    async with self._database.org(self._scope) as session:
                        await lifecycle.ring_call(session, self._call_id)
                    self._changed()
                    log.info("telephone_rings", call_id=str(self._call_id))
                case PickedUp() as picked_up:
                    return picked_up
                case NotReached(reason):
                    return reason
                case MachineFound():
                    continue  # said before its sound: the stream follows

    async def _watch_for_machines(self, leg: Leg, control: CallControl) -> None:
        while True:
            match await leg.next():
                case MachineFound():
                    self._leave_message(control)
                case NotReached():
                    return

    def _leave_message(self, control: CallControl) -> None:
        """A voicemail hears the minimal message or, where there is none, nothing."""
        voicemail = self._manners.voicemail
        control.give(LeaveMessage(voicemail) if voicemail else EndNow("voicemail"))


async def _told_to_end(control: CallControl) -> str:
    """Why a call is to end before anyone has picked up."""
    while True:
        match await control.next():
            case EndNow(reason):
                return reason
            case SayNow(end_after=True):
                return WORKER_SHUTDOWN
