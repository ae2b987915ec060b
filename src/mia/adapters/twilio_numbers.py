"""The numbers that the account at Twilio owns, by its IncomingPhoneNumbers API (2010-04-01)."""

import httpx
import structlog

from mia.adapters.twilio_account import TwilioAccount
from mia.clinic.practice.ports import CarrierNumber
from mia.platform.kernel.errors import Unavailable

log = structlog.get_logger()

_AWAY = "Twilio could not be asked about this number. Check the account and try again."


class TwilioNumbers:
    """Looks numbers up. Close it at shut-down."""

    def __init__(self, account: TwilioAccount) -> None:
        self._http = account.client()

    async def close(self) -> None:
        """Return all connections."""
        await self._http.aclose()

    async def find(self, number: str) -> CarrierNumber | None:
        try:
            answer = await self._http.get("/IncomingPhoneNumbers.json", params={"PhoneNumber": number})
        except httpx.HTTPError as error:
            log.warning("carrier_unreachable", error=type(error).__name__)
            raise Unavailable(_AWAY) from None
        if not answer.is_success:
            log.warning("carrier_refused", status=answer.status_code)
            raise Unavailable(_AWAY)
        listed = answer.json().get("incoming_phone_numbers") or []
        found = next((each for each in listed if each.get("phone_number") == number), None)
        if found is None:
            return None
        able = found.get("capabilities") or {}
        return CarrierNumber(
            number=number,
            texts=bool(able.get("sms")),
            calls=bool(able.get("voice")),
            text_url=str(found.get("sms_url") or ""),
            call_url=str(found.get("voice_url") or ""),
        )
