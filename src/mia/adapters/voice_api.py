"""Requests to the voice service: what is tried again, and what a refusal means for the person who waits."""

import contextlib
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

import httpx
import structlog

from mia.clinic.frontdesk.ports import Json
from mia.platform.kernel.errors import Conflict, Invalid, MiaError, NotFound, TooManyRequests, Unavailable

log = structlog.get_logger()

AWAY = "Couldn't reach Mia. Please try again in a moment."
_TRIES = 3


class VoiceApi:
    """Sends a clinic's requests. Reads, and whatever never reached the service, are tried up to three times."""

    def __init__(self, http: httpx.AsyncClient, auth: httpx.Auth) -> None:
        self._http = http
        self._auth = auth

    async def list_all(self, path: str, query: Mapping[str, Any]) -> list[Json]:
        """The resources of a path that match a query."""
        response = await self.send("GET", path, params=dict(query))
        if not response.is_success:
            raise refusal(response)
        listed = response.json()
        return [item for item in listed if isinstance(item, dict)] if isinstance(listed, list) else []

    async def find(self, path: str) -> Json | None:
        """One resource, None when there is none."""
        try:
            return await self.call("GET", path)
        except NotFound:
            return None

    async def quietly(self, method: str, path: str, **options: Any) -> None:
        """A request whose subject may be gone already."""
        with contextlib.suppress(NotFound, Conflict):
            await self.call(method, path, **options)

    async def call(self, method: str, path: str, **options: Any) -> Json:
        """One request and what it answers; a refusal is raised in our words."""
        response = await self.send(method, path, **options)
        if not response.is_success:
            raise refusal(response)
        try:
            body = response.json() if response.content else {}
        except ValueError:
            raise Unavailable(AWAY) from None
        return body if isinstance(body, dict) else {}

    async def send(self, method: str, path: str, *, ticket: str | None = None, **options: Any) -> httpx.Response:
        """Try again only where a second request cannot do a thing twice. ``ticket`` goes instead of the token."""
        if ticket is not None:
            options |= {"auth": None, "headers": {"Authorization": f"Bearer {ticket}"}}
        else:
            options["auth"] = self._auth
        for attempt in range(1, _TRIES + 1):
            try:
                response = await self._http.request(method, path, **options)
            except httpx.HTTPError as error:
                never_arrived = isinstance(error, httpx.ConnectError | httpx.ConnectTimeout | httpx.PoolTimeout)
                log.warning("voice_service_unreachable", error=type(error).__name__, attempt=attempt)
                if attempt == _TRIES or not (never_arrived or method == "GET"):
                    raise Unavailable(AWAY) from None
                continue
            if response.status_code < 500 or attempt == _TRIES or method != "GET":
                return response
        raise AssertionError("unreachable")


def refusal(response: httpx.Response) -> MiaError:
    """What the person who waits should hear; the service's own words stay here."""
    log.info("voice_service_refused", status=response.status_code)
    match response.status_code:
        case 400:
            return Invalid("This could not be understood.")
        case 404:
            return NotFound()
        case 409 if _may_be_repeated(response):
            return Unavailable("Mia is still answering. Please send it again in a moment.")
        case 409:
            return Conflict("This call was already answered or has ended.")
        case 429:
            return TooManyRequests("All lines are busy. Please try again in a moment.", retry_after=10)
        case 503:
            return Unavailable("All lines are busy. Please try again in a moment.")
    return Unavailable(AWAY)


def _may_be_repeated(response: httpx.Response) -> bool:
    """Whether the service says that the same request may succeed later."""
    try:
        body = response.json()
    except ValueError:
        return False
    return isinstance(body, dict) and body.get("retryable") is True


def id_of(resource: Json) -> str:
    """The id of what the service answered; :class:`Unavailable` when it answered something else."""
    value = resource.get("id")
    if not isinstance(value, str) or not value:
        raise Unavailable(AWAY)
    return value


def path_of(id: str) -> str:
    """An id as it stands in an address."""
    return quote(id, safe="")
