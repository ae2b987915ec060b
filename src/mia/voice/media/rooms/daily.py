"""Rooms at Daily, by its REST API. Facts are those of Daily's published reference."""

import time
from functools import partial
from typing import Any
from uuid import UUID

import httpx
import structlog

from mia.platform.http.tls import trusted
from mia.platform.kernel.errors import Unavailable
from mia.voice.media.rooms.ports import JOIN_SECONDS, OpenRoom
from mia.voice.wire import Json

log = structlog.get_logger()

_TIMEOUT = httpx.Timeout(10.0, connect=3.0)
_AWAY = "The media engine did not answer. Try again."
_LONGEST = 43_200 + 600
"""Seconds after which a room is no more, whatever happened: longer than any call."""
_CALLER = "caller"


class DailyRooms:
    """``api_url`` is Daily's, ``api_key`` that of the operator's account there."""

    def __init__(self, api_url: str, api_key: str) -> None:
        headers = {"Authorization": f"Bearer {api_key}"}
        self._http = httpx.AsyncClient(
            base_url=api_url, headers=headers, timeout=_TIMEOUT, verify=trusted(), trust_env=False
        )

    async def open(self, call_id: UUID) -> OpenRoom:
        from mia.voice.engine.transports.daily_room import SPEAKER, daily_room  # loads Daily's library

        now = int(time.time())
        properties = {
            "exp": now + _LONGEST,
            "eject_at_room_exp": True,
            "max_participants": 2,
            "enable_chat": False,
            "enable_screenshare": False,
            "start_video_off": True,
        }
        about = {"name": f"mia-{call_id}", "privacy": "private", "properties": properties}
        made = await self._ask("POST", "/rooms", about)
        room, url = str(made.get("name")), str(made.get("url"))
        mine = await self._token({"room_name": room, "user_name": SPEAKER, "exp": now + JOIN_SECONDS})
        theirs = {"room_name": room, "user_name": _CALLER, "user_id": _CALLER, "exp": now + JOIN_SECONDS}
        transport = daily_room(url, mine, partial(self._caller_is_in, room), partial(self._drop, room))
        caller = {"provider": "daily", "url": url, "room": room, "token": await self._token(theirs)}
        return OpenRoom(transport, caller)

    async def close(self) -> None:
        await self._http.aclose()

    async def _caller_is_in(self, room: str) -> bool:
        try:
            told = await self._ask("GET", f"/rooms/{room}/presence")
        except Unavailable:
            return False
        return any(each.get("userId") == _CALLER for each in told.get("data") or ())

    async def _token(self, properties: Json) -> str:
        return str((await self._ask("POST", "/meeting-tokens", {"properties": properties})).get("token"))

    async def _drop(self, room: str) -> None:
        try:
            await self._ask("DELETE", f"/rooms/{room}")
        except Unavailable:  # it expires
            log.info("room_not_deleted")

    async def _ask(self, method: str, path: str, body: Json | None = None) -> dict[str, Any]:
        try:
            answer = await self._http.request(method, path, json=body)
            if not answer.is_success:
                log.warning("media_engine_refused", method=method, status=answer.status_code)
                raise Unavailable(_AWAY)
            told: dict[str, Any] = answer.json()
        except (httpx.HTTPError, ValueError) as error:
            log.warning("media_engine_away", method=method, error=type(error).__name__)
            raise Unavailable(_AWAY) from None
        return told
