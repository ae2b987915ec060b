"""How requests to the voice service carry the clinic's token, and how the front office gets one."""

from collections.abc import AsyncGenerator, Callable, Mapping
from uuid import UUID

import httpx
import structlog

from mia.clinic.frontdesk.ports import TokenSource
from mia.platform.http.tls import trusted
from mia.platform.kernel.errors import Unavailable

log = structlog.get_logger()

_TIMEOUT = httpx.Timeout(8.0, connect=2.0)
_ERASING = httpx.Timeout(300.0, connect=2.0)
"""Recordings of years may go at once."""
_TOKEN_NAME = "front-office"
_AWAY = "Couldn't reach Mia. Please try again in a moment."


class ClinicToken(httpx.Auth):
    """Brings a clinic's token; one that is refused is replaced, and the request repeated once."""

    def __init__(self, tokens: TokenSource, clinic_id: UUID) -> None:
        self._tokens = tokens
        self._clinic_id = clinic_id

    async def async_auth_flow(self, request: httpx.Request) -> AsyncGenerator[httpx.Request, httpx.Response]:
        token = await self._tokens.token(self._clinic_id)
        request.headers["Authorization"] = f"Bearer {token}"
        response = yield request
        if response.status_code != httpx.codes.UNAUTHORIZED:
            return
        other = await self._tokens.token(self._clinic_id, refused=token)
        if other != token:
            request.headers["Authorization"] = f"Bearer {other}"
            yield request


class HttpVoiceOperator:
    """A :class:`~mia.clinic.frontdesk.voice_access.VoiceOperator`. Close it at shut-down.

    ``credential`` is asked for each request: it changes when the signing key is rotated.
    """

    def __init__(
        self, base_url: str, credential: Callable[[], str], *, transport: httpx.AsyncBaseTransport | None = None
    ) -> None:
        self._credential = credential
        self._http = httpx.AsyncClient(
            base_url=base_url, timeout=_TIMEOUT, transport=transport, verify=trusted(), trust_env=False
        )

    async def close(self) -> None:
        """Return all connections."""
        await self._http.aclose()

    async def open_org(self, org_id: UUID, name: str) -> None:
        await self._ask("PUT", f"/org/{org_id}", {"name": name})

    async def issue_token(self, org_id: UUID) -> str:
        answer = await self._ask("POST", f"/org/{org_id}/token", {"name": _TOKEN_NAME})
        return str(answer.json()["value"])

    async def _ask(self, method: str, path: str, body: dict[str, str]) -> httpx.Response:
        try:
            headers = {"Authorization": f"Bearer {self._credential()}"}
            answer = await self._http.request(method, path, json=body, headers=headers)
        except httpx.HTTPError as error:
            log.warning("voice_service_unreachable", error=type(error).__name__)
            raise Unavailable(_AWAY) from None
        if not answer.is_success:
            log.error("voice_operator_refused", status=answer.status_code)
            raise Unavailable(_AWAY)
        return answer


class HttpVoiceEraser:
    """A :class:`~mia.clinic.frontdesk.voice_access.VoiceEraser`. Close it at the end.

    ``credential`` is the operator's where the service is our own, else the token, which names its organization.
    """

    def __init__(self, base_url: str, credential: str, *, is_ours: bool) -> None:
        self._is_ours = is_ours
        headers = {"Authorization": f"Bearer {credential}"}
        self._http = httpx.AsyncClient(
            base_url=base_url, headers=headers, timeout=_ERASING, verify=trusted(), trust_env=False
        )

    async def close(self) -> None:
        """Return all connections."""
        await self._http.aclose()

    async def erase(self, org_id: UUID) -> Mapping[str, int] | None:
        try:
            answer = await self._http.delete(f"/org/{org_id}" if self._is_ours else "/org")
        except httpx.HTTPError as error:
            log.warning("voice_service_unreachable", error=type(error).__name__)
            raise Unavailable(_AWAY) from None
        if answer.is_server_error:
            raise Unavailable(_AWAY)
        try:
            return _counts(answer.json()["erased"]) if answer.is_success else None
        except (ValueError, KeyError, TypeError, AttributeError):
            return None  # another service, which means something else by it


def _counts(told: Mapping[str, object]) -> dict[str, int]:
    return {str(name): int(str(count)) for name, count in told.items()}
