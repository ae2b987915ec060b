"""Twilio's IncomingPhoneNumbers API (2010-04-01): whose a number is, and where its calls lead."""

from collections.abc import Awaitable, Callable
from typing import Any

import httpx

from mia.platform.http.tls import trusted
from mia.platform.kernel.errors import Unavailable
from mia.voice.http import BadRequest
from mia.voice.telephony.line import Line

_TIMEOUT = httpx.Timeout(10.0, connect=3.0)
_AWAY = "Twilio did not answer. Try again."


async def lead_here(line: Line, number: str, url: str, once_owned: Callable[[], Awaitable[None]]) -> None:
    """Have Twilio ask ``url`` about calls to ``number`` (E.164), once the account is proven to own it and
    ``once_owned`` raised nothing.

    :class:`BadRequest` when the login is wrong or the number another account's, :class:`Unavailable` when Twilio is
    away.
    """
    async with httpx.AsyncClient(
        base_url=f"{line.api_url}/2010-04-01/Accounts/{line.sid}",
        auth=(line.sid, line.token),
        timeout=_TIMEOUT,
        verify=trusted(),
        trust_env=False,
    ) as http:
        listed = await _ask(http, "GET", "/IncomingPhoneNumbers.json", params={"PhoneNumber": number})
        found = (each for each in listed.get("incoming_phone_numbers") or () if each.get("phone_number") == number)
        known = next(found, None)
        if known is None:
            raise BadRequest("The account of twilioAccountSid does not own this number.")
        await once_owned()
        form = {"VoiceUrl": url, "VoiceMethod": "POST"}
        await _ask(http, "POST", f"/IncomingPhoneNumbers/{known['sid']}.json", data=form)


async def _ask(http: httpx.AsyncClient, method: str, path: str, **what: Any) -> dict[str, Any]:
    try:
        answer = await http.request(method, path, **what)
        if answer.status_code in (401, 403, 404):
            raise BadRequest("Twilio does not accept twilioAccountSid and twilioAuthToken.")
        if not answer.is_success:
            raise Unavailable(_AWAY)
        told: dict[str, Any] = answer.json()
    except (httpx.HTTPError, ValueError):
        raise Unavailable(_AWAY) from None
    return told
