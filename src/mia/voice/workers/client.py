"""How the API's processes reach the media workers."""

import hmac
from collections.abc import Generator
from datetime import timedelta
from uuid import UUID

import httpx
import structlog

from mia.platform.db.session import Database
from mia.platform.http.tls import trusted
from mia.platform.kernel.errors import Conflict, MiaError, NotFound, TooManyRequests, Unavailable
from mia.platform.kernel.keys import derived_secret
from mia.platform.kernel.scope import SystemScope
from mia.platform.kernel.settings import Settings
from mia.voice.http import BadRequest
from mia.voice.wire import Json
from mia.voice.workers.registry import addresses_with_room

log = structlog.get_logger()

SECRET_HEADER = "X-Mia-Media-Secret"
_ON_ITS_WAY = timedelta(minutes=1)
STREAM_MESSAGE = 65_536
"""Bytes of a message of a carrier's media stream at most; usual are 300."""
_OFFER_TIMEOUT = httpx.Timeout(12.0, connect=2.0)
NO_ROOMS = "No distributed media engine is set (MIA_ROOMS): join by an offer."
_BUSY = "All lines are busy. Please try again in a moment."


def media_secret(settings: Settings) -> str:
    """What the API and the media workers know each other by."""
    return settings.derived_secret("media")


def is_media_secret(settings: Settings, given: str) -> bool:
    """Whether it is that secret; that of a signing key just retired counts for requests on their way."""
    accepted = (derived_secret(key, "media") for key in settings.keys("signing").accepted(_ON_ITS_WAY))
    return any(hmac.compare_digest(given.encode(), secret.encode()) for secret in accepted)


class _MediaSecret(httpx.Auth):
    """Brings the secret that is in force at the moment."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response]:
        request.headers[SECRET_HEADER] = media_secret(self._settings)
        yield request


class MediaClient:
    """Hands offers to media workers, and hangs up. Connections are kept open."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self._rooms = settings.rooms
        self._http = httpx.AsyncClient(
            auth=_MediaSecret(settings), timeout=_OFFER_TIMEOUT, verify=trusted(), trust_env=False
        )

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    async def has_room(self) -> bool:
        """Whether some worker can take a phone call now."""
        async with self._database.system(SystemScope.VOICE_TOKEN) as system:
            return bool(await addresses_with_room(system))

    async def is_there(self, address: str) -> bool:
        """Whether a worker answers at all."""
        try:
            await self._http.get(address)
        except httpx.HTTPError:
            return False
        return True

    async def offer(self, org_id: UUID, call_id: UUID, description: Json) -> Json:
        """Have the least busy worker take the call; returns its answer.

        :class:`Unavailable` when no worker can take it or none answers in time, :class:`TooManyRequests` when the
        caller holds as many lines as they may, :class:`Conflict` when the call was joined before,
        :class:`BadRequest` when the offer cannot be understood.
        """
        async with self._database.system(SystemScope.VOICE_TOKEN) as system:
            addresses = await addresses_with_room(system, web=True)
        for address in addresses:
            answer = await self._try(address, org_id, call_id, "offer", description)
            if answer is not None:
                return answer
        raise Unavailable(_BUSY)

    async def room(self, org_id: UUID, call_id: UUID) -> Json:
        """Have the least busy worker hold the call in a room of the media engine; what its caller needs to come in.
        Raises as :meth:`offer`, and :class:`BadRequest` where there is no such engine."""
        if self._rooms is None:
            raise BadRequest(NO_ROOMS)
        async with self._database.system(SystemScope.VOICE_TOKEN) as system:
            addresses = await addresses_with_room(system, web=True)
        for address in addresses:
            answer = await self._try(address, org_id, call_id, "room", {})
            if answer is not None:
                return answer
        raise Unavailable(_BUSY)

    async def place(self, org_id: UUID, call_id: UUID) -> bool:
        """Have the least busy worker call a phone; ``False`` when none has room now.

        Asking a second worker is safe: a call is claimed once, whatever became of the first request.
        """
        async with self._database.system(SystemScope.VOICE_TOKEN) as system:
            addresses = await addresses_with_room(system)
        for address in addresses:
            try:
                answer = await self._http.post(f"{address}/calls/{call_id}/place", json={"orgId": str(org_id)})
            except httpx.HTTPError as error:
                log.info("media_worker_unreachable", call_id=str(call_id), error=type(error).__name__)
                continue
            if answer.is_success or answer.status_code in (404, 409):
                return True
        return False

    async def speech(self, body: Json) -> bytes:
        """Have the least busy worker say something; :class:`Unavailable` when none answers."""
        async with self._database.system(SystemScope.VOICE_TOKEN) as system:
            addresses = await addresses_with_room(system)
        for address in addresses:
            try:
                answer = await self._http.post(f"{address}/speech", json=body)
            except httpx.HTTPError as error:
                log.info("media_worker_unreachable", error=type(error).__name__)
                continue
            if answer.is_success:
                return answer.content
        raise Unavailable(_BUSY)

    async def use_sandbox_phone(self, address: str, call_id: UUID, body: Json) -> Json:
        """Do something with a phone of the sandbox; the worker's answer."""
        return await self.tell(address, f"/calls/{call_id}/sandbox-phone", body)

    async def tell(self, address: str, path: str, body: Json) -> Json:
        """Tell the worker that holds a call something about it; :class:`Conflict` when it has ended there."""
        try:
            answer = await self._http.post(address + path, json=body)
        except httpx.HTTPError as error:
            log.warning("media_worker_silent", error=type(error).__name__)
            raise Unavailable("Couldn't reach the line. Please try again.") from None
        if not answer.is_success:
            raise _refusal(answer)
        told: Json = answer.json() if answer.content else {}
        return told

    async def end(self, address: str, call_id: UUID, reason: str) -> bool:
        """Hang up a call that a worker holds; ``False`` when the worker cannot be reached or knows it not."""
        try:
            answer = await self._http.post(f"{address}/calls/{call_id}/end", json={"reason": reason})
        except httpx.HTTPError:
            return False
        return answer.is_success

    async def _try(self, address: str, org_id: UUID, call_id: UUID, how: str, description: Json) -> Json | None:
        """The worker's answer, or ``None`` when another worker should be asked."""
        body = {"orgId": str(org_id), **description}
        try:
            answer = await self._http.post(f"{address}/calls/{call_id}/{how}", json=body)
        except (httpx.ConnectError, httpx.ConnectTimeout):
            log.info("media_worker_unreachable", call_id=str(call_id))
            return None
        except httpx.HTTPError as error:
            # The worker may have taken the call: asking another could answer it twice.
            log.warning("media_worker_silent", call_id=str(call_id), error=type(error).__name__)
            raise Unavailable("The call took too long to connect. Please try again.") from None
        if answer.status_code == 503:
            return None
        if not answer.is_success:
            raise _refusal(answer)
        joined: Json = answer.json()
        return joined


def _refusal(answer: httpx.Response) -> MiaError:
    told = answer.json().get("message", "") if "json" in answer.headers.get("content-type", "") else ""
    message = " ".join(told) if isinstance(told, list) else str(told)
    match answer.status_code:
        case 400:
            return BadRequest(message or "The offer could not be understood.")
        case 404:
            return NotFound("Call not found.")
        case 409:
            return Conflict(message)
        case 429:
            return TooManyRequests(message, retry_after=int(answer.headers.get("Retry-After", "1")))
    return Unavailable("Couldn't connect the call. Please try again.")
