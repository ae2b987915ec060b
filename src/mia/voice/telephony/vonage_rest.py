"""Vonage's Voice API (v1): placing calls, handing them on and hanging up."""

import httpx
import structlog

from mia.platform.http.tls import trusted
from mia.voice.telephony.ports import Dial
from mia.voice.telephony.vonage_line import Ncco, VonageLine

log = structlog.get_logger()

_TIMEOUT = httpx.Timeout(10.0, connect=3.0)


class NotPlaced(Exception):
    """Vonage has certainly not taken a call. ``misdialed``: because of the number."""

    def __init__(self, *, misdialed: bool = False) -> None:
        super().__init__(misdialed)
        self.misdialed = misdialed


class VonageCalls:
    """The calls of one application. Close it afterwards."""

    def __init__(self, line: VonageLine) -> None:
        self._line = line
        self._http = httpx.AsyncClient(
            base_url=line.login.api_url, timeout=_TIMEOUT, verify=trusted(), trust_env=False
        )

    async def close(self) -> None:
        """Return all connections."""
        await self._http.aclose()

    async def place(self, dial: Dial) -> str:
        """Have a call placed; its id at Vonage, or ``""`` when no one can tell whether it was taken.

        :class:`NotPlaced` when it certainly was not.
        """
        try:
            answer = await self._http.post("/v1/calls", json=self._line.order(dial), headers=self._proof())
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout):
            raise NotPlaced from None
        except httpx.HTTPError as error:
            log.warning("dialling_outcome_unknown", call_id=str(dial.call_id), error=type(error).__name__)
            return ""
        if answer.is_success:
            return str(answer.json()["uuid"])
        if answer.status_code < 500:
            raise NotPlaced(misdialed=answer.status_code == 400 and "to" in _wrong(answer))
        return ""

    async def hang_up(self, provider_id: str) -> None:
        """End a call, whatever its state; best effort."""
        try:
            path = f"/v1/calls/{provider_id}"
            await self._http.put(path, json={"action": "hangup"}, headers=self._proof())
        except httpx.HTTPError as error:
            log.warning("hang_up_failed", error=type(error).__name__)

    async def transfer(self, provider_id: str, ncco: Ncco) -> None:
        """Have a running call go on with another document; :class:`NotPlaced` when it certainly does not."""
        asked = {"action": "transfer", "destination": {"type": "ncco", "ncco": ncco}}
        try:
            answer = await self._http.put(f"/v1/calls/{provider_id}", json=asked, headers=self._proof())
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout):
            raise NotPlaced from None
        except httpx.HTTPError as error:  # taken or not: the end of the socket tells
            log.warning("transfer_outcome_unknown", error=type(error).__name__)
            return
        if not answer.is_success:
            raise NotPlaced

    def _proof(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._line.bearer()}"}


def _wrong(answer: httpx.Response) -> set[str]:
    """The parameters that an error names (RFC 7807, ``invalid_parameters``), by their first part."""
    try:
        named = answer.json().get("invalid_parameters") or ()
        return {str(each.get("name")).partition("[")[0].partition(".")[0] for each in named}
    except (ValueError, AttributeError, TypeError):
        return set()
