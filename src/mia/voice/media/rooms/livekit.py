"""Rooms of a LiveKit cluster: its server API (Twirp over JSON) and its access tokens.

Facts are those of LiveKit's published server API and of its token reference.
"""

import time
from functools import partial
from typing import Any
from uuid import UUID

import httpx
import structlog

from mia.platform.http.tls import trusted
from mia.platform.kernel.errors import Unavailable
from mia.voice.media.rooms.ports import JOIN_SECONDS, OpenRoom
from mia.voice.telephony.json_web_tokens import sign_hs256
from mia.voice.wire import Json

log = structlog.get_logger()

_TIMEOUT = httpx.Timeout(10.0, connect=3.0)
_AWAY = "The media engine did not answer. Try again."
_MIA, _CALLER = "mia", "caller"
_GRANT = {"roomJoin": True, "canPublish": True, "canSubscribe": True, "canPublishData": True}
_ASKED_SECONDS = 60
"""How long a token of a request is good."""


class LiveKitRooms:
    """``url`` is that of the cluster (``wss://``), where workers and callers connect."""

    def __init__(self, url: str, api_key: str, api_secret: str) -> None:
        self._url = url
        self._key = api_key
        self._secret = api_secret
        base_url = "http" + url.removeprefix("ws").removeprefix("http")
        self._http = httpx.AsyncClient(base_url=base_url, timeout=_TIMEOUT, verify=trusted(), trust_env=False)

    async def open(self, call_id: UUID) -> OpenRoom:
        from mia.voice.engine.transports.livekit_room import livekit_room  # an installation without goes without it

        room = f"mia-{call_id}"
        about = {"name": room, "emptyTimeout": JOIN_SECONDS, "departureTimeout": 5, "maxParticipants": 2}
        await self._ask("CreateRoom", {"roomCreate": True}, about)
        transport = livekit_room(
            self._url,
            self._token(_MIA, _GRANT | {"room": room}, JOIN_SECONDS),
            room,
            _CALLER,
            partial(self._caller_is_in, room),
            partial(self._drop, room),
        )
        token = self._token(_CALLER, _GRANT | {"room": room, "canPublishSources": ["microphone"]}, JOIN_SECONDS)
        return OpenRoom(transport, {"provider": "livekit", "url": self._url, "room": room, "token": token})

    async def close(self) -> None:
        await self._http.aclose()

    async def _caller_is_in(self, room: str) -> bool:
        try:
            told = await self._ask("ListParticipants", {"roomAdmin": True, "room": room}, {"room": room})
        except Unavailable:
            return False
        return any(each.get("identity") == _CALLER for each in told.get("participants") or ())

    async def _drop(self, room: str) -> None:
        try:
            await self._ask("DeleteRoom", {"roomCreate": True}, {"room": room})
        except Unavailable:  # it ends by itself when nobody is in it
            log.info("room_not_deleted")

    async def _ask(self, method: str, grant: Json, body: Json) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {self._token(_MIA, grant, _ASKED_SECONDS)}"}
        try:
            answer = await self._http.post(f"/twirp/livekit.RoomService/{method}", json=body, headers=headers)
            if not answer.is_success:
                log.warning("media_engine_refused", method=method, status=answer.status_code)
                raise Unavailable(_AWAY)
            told: dict[str, Any] = answer.json()
        except (httpx.HTTPError, ValueError) as error:
            log.warning("media_engine_away", method=method, error=type(error).__name__)
            raise Unavailable(_AWAY) from None
        return told

    def _token(self, identity: str, grant: Json, seconds: int) -> str:
        now = int(time.time())
        claims = {"iss": self._key, "sub": identity, "nbf": now - 5, "exp": now + seconds, "video": grant}
        return sign_hs256(claims, self._secret)
