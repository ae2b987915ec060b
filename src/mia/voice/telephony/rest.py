"""Twilio's API (2010-04-01): placing calls and hanging up, sending texts."""

import httpx
import structlog

from mia.platform.http.tls import trusted
from mia.voice.telephony.line import Line, keyed
from mia.voice.telephony.ports import Dial

log = structlog.get_logger()

_TIMEOUT = httpx.Timeout(10.0, connect=3.0)


class NotTaken(Exception):
    """Twilio has certainly not taken a call. ``code`` is its own, 0 when it was not reached."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class TwilioCalls:
    """The calls of an account. Close it at shut-down."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._http = httpx.AsyncClient(
            base_url=f"{line.api_url}/2010-04-01/Accounts/{line.sid}",
            auth=(line.sid, line.token),
            timeout=_TIMEOUT,
            verify=trusted(),
            trust_env=False,
        )

    async def close(self) -> None:
        """Return all connections."""
        await self._http.aclose()

    async def place(self, dial: Dial) -> str:
        """Have a call placed; its id at Twilio, or ``""`` when no one can tell whether it was taken.

        :class:`NotTaken` when it certainly was not.
        """
        try:
            answer = await self._http.post("/Calls.json", data=self._form(dial))
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout):
            raise NotTaken(0) from None
        except httpx.HTTPError as error:
            log.warning("dialling_outcome_unknown", call_id=str(dial.call_id), error=type(error).__name__)
            return ""
        if answer.is_success:
            return str(answer.json()["sid"])
        if answer.status_code < 500:
            raise NotTaken(_code(answer))
        return ""

    async def hang_up(self, provider_id: str) -> None:
        """End a call, whatever its state; best effort."""
        try:
            await self._http.post(f"/Calls/{provider_id}.json", data={"Status": "completed"})
        except httpx.HTTPError as error:
            log.warning("hang_up_failed", error=type(error).__name__)

    async def redirect(self, provider_id: str, twiml: str) -> None:
        """Have a running call go on with another document; :class:`NotTaken` when it certainly does not."""
        try:
            answer = await self._http.post(f"/Calls/{provider_id}.json", data={"Twiml": twiml})
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout):
            raise NotTaken(0) from None
        except httpx.HTTPError as error:  # taken or not: the end of the stream tells
            log.warning("redirecting_outcome_unknown", error=type(error).__name__)
            return
        if not answer.is_success:
            raise NotTaken(_code(answer))

    async def text(self, sender: str, number: str, words: str) -> None:
        """Send a text; :class:`NotTaken` when it has certainly not left."""
        form = {"From": sender, "To": number, "Body": words}
        try:
            answer = await self._http.post("/Messages.json", data=form)
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout):
            raise NotTaken(0) from None
        except httpx.HTTPError as error:
            log.warning("text_outcome_unknown", error=type(error).__name__)
            return
        if 400 <= answer.status_code < 500:
            raise NotTaken(_code(answer))

    def _form(self, dial: Dial) -> dict[str, str | list[str]]:
        callback = self._line.callback_url(dial.call_id, dial.leg)
        detection: dict[str, str | list[str]] = {
            "MachineDetection": "DetectMessageEnd",
            "AsyncAmd": "true",
            "AsyncAmdStatusCallback": callback,
            "AsyncAmdStatusCallbackMethod": "POST",
        }
        keys: dict[str, str | list[str]] = {"SendDigits": keyed(dial.extension)} if dial.extension else {}
        return (
            (detection if dial.detect_machines else {})
            | keys
            | {
                "From": dial.caller_id,
                "To": dial.number,
                "Twiml": self._line.stream_twiml(dial.call_id, leg=dial.leg),
                "Timeout": str(round(dial.ring_seconds)),
                "StatusCallback": callback,
                "StatusCallbackMethod": "POST",
                "StatusCallbackEvent": ["ringing", "answered", "completed"],
            }
        )


def _code(answer: httpx.Response) -> int:
    try:
        return int(answer.json().get("code") or 0)
    except (ValueError, AttributeError):
        return 0
