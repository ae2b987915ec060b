"""The telephones whose calls the voice service's sandbox holds, over its HTTP API."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from urllib.parse import quote

import httpx

from mia.kernel.errors import Conflict, Invalid, NotFound, Unavailable

_TIMEOUT = httpx.Timeout(15.0, connect=2.0)
_AWAY = "The telephone cannot be reached right now. Please try again."


@dataclass(frozen=True)
class HandsetCall:
    """A call to a telephone. ``voicemail`` is what was left on it, if anything was."""

    id: str
    number: str = field(repr=False)
    status: str
    ended_reason: str | None
    created_at: datetime
    voicemail: str | None = field(repr=False)


class HttpHandsets:
    """Sees and uses telephones. Close it at shut-down."""

    def __init__(self, base_url: str, token: str, *, transport: httpx.AsyncBaseTransport | None = None) -> None:
        headers = {"Authorization": f"Bearer {token}"}
        self._http = httpx.AsyncClient(
            base_url=base_url, headers=headers, timeout=_TIMEOUT, transport=transport, trust_env=False
        )

    async def close(self) -> None:
        """Return all connections."""
        await self._http.aclose()

    async def list_calls(self, limit: int) -> list[HandsetCall]:
        """The newest calls to telephones; :class:`Unavailable` when the voice service is away."""
        calls = await self._ask("GET", f"/call?limit={limit}")
        return [_call(call) for call in calls if call.get("type") == "outboundPhoneCall"]

    async def pick_up(self, call_id: str, sdp: str) -> str:
        """Answer a ringing call with the browser's offer; returns the SDP answer."""
        answer = await self._use(call_id, {"action": "answer", "sdp": sdp})
        return str(answer["sdp"])

    async def let_go(self, call_id: str, action: str) -> None:
        """``decline``, ``voicemail`` or ``ring-out``; :class:`Conflict` when it does not ring any more."""
        await self._use(call_id, {"action": action})

    async def _use(self, call_id: str, body: dict[str, str]) -> Any:
        return await self._ask("POST", f"/call/{quote(call_id, safe='')}/handset", json=body)

    async def _ask(self, method: str, path: str, **options: Any) -> Any:
        try:
            answer = await self._http.request(method, path, **options)
        except httpx.HTTPError:
            raise Unavailable(_AWAY) from None
        match answer.status_code:
            case 400:
                raise Invalid("This could not be understood.")
            case 404:
                raise NotFound
            case 409:
                raise Conflict("The telephone has stopped ringing.")
        if not answer.is_success:
            raise Unavailable(_AWAY)
        return answer.json()


def _call(call: dict[str, Any]) -> HandsetCall:
    reason = call.get("endedReason")
    spoken = [line["message"] for line in call.get("messages") or () if line.get("role") == "bot"]
    return HandsetCall(
        id=str(call["id"]),
        number=str((call.get("customer") or {}).get("number") or ""),
        status=str(call.get("status")),
        ended_reason=reason,
        created_at=datetime.fromisoformat(call["createdAt"]),
        voicemail=" ".join(spoken) if reason == "voicemail" and spoken else None,
    )
