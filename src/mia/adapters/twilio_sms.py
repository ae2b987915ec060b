"""Texts by Twilio's Messages API (2010-04-01), and their delivery status by callbacks."""

from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import structlog

from mia.adapters.twilio_account import TwilioAccount
from mia.clinic.inbox.ports import OutcomeUnknown, ReceiptStatus, SendReceipt, SmsMessage, SmsRejected

log = structlog.get_logger()

_LOOK_BACK = timedelta(days=1)
"""How far back an interrupted text is looked for; no one gets the same text twice in that time."""
_RECENT = 100
_REASONS = {
    21211: "invalid_number",
    21217: "invalid_number",
    21408: "invalid_number",
    21606: "unavailable",
    21610: "opted_out",
    21612: "invalid_number",
    21614: "landline",
}
"""Twilio's error codes (twilio.com/docs/api/errors) in the port's words."""
_STATUSES = {
    "delivered": ReceiptStatus.DELIVERED,
    "read": ReceiptStatus.DELIVERED,
    "failed": ReceiptStatus.FAILED,
    "undelivered": ReceiptStatus.FAILED,
    "canceled": ReceiptStatus.FAILED,
}


def receipt_status(status: str) -> ReceiptStatus:
    """What a message's ``status`` at Twilio means; everything on its way is accepted."""
    return _STATUSES.get(status, ReceiptStatus.ACCEPTED)


class TwilioSmsSender:
    """Sends texts. Close it at shut-down. ``status_url`` is where Twilio reports their delivery status."""

    def __init__(self, account: TwilioAccount, status_url: str) -> None:
        self._status_url = status_url
        self._http = account.client()

    async def close(self) -> None:
        """Return all connections."""
        await self._http.aclose()

    async def send(self, message: SmsMessage) -> SendReceipt:
        form = {"From": message.sender, "To": message.to, "Body": message.text}
        try:
            answer = await self._http.post("/Messages.json", data={**form, "StatusCallback": self._status_url})
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout):
            raise SmsRejected("unavailable", retryable=True) from None
        except httpx.HTTPError as error:
            log.warning("text_outcome_unknown", error=type(error).__name__)
            raise OutcomeUnknown from None
        if answer.is_success:
            return _receipt(answer.json())
        raise _refusal(answer)

    async def find(self, message: SmsMessage) -> SendReceipt | None:
        # Twilio keeps no key of ours; the machine's clock is meant, as Twilio's is.
        since = (datetime.now(UTC) - _LOOK_BACK).date().isoformat()
        query = {"To": message.to, "From": message.sender, "DateSent>": since, "PageSize": str(_RECENT)}
        try:
            answer = await self._http.get("/Messages.json", params=query)
        except httpx.HTTPError:
            raise OutcomeUnknown from None
        if not answer.is_success:
            raise OutcomeUnknown
        sent = answer.json().get("messages") or []
        return next((_receipt(each) for each in sent if each.get("body") == message.text), None)


def _receipt(message: dict[str, Any]) -> SendReceipt:
    return SendReceipt(str(message["sid"]), receipt_status(str(message.get("status"))))


def _refusal(answer: httpx.Response) -> Exception:
    """What an error answer means; a server error may have come after the text was taken."""
    try:
        code = int(answer.json().get("code") or 0)
    except (ValueError, AttributeError):
        code = 0
    log.info("text_refused", status=answer.status_code, code=code)
    if answer.status_code == 429:
        return SmsRejected("busy", retryable=True)
    if answer.status_code >= 500:
        return OutcomeUnknown()
    if code in _REASONS:
        return SmsRejected(_REASONS[code], retryable=False)
    return SmsRejected("unavailable", retryable=answer.status_code in (401, 403, 408))
