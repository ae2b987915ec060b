"""A phone call as Vonage's Voice API brings it: 16-bit linear PCM at 16 kHz in frames of 20 ms over a WebSocket."""

import json
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress

from mia.voice.engine.ports import key_message
from mia.voice.engine.transports.socket_sound import Format, SocketSound

_PROVIDER_ID = re.compile(r"[A-Za-z0-9-]{1,64}")
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
        self.caller = ""
        """What Vonage calls the phone of a call that came in; it tells so when it connects."""

    def send(self, message: str) -> None:
        """A phone shows nothing."""

    def read(self, text: str) -> None:
        """An event: of all there are, keys are told, and whose phone it is; what is not understood is left."""
        with suppress(ValueError, RecursionError):
            match json.loads(text):
                case {"event": "websocket:dtmf", "digit": str(key)} if len(key) == 1:
                    super().read(key_message(key))
                case {"event": "websocket:connected", "caller": str(caller)} if _PROVIDER_ID.fullmatch(caller):
                    self.caller = caller

    async def _clear(self) -> None:
        """What Vonage has buffered, up to a minute, is not to be heard."""
        if self._begun.is_set() and not self._gone.is_set():
            await self._send_text(_CLEAR)
