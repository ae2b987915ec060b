"""A phone call as Vonage's Voice API brings it: 16-bit linear PCM at 16 kHz in frames of 20 ms over a WebSocket."""

import json
from collections.abc import Awaitable, Callable
from contextlib import suppress

from mia.voice.engine.ports import key_message
from mia.voice.engine.transports.socket_sound import Format, SocketSound

_CLEAR = json.dumps({"action": "clear"})


class VonageStream(SocketSound):
    """The ``MediaTransport`` of such a call. Sound is binary; texts are events of the phone and commands to it."""

    def __init__(
        self,
        send_bytes: Callable[[bytes], Awaitable[None]],
        send_text: Callable[[str], Awaitable[None]],
        close_socket: Callable[[], Awaitable[None]],
    ) -> None:
        super().__init__(Format("pcm_s16le"), send_bytes, send_text, close_socket)

    def send(self, message: str) -> None:
        """A phone shows nothing."""

    def read(self, text: str) -> None:
        """An event: of all there are, keys are told; what is not understood is left alone."""
        with suppress(ValueError, RecursionError):
            match json.loads(text):
                case {"event": "websocket:dtmf", "digit": str(key)} if len(key) == 1:
                    super().read(key_message(key))

    async def _clear(self) -> None:
        """What Vonage has buffered, up to a minute, is not to be heard."""
        if self._begun.is_set() and not self._gone.is_set():
            await self._send_text(_CLEAR)
