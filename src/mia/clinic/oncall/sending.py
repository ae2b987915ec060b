"""Texts and calls of an alert are handed over once, whatever happens in between.

``sending`` is committed before anyone outside is asked. One found ``sending`` later was left by a dead process: it
is looked up there, and handed over again only when it certainly never arrived. What no one can tell is given up
after a few tries: the alert goes on to the next person by the clock, whatever becomes of one message.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

import structlog

from mia.clinic.consent import service as consent
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import (
    CallClaim,
    OutboundCall,
    OutboundCalls,
    OutcomeUnknown,
    SmsMessage,
    SmsRejected,
    SmsSender,
)
from mia.clinic.oncall import queries, words
from mia.clinic.oncall.alerts import acknowledge, hurry, show
from mia.clinic.oncall.links import ack_token
from mia.clinic.oncall.messages import reference_of
from mia.clinic.oncall.models import AlertRow, AlertSendRow
from mia.clinic.practice import service as practices
from mia.clinic.practice.service import NumberUse
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession, Database
from mia.platform.kernel.errors import NotFound, Unavailable
from mia.platform.kernel.scope import ClinicScope

log = structlog.get_logger()

_IN_HANDS = timedelta(seconds=50)
"""Longer than a handler may run: what is being sent for longer was left by a process that died."""
_MOST_ATTEMPTS = 5


@dataclass(frozen=True)
class Ways:
    """How texts and calls leave, and where our pages are."""

    texts: SmsSender
    calls: OutboundCalls
    origin: str


@dataclass(frozen=True)
class _TextClaim:
    message: SmsMessage
    interrupted: bool
    attempt: int


async def hand_over(database: Database, scope: ClinicScope, ways: Ways, send_id: UUID) -> None:
    """Send a text or place a call, or find out whether it was; :class:`Unavailable`: to be tried again."""
    async with database.clinic(scope) as session:
        claim = await _claim(session, send_id, ways.origin)
    if isinstance(claim, CallClaim):
        await inbox.dial(database, scope, ways.calls, AlertCalls(), claim)
    elif claim is not None:
        await _text(database, scope, ways.texts, send_id, claim)


@dataclass(frozen=True)
class CallScript:
    """What a call says: first, to a voicemail, and after a yes."""

    opening: str
    voicemail: str
    thanks: str


async def call_script(session: ClinicSession, send_id: UUID) -> CallScript:
    """The words of an alert's call; :class:`NotFound` when the clinic has none of this id."""
    row = await queries.find_send(session, send_id)
    alert = await queries.find_alert(session, id=row.alert_id) if row else None
    if alert is None:
        raise NotFound
    practice, test = (await practices.get_practice(session)).name, alert.task_id is None
    return CallScript(
        words.call_opening(practice, test=test), words.call_voicemail(practice, test=test), words.CALL_THANKS
    )


async def acknowledge_by_call(session: ClinicSession, send_id: UUID) -> None:
    """The called person said yes; :class:`NotFound` when the clinic has no such call."""
    row = await queries.find_send(session, send_id)
    if row is None or row.way != "call":
        raise NotFound
    await acknowledge(session, row.alert_id, session.unseal(row.name_sealed), "call")


async def note_call(session: ClinicSession, send_id: UUID, *, reached: bool) -> None:
    """How an alert's call ended: a person or a voicemail was told, or no one."""
    row = await queries.find_send(session, send_id, lock=True)
    if row is not None and row.state == "sending":
        await _settle(session, row, {"state": "sent" if reached else "failed"})


async def _claim(session: ClinicSession, send_id: UUID, origin: str) -> _TextClaim | CallClaim | None:
    """Take it in hand, which is committed before anyone outside is asked; None when it needs no hand."""
    row = await queries.find_send(session, send_id, lock=True)
    if row is None or row.state not in ("queued", "sending") or row.provider_id is not None:
        return None
    alert = await queries.find_alert(session, id=row.alert_id)
    assert alert is not None
    if row.sending_since is not None and abs(session.now() - row.sending_since) < _IN_HANDS:
        raise Unavailable("This is in other hands")
    interrupted = row.state == "sending"
    address = session.unseal(row.address_sealed)
    unwanted = row.purpose == "alert" and alert.state == "acknowledged"
    if row.way == "text" and row.purpose != "thanks":
        unwanted = unwanted or await consent.is_suppressed(session, address)
    if unwanted and not interrupted:
        await _settle(session, row, {"state": "skipped"})
        return None
    use = NumberUse.TEXTS if row.way == "text" else NumberUse.CALLS
    number = row.practice_number if interrupted else await practices.sending_number(session, use)
    if number is None:
        await _settle(session, row, {"state": "failed"})
        return None
    attempt = row.attempts + 1
    values = {"state": "sending", "sending_since": session.now(), "attempts": attempt, "practice_number": number}
    await queries.change_send(session, row.id, values)
    if row.way == "call":
        call = OutboundCall(row.id, session.scope, address, session.unseal(row.name_sealed), kind="alert")
        return CallClaim(call, interrupted, attempt)
    body = await _body(session, row, alert, origin)
    return _TextClaim(SmsMessage(reference_of(row.id), session.scope, number, address, body), interrupted, attempt)


async def _body(session: ClinicSession, row: AlertSendRow, alert: AlertRow, origin: str) -> str:
    practice = (await practices.get_practice(session)).name
    match row.purpose:
        case "thanks":
            return words.thanks_text(practice)
        case "hint":
            return words.hint_text(practice, alert.code)
    link = f"{origin}/oncall/{ack_token(session, row.id)}"
    return words.alert_text(practice, link, alert.code, test=alert.task_id is None)


async def _text(
    database: Database, scope: ClinicScope, sender: SmsSender, send_id: UUID, claim: _TextClaim
) -> None:
    try:
        receipt = await sender.find(claim.message) if claim.interrupted else None
        if receipt is None:
            receipt = await sender.send(claim.message)
    except SmsRejected as refused:
        log.info("alert_text_refused", send_id=str(send_id), reason=refused.reason)
        await _give_back(database, scope, send_id, claim, again=refused.retryable, state="queued")
    except OutcomeUnknown:
        await _give_back(database, scope, send_id, claim, again=True, state="sending")
    else:
        async with database.clinic(scope) as session:
            row = await queries.find_send(session, send_id, lock=True)
            if row is not None:
                await _settle(session, row, {"state": "sent", "provider_id": receipt.provider_id})


async def _give_back(
    database: Database, scope: ClinicScope, send_id: UUID, claim: _TextClaim, *, again: bool, state: str
) -> None:
    again = again and claim.attempt < _MOST_ATTEMPTS
    async with database.clinic(scope) as session:
        row = await queries.find_send(session, send_id, lock=True)
        if row is None or row.state != "sending":
            return
        if not again:
            await _settle(session, row, {"state": "failed"})
            return
        await queries.change_send(session, send_id, {"state": state, "sending_since": None})
    raise Unavailable("The alert could not be handed over now")


async def _settle(session: ClinicSession, row: AlertSendRow, values: dict[str, Any]) -> None:
    """It has left, or will not; a turn that reached no one makes room for the next."""
    await queries.change_send(session, row.id, {"sending_since": None, **values})
    outcome = row.way if values["state"] == "sent" else values["state"]
    await audit.record(session, "alert.send", "alert", [row.alert_id], outcome)
    alert = await queries.find_alert(session, id=row.alert_id)
    assert alert is not None
    await show(session, alert)
    if values["state"] in ("failed", "skipped"):
        await hurry(session, row)


class AlertCalls:
    """The calls of alerts, as the inbox tells them how they are being placed."""

    async def begin(self, session: ClinicSession, key: UUID, voice_id: str) -> None:
        """The voice service has the call; what comes of it arrives later."""
        row = await queries.find_send(session, key, lock=True)
        if row is not None and row.state == "sending" and row.provider_id is None:
            await queries.change_send(session, key, {"provider_id": voice_id, "sending_since": None})

    async def is_going_out(self, session: ClinicSession, key: UUID) -> bool:
        """Whether the call, locked by this, is still being placed."""
        row = await queries.find_send(session, key, lock=True)
        return row is not None and row.state == "sending" and row.provider_id is None

    async def put_back(self, session: ClinicSession, key: UUID) -> None:
        """No one has it in hand anymore."""
        await queries.change_send(session, key, {"sending_since": None})

    async def fail(self, session: ClinicSession, key: UUID, outcome: str) -> None:
        """No one was, or was not certainly, called."""
        row = await queries.find_send(session, key, lock=True)
        if row is not None and row.state == "sending" and row.provider_id is None:
            await _settle(session, row, {"state": "failed"})

    async def ask_staff(self, session: ClinicSession, key: UUID, outcome: str) -> None:
        """Staff are being asked already: the alert goes on to the next person."""
