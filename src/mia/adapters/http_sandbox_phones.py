"""The phones whose calls the voice service's sandbox holds, over its HTTP API."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from urllib.parse import quote
from uuid import UUID

import httpx

from mia.adapters.voice_tokens import ClinicToken
from mia.clinic.frontdesk.ports import TokenSource
from mia.platform.http.tls import trusted
from mia.platform.kernel.errors import Conflict, Invalid, NotFound, Unavailable

_TIMEOUT = httpx.Timeout(15.0, connect=2.0)
_AWAY = "Couldn't reach the phone. Please try again."


@dataclass(frozen=True)
class SandboxCall:
    """A call to a phone. ``voicemail`` is what was left on it, if anything was."""

    id: str
    number: str = field(repr=False)
    status: str
    ended_reason: str | None
    created_at: datetime
    voicemail: str | None = field(repr=False)


class HttpSandboxPhones:
    """Sees and uses the phones that a clinic's calls reach. Close it at shut-down."""

    def __init__(
        self, base_url: str, tokens: TokenSource, *, transport: httpx.AsyncBaseTransport | None = None
    ) -> None:
        self._tokens = tokens
        self._http = httpx.AsyncClient(
            base_url=base_url, timeout=_TIMEOUT, transport=transport, verify=trusted(), trust_env=False
        )

    async def close(self) -> None:
        """Return all connections."""
        await self._http.aclose()

    async def list_calls(self, clinic_id: UUID, limit: int) -> list[SandboxCall]:
        """The clinic's newest calls to phones; :class:`Unavailable` when the voice service is away."""
        calls = await self._ask(clinic_id, "GET", f"/call?limit={limit}")
        return [_call(call) for call in calls if call.get("type") == "outboundPhoneCall"]

    async def pick_up(self, clinic_id: UUID, call_id: str, sdp: str) -> str:
        """Answer a clinic's ringing call with the browser's offer; returns the SDP answer."""
        answer = await self._use(clinic_id, call_id, {"action": "answer", "sdp": sdp})
        return str(answer["sdp"])

    async def let_go(self, clinic_id: UUID, call_id: str, action: str) -> None:
        """``decline``, ``voicemail`` or ``ring-out``; :class:`Conflict` when it does not ring anymore."""
        await self._use(clinic_id, call_id, {"action": action})

    async def _use(self, clinic_id: UUID, call_id: str, body: dict[str, str]) -> Any:
        return await self._ask(clinic_id, "POST", f"/call/{quote(call_id, safe='')}/sandbox-phone", json=body)

    async def _ask(self, clinic_id: UUID, method: str, path: str, **options: Any) -> Any:
        auth = ClinicToken(self._tokens, clinic_id)
        try:
            answer = await self._http.request(method, path, auth=auth, **options)
        except httpx.HTTPError:
            raise Unavailable(_AWAY) from None
        match answer.status_code:
            case 400:
                raise Invalid("This could not be understood.")
            case 404:
                raise NotFound
            case 409:
                raise Conflict("The phone has stopped ringing.")
        if not answer.is_success:
            raise Unavailable(_AWAY)
        return answer.json()


def _call(call: dict[str, Any]) -> SandboxCall:
    reason = call.get("endedReason")
    spoken = [line["message"] for line in call.get("messages") or () if line.get("role") == "bot"]
    return SandboxCall(
        id=str(call["id"]),
        number=str((call.get("customer") or {}).get("number") or ""),
        status=str(call.get("status")),
        ended_reason=reason,
        created_at=datetime.fromisoformat(call["createdAt"]),
        voicemail=" ".join(spoken) if reason == "voicemail" and spoken else None,
    )
