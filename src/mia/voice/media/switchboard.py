"""Puts callers of phone calls through to other phones, and bounds how often (``mia.voice.resources.dialing``)."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from uuid import UUID

import structlog

from mia.identity import throttle
from mia.identity.throttle import Limit
from mia.platform.db.session import Database
from mia.platform.kernel.errors import TooManyRequests
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import OrgScope
from mia.voice.engine.pipeline.control import CallControl, SendKeys
from mia.voice.engine.pipeline.transferring import NotPutThrough
from mia.voice.engine.ports import CallerUnreachable, MediaTransport
from mia.voice.resources.dialing import service as dialing
from mia.voice.resources.phone_number.service import leaves_from
from mia.voice.resources.texting.stopping import has_stopped
from mia.voice.telephony.ports import (
    RING_SECONDS,
    Account,
    Dial,
    DialRefused,
    Leg,
    MachineFound,
    NotReached,
    PickedUp,
    Telephony,
    Text,
    TextRefused,
)
from mia.voice.wire import Json

log = structlog.get_logger()

_MOST_OF_A_CALL = 3
"""Phones that one caller is put through to, or may have ring."""
TRANSFERS = Limit("voice-transfer", timedelta(hours=1), per_subject=120)
"""The same for all calls that were made with one token."""
_MOST_TEXTS = 3
"""Texts that a caller gets in one call."""
TEXTS = Limit("voice-text", timedelta(hours=1), per_subject=120)
"""The same for all calls that were made with one token."""
_NOBODY_KNOWN = "A caller is on the line for you."


@dataclass
class CallSwitchboard:
    """The ``Switchboard`` of one call, and the ``Phone`` of its tools. ``made_by`` is the token of the call,
    ``caller_id`` the number that it is held on, of ``account``;
    ``control`` acts on it, ``caller`` is the number of who is on the line."""

    database: Database
    scope: OrgScope
    call_id: UUID
    telephony: Telephony
    announce: Callable[[MediaTransport, str], Coroutine[Any, Any, None]]
    made_by: str
    caller_id: str | None
    account: Account | None = None
    control: CallControl = field(default_factory=CallControl)
    caller: str | None = field(default=None, repr=False)
    _made: int = field(default=0, init=False)
    _texts: int = field(default=0, init=False)

    async def refusal(self, destination: Json) -> str | None:
        """Why the caller may not be put through there now; None when they may, which counts."""
        if self._made >= _MOST_OF_A_CALL:
            return f"Nobody can be put through more than {_MOST_OF_A_CALL} times in a call."
        async with self.database.org(self.scope) as session:
            if complaint := await dialing.refusal(session, destination):
                return complaint
            if await leaves_from(session, destination.get("callerId"), self.caller_id, self.account) is None:
                return "callerId is no number of this organization, or it has none to call from."
        try:
            await throttle.check(self.database, TRANSFERS, "", self.made_by)
        except TooManyRequests:
            log.warning("transfers_throttled", call_id=str(self.call_id))
            return "Too many calls were put through lately. Try again later."
        self._made += 1
        return None

    async def text(self, words: str, sender: str | None) -> str | None:
        """As :class:`~mia.voice.resources.tool.phones.Phone` says."""
        if self.caller is None:
            return "The caller's number is not known."
        if self._texts >= _MOST_TEXTS:
            return f"Nobody is texted more than {_MOST_TEXTS} times in a call."
        async with self.database.org(self.scope) as session:
            if complaint := await dialing.refusal(session, {"number": self.caller}):
                return complaint
            if await has_stopped(session, self.caller):
                return "The caller has asked for no more texts."
            leaves = await leaves_from(session, sender, self.caller_id, self.account)
        if leaves is None:
            return "metadata.from is no number of this organization, or it has none to text from."
        try:
            await throttle.check(self.database, TEXTS, "", self.made_by)
        except TooManyRequests:
            log.warning("texts_throttled", call_id=str(self.call_id))
            return "Too many texts were sent lately. Try again later."
        self._texts += 1
        try:
            await self.telephony.text(Text(self.caller, leaves, words, self.account))
        except TextRefused as refusal:
            log.info("text_refused", call_id=str(self.call_id), reason=refusal.reason)
            return "The text could not be sent."
        return None

    def press(self, keys: str) -> bool:
        """As :class:`~mia.voice.resources.tool.phones.Phone` says."""
        return self.control.give(SendKeys(keys))

    async def put_through(
        self,
        destination: Mapping[str, Any],
        summary: Callable[[], Coroutine[Any, Any, str]],
        let_go: Callable[[], Awaitable[None]],
    ) -> None:
        """As :class:`~mia.voice.engine.pipeline.transferring.Switchboard` says. It is judged once more: rules may
        have changed since the call took its copy."""
        plan = destination.get("transferPlan") or {}
        dial = await self._dial(destination, plan)
        mode = plan.get("mode") or "blind-transfer"
        log.info("transfer_begins", call_id=str(self.call_id), mode=mode)
        fallback = plan.get("fallbackPlan") or {}
        try:
            if mode == "blind-transfer":
                await let_go()
                await self.telephony.forward(dial)
            else:
                await self._introduce(dial, plan, summary, let_go)
        except (DialRefused, CallerUnreachable) as failure:
            log.info("transfer_failed", call_id=str(self.call_id), reason=failure.reason)
            if (rings_next := _next(destination)) and self._may_ring_one_more():
                await self.put_through(rings_next, summary, let_go)
                return
            raise NotPutThrough(fallback.get("message") or "", ends=bool(fallback.get("endCallEnabled"))) from None

    def _may_ring_one_more(self) -> bool:
        """Whether another phone may ring in this call, which counts."""
        if self._made >= _MOST_OF_A_CALL:
            return False
        self._made += 1
        return True

    async def _dial(self, destination: Mapping[str, Any], plan: Json) -> Dial:
        async with self.database.org(self.scope) as session:
            complaint = await dialing.refusal(session, dict(destination))
            caller_id = await leaves_from(session, destination.get("callerId"), self.caller_id, self.account)
        if complaint or caller_id is None:
            raise NotPutThrough
        seconds = float(plan.get("dialTimeout") or RING_SECONDS)
        extension = destination.get("extension") or ""
        number, account = destination["number"], self.account
        return Dial(self.call_id, number, caller_id, seconds, account=account, extension=extension)

    async def _introduce(
        self,
        dial: Dial,
        plan: Json,
        summary: Callable[[], Coroutine[Any, Any, str]],
        let_go: Callable[[], Awaitable[None]],
    ) -> None:
        """Call, tell who picks up what it is about, and connect the two."""
        second = Dial(**{**vars(dial), "leg": new_id()})
        leg = await self.telephony.dial(second)
        preparing = asyncio.create_task(summary()) if not plan.get("message") else None
        try:
            transport = await _picked_up(leg)
            words = plan.get("message") or (await preparing if preparing else "") or _NOBODY_KNOWN
            await self._tell(leg, transport, words)
            await let_go()
            await self.telephony.connect(self.call_id, leg)
        finally:
            if preparing is not None:
                preparing.cancel()
                await asyncio.gather(preparing, return_exceptions=True)
            await leg.close()

    async def _tell(self, leg: Leg, transport: MediaTransport, words: str) -> None:
        """Say it, unless they hang up or a voicemail turns out to listen: neither is told who calls."""
        telling = asyncio.create_task(self.announce(transport, words))
        gone = [asyncio.create_task(_gone(leg)), asyncio.create_task(transport.left())]
        try:
            await asyncio.wait((telling, *gone), return_when=asyncio.FIRST_COMPLETED)
            if not telling.done() or any(task.done() for task in gone):
                raise DialRefused("customer-did-not-answer")
            telling.result()
        finally:
            for task in (telling, *gone):
                task.cancel()
            with suppress(asyncio.CancelledError):
                await asyncio.gather(telling, *gone, return_exceptions=True)


def _next(destination: Mapping[str, Any]) -> Json | None:
    """The phone that rings when nobody takes the call at ``destination``; none rings after that."""
    number = dialing.overflow_of(dict(destination))
    if number is None:
        return None
    plan = destination["transferPlan"]
    last = {**plan, "dialTimeout": None, "fallbackPlan": {**plan["fallbackPlan"], "number": None}}
    return {**destination, "number": number, "extension": None, "transferPlan": last}


async def _picked_up(leg: Leg) -> MediaTransport:
    while True:
        match await leg.next():
            case PickedUp(transport, machine):
                if machine:
                    raise DialRefused("voicemail")
                return transport
            case MachineFound():
                raise DialRefused("voicemail")
            case NotReached(reason):
                raise DialRefused(reason)


async def _gone(leg: Leg) -> None:
    """Until a voicemail is found out, or the phone is hung up."""
    while not isinstance(await leg.next(), MachineFound | NotReached):
        continue
