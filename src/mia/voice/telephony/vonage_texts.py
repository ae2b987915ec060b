"""Vonage's SMS API: texts from numbers of an account."""

from typing import Any

import httpx
import structlog

from mia.platform.http.tls import trusted
from mia.voice.telephony.ports import TextRefused
from mia.voice.telephony.vonage_line import VonageLogin

log = structlog.get_logger()

_TIMEOUT = httpx.Timeout(10.0, connect=3.0)
_SENT = "0"


async def send_text(login: VonageLogin, sender: str, number: str, words: str) -> None:
    """Send a text; :class:`TextRefused` when it has certainly not left. An answer that is lost is not asked for
    again: the text may have left."""
    form = {"api_key": login.api_key, "api_secret": login.api_secret, "text": words}
    form |= {"from": sender.removeprefix("+"), "to": number.removeprefix("+")}
    form |= {} if words.isascii() else {"type": "unicode"}
    async with httpx.AsyncClient(timeout=_TIMEOUT, verify=trusted(), trust_env=False) as http:
        try:
            answer = await http.post(f"{login.rest_url}/sms/json", data=form)
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout):
            raise TextRefused("vonage-unreachable") from None
        except httpx.HTTPError as error:
            log.warning("text_outcome_unknown", error=type(error).__name__)
            return
    status = _status(answer)
    if status != _SENT:
        raise TextRefused(f"vonage-{status}")


def _status(answer: httpx.Response) -> str:
    """The first part's status; the API says 200 whatever became of it."""
    if not answer.is_success:
        return f"http-{answer.status_code}"
    try:
        parts: list[Any] = answer.json()["messages"]
        return next((str(part["status"]) for part in parts if str(part["status"]) != _SENT), _SENT)
    except (ValueError, KeyError, TypeError):
        return "not-understood"
