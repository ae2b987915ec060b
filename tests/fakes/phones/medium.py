"""A media path inside the process: no network, no codec, and sound that plays faster than life."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

from pipecat.frames.frames import InputAudioRawFrame, OutputAudioRawFrame, StartFrame
from pipecat.transports.base_input import BaseInputTransport
from pipecat.transports.base_output import BaseOutputTransport
from pipecat.transports.base_transport import TransportParams

from mia.voice.engine.ports import CUSTOMER_LEFT, CallerUnreachable

IN_RATE = 16_000
OUT_RATE = 24_000


class _In(BaseInputTransport):
    async def start(self, frame: StartFrame) -> None:
        await super().start(frame)
        await self.set_transport_ready(frame)


class _Out(BaseOutputTransport):
    def __init__(self, medium: "InProcessMedium", speed: float) -> None:
        params = TransportParams(audio_out_enabled=True, audio_out_10ms_chunks=2, audio_out_end_silence_secs=0)
        super().__init__(params)
        self._medium = medium
        self._speed = speed

    async def start(self, frame: StartFrame) -> None:
        await super().start(frame)
        await self.set_transport_ready(frame)

    async def write_audio_frame(self, frame: OutputAudioRawFrame) -> bool:
        await asyncio.sleep(len(frame.audio) / (2 * frame.sample_rate) / self._speed)
        self._medium.heard += frame.audio
        self._medium.more.set()
        return True


class InProcessMedium:
    """``MediaTransport`` for tests. ``speed`` 20 plays a second of speech in 50 ms."""

    def __init__(self, *, speed: float = 20.0, reachable: bool = True) -> None:
        self._input = _In(TransportParams(audio_in_enabled=True, audio_in_sample_rate=IN_RATE))
        self._output = _Out(self, speed)
        self._incoming: asyncio.Queue[str | None] = asyncio.Queue()
        self._gone = asyncio.Event()
        self._news = asyncio.Condition()
        self._reachable = reachable
        self.heard = bytearray()
        self.more = asyncio.Event()
        self.sent: list[Any] = []
        self.closed = False

    def input(self) -> BaseInputTransport:
        return self._input

    def output(self) -> BaseOutputTransport:
        return self._output

    async def connected(self) -> None:
        if not self._reachable:
            raise CallerUnreachable("connect-timed-out")

    async def left(self) -> str:
        await self._gone.wait()
        return CUSTOMER_LEFT

    async def messages(self) -> AsyncIterator[str]:
        while (message := await self._incoming.get()) is not None:
            yield message

    def send(self, message: str) -> None:
        self.sent.append(json.loads(message) if message.startswith("{") else message)
        self._told = asyncio.ensure_future(self._tell())

    async def close(self) -> None:
        self.closed = True
        self.hang_up()

    # --- what a caller does -------------------------------------------------------------------

    def hang_up(self) -> None:
        self._gone.set()
        self._incoming.put_nowait(None)

    def message(self, message: dict[str, Any] | str) -> None:
        self._incoming.put_nowait(message if isinstance(message, str) else json.dumps(message))

    def type(self, text: str) -> None:
        self.message({"type": "add-message", "message": {"role": "user", "content": text}})

    async def play(self, pcm: bytes, *, speed: float = 1.0) -> None:
        """Send PCM at 16 kHz, in pieces of 20 ms, ``speed`` times as fast as life."""
        size = IN_RATE // 50 * 2
        began = time.monotonic()
        for number, at in enumerate(range(0, len(pcm), size)):
            frame = InputAudioRawFrame(audio=pcm[at : at + size], sample_rate=IN_RATE, num_channels=1)
            await self._input.push_audio_frame(frame)
            await asyncio.sleep(max(0.0, began + (number + 1) * 0.02 / speed - time.monotonic()))

    async def until(self, wanted: Callable[[Any], bool], within: float = 5.0) -> Any:
        """The first message sent that is ``wanted``, as soon as it is."""
        async with asyncio.timeout(within), self._news:
            await self._news.wait_for(lambda: any(wanted(m) for m in self.sent))
        return next(m for m in self.sent if wanted(m))

    async def said(self, words: str, within: float = 5.0) -> str:
        """The final caption of the assistant that contains ``words``."""
        message = await self.until(
            lambda m: is_transcript(m, "assistant") and words.lower() in m["transcript"].lower(), within
        )
        return str(message["transcript"])

    async def hears(self, seconds: float, within: float = 5.0) -> None:
        """Until ``seconds`` of sound have come from now on, however fast it plays."""
        enough = len(self.heard) + int(2 * OUT_RATE * seconds)
        async with asyncio.timeout(within):
            while len(self.heard) < enough:
                self.more.clear()
                await self.more.wait()

    async def _tell(self) -> None:
        async with self._news:
            self._news.notify_all()


def is_transcript(message: Any, role: str) -> bool:
    """Whether a message is a final transcript of ``role``."""
    return (
        isinstance(message, dict)
        and message.get("type") == "transcript"
        and (message["role"], message["transcriptType"]) == (role, "final")
    )
