"""Calls over a WebSocket that this service joins itself, at a media worker that nobody else talks to."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import UUID

from websockets.asyncio.client import ClientConnection, connect

from mia.platform.db.session import Database
from mia.platform.kernel.scope import SystemScope
from mia.platform.kernel.settings import Settings
from mia.voice.workers.client import SECRET_HEADER, STREAM_MESSAGE, media_secret
from mia.voice.workers.registry import idle_address

_OPEN_SECONDS = 5.0


class IdleLines:
    """The way to idle media workers."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self._settings = settings

    @property
    def api_url(self) -> str:
        """Where the API of this service stands."""
        return f"{self._settings.origin}/voice"

    async def idle(self) -> str | None:
        """The address of a media worker that holds no call, if there is one now."""
        async with self._database.system(SystemScope.VOICE_TOKEN) as system:
            return await idle_address(system)

    @asynccontextmanager
    async def join(self, address: str, org_id: UUID, call_id: UUID) -> AsyncIterator[ClientConnection]:
        """Join a queued call as its caller (16-bit PCM, 16 kHz) at a worker. ``OSError``, ``InvalidHandshake`` or
        ``TimeoutError`` when it does not take it."""
        async with connect(
            f"ws{address.removeprefix('http')}/calls/{call_id}/websocket?org={org_id}&encoding=pcm_s16le",
            additional_headers={SECRET_HEADER: media_secret(self._settings)},
            proxy=None,
            open_timeout=_OPEN_SECONDS,
            max_size=STREAM_MESSAGE,
        ) as socket:
            yield socket
