"""A caller made of software: speaks PCM into a real WebRTC call and remembers what it hears."""

import asyncio
import fractions
import json
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import soxr
from aiortc import (
    MediaStreamTrack,
    RTCBundlePolicy,
    RTCConfiguration,
    RTCPeerConnection,
    RTCSessionDescription,
)
from aiortc.mediastreams import MediaStreamError
from av import AudioFrame

Exchange = Callable[[str], Awaitable[str]]
"""Takes an SDP offer to the service and brings back its answer."""

RATE = 48_000
_FRAME = RATE // 50
LOUD = 0.01
"""Root mean square from which a 20 ms frame counts as sound."""

Samples = npt.NDArray[np.int16]


class Microphone(MediaStreamTrack):
    """Plays what it is given, in real time, and a faint hiss otherwise."""

    kind = "audio"

    def __init__(self) -> None:
        super().__init__()
        self._speech = np.zeros(0, np.int16)
        self._done = asyncio.Event()
        self._start: float | None = None
        self._count = 0
        self.began_at = 0.0
        """``time.monotonic()`` of the first sound of the last :meth:`play`."""
        self._hiss = np.random.default_rng(7).integers(-8, 8, RATE, dtype=np.int16)

    async def play(self, speech: Samples) -> float:
        """Speak; returns the ``time.monotonic()`` of the last sound."""
        self._speech = np.concatenate([self._speech, speech])
        self.began_at = 0.0
        self._done.clear()
        await self._done.wait()
        return time.monotonic()

    def be_quiet(self) -> None:
        self._speech = np.zeros(0, np.int16)

    async def recv(self) -> AudioFrame:
        if self.readyState != "live":
            raise MediaStreamError
        now = time.monotonic()
        self._start = self._start or now
        wait = self._start + self._count * 0.02 - now
        if wait > 0:
            await asyncio.sleep(wait)
        frame = AudioFrame.from_ndarray(self._next()[None, :], format="s16", layout="mono")
        frame.sample_rate = RATE
        frame.pts = self._count * _FRAME
        frame.time_base = fractions.Fraction(1, RATE)
        self._count += 1
        return frame

    def _next(self) -> Samples:
        at = self._count * _FRAME % (RATE - _FRAME)
        samples = self._hiss[at : at + _FRAME].copy()
        if len(self._speech):
            self.began_at = self.began_at or time.monotonic()
            piece, self._speech = self._speech[:_FRAME], self._speech[_FRAME:]
            samples[: len(piece)] = piece
        else:
            self._done.set()
        return samples


@dataclass(frozen=True)
class Sound:
    """A stretch of sound from the other side, ``time.monotonic()`` seconds."""

    start: float
    end: float


class Caller:
    """One call from the caller's end. ``async with Caller(exchange) as caller: ...``"""

    def __init__(self, exchange: Exchange, *, pings: bool = True) -> None:
        self._exchange = exchange
        self._pings = pings
        self.microphone = Microphone()
        self.frames: list[tuple[float, float]] = []
        """Arrival time and loudness of every frame heard."""
        self.audio: list[Samples] = []
        self.messages: list[tuple[float, Any]] = []
        """Arrival time and content: dictionaries, or bare texts."""
        self._news = asyncio.Condition()
        self._tasks: list[asyncio.Task[None]] = []
        self.closed = asyncio.Event()

    async def __aenter__(self) -> "Caller":
        await self.dial()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.hang_up()

    async def dial(self) -> None:
        """Offer, answer, and wait for the data channel."""
        self._peer = RTCPeerConnection(RTCConfiguration([], bundlePolicy=RTCBundlePolicy.MAX_BUNDLE))
        self._peer.addTransceiver(self.microphone, direction="sendrecv")
        self._channel = self._peer.createDataChannel("chat", ordered=True)
        opened = asyncio.Event()
        self._channel.on("open", opened.set)
        self._channel.on("message", self._on_message)
        self._channel.on("close", self.closed.set)
        self._peer.on("track", lambda track: self._start(self._listen(track)))
        self._peer.on("connectionstatechange", self._on_state)
        await self._peer.setLocalDescription(await self._peer.createOffer())
        answer = await self._exchange(self._peer.localDescription.sdp)
        await self._peer.setRemoteDescription(RTCSessionDescription(answer, "answer"))
        async with asyncio.timeout(15):
            await opened.wait()
        if self._pings:
            self._start(self._ping())

    async def hang_up(self) -> None:
        await self._stop_tasks()
        await self._peer.close()

    async def vanish(self) -> None:
        """Stop without a word, as a killed browser does: nothing is sent anymore."""
        await self._stop_tasks()
        self.microphone.stop()

    async def say(self, pcm: bytes, rate: int) -> float:
        """Speak PCM; returns the time of the last sound."""
        return await self.microphone.play(for_microphone(pcm, rate))

    def send(self, message: dict[str, Any] | str) -> None:
        self._channel.send(message if isinstance(message, str) else json.dumps(message))

    def type(self, text: str) -> None:
        self.send({"type": "add-message", "message": {"role": "user", "content": text}})

    async def message(self, wanted: Callable[[Any], bool], *, after: int = 0, within: float = 10) -> Any:
        """The first message from position ``after`` that is ``wanted``, as soon as it is there."""

        def found() -> list[Any]:
            return [m for _, m in self.messages[after:] if wanted(m)]

        async with asyncio.timeout(within), self._news:
            await self._news.wait_for(lambda: bool(found()))
        return found()[0]

    async def transcript(self, role: str, containing: str, *, after: int = 0, within: float = 10) -> str:
        """The text of the first final transcript of ``role`` that contains the words."""

        def wanted(m: Any) -> bool:
            return (
                isinstance(m, dict)
                and m.get("type") == "transcript"
                and (m["role"], m["transcriptType"]) == (role, "final")
                and containing.lower() in m["transcript"].lower()
            )

        return str((await self.message(wanted, after=after, within=within))["transcript"])

    async def sound_after(self, moment: float, *, within: float = 10) -> float:
        """When the other side was first loud after ``moment``."""
        async with asyncio.timeout(within):
            while True:
                loud = [t for t, level in self.frames if t > moment and level > LOUD]
                if loud:
                    return loud[0]
                await asyncio.sleep(0.02)

    async def silence_after(self, moment: float, *, length: float = 0.3, within: float = 20) -> float:
        """When the other side fell silent, for ``length`` seconds at least, after ``moment``."""
        async with asyncio.timeout(within):
            while True:
                loud = [t for t, level in self.frames if level > LOUD and t > moment]
                last = loud[-1] if loud else moment
                if self.frames and self.frames[-1][0] - last >= length:
                    return last
                await asyncio.sleep(0.02)

    def sounds(self, gap: float = 0.4) -> list[Sound]:
        """Stretches of sound heard so far; pauses shorter than ``gap`` do not divide them."""
        found: list[Sound] = []
        for at, level in self.frames:
            if level <= LOUD:
                continue
            if found and at - found[-1].end < gap:
                found[-1] = Sound(found[-1].start, at)
            else:
                found.append(Sound(at, at))
        return found

    def speech_heard(self) -> bytes:
        """The last stretch of sound heard, as PCM at :data:`RATE`, with a little silence around."""
        last = self.sounds()[-2 if len(self.sounds()) > 2 else -1]
        times = [at for at, _ in self.frames]
        pieces = [a for at, a in zip(times, self.audio, strict=True) if last.start - 0.3 < at < last.end + 0.3]
        return np.concatenate(pieces).tobytes()

    async def _listen(self, track: MediaStreamTrack) -> None:
        while True:
            try:
                frame = await track.recv()
            except MediaStreamError:
                return
            assert isinstance(frame, AudioFrame)
            samples = frame.to_ndarray().reshape(-1, 2)[:, 0].copy()
            level = float(np.sqrt(np.mean((samples / 32768.0) ** 2)))
            self.frames.append((time.monotonic(), level))
            self.audio.append(samples.astype(np.int16))

    def _on_message(self, text: Any) -> None:
        content = json.loads(text) if text.startswith("{") else text
        self.messages.append((time.monotonic(), content))
        self._start(self._tell())

    async def _tell(self) -> None:
        async with self._news:
            self._news.notify_all()

    def _on_state(self) -> None:
        if self._peer.connectionState in ("closed", "failed"):
            self.closed.set()

    async def _ping(self) -> None:
        while self._channel.readyState == "open":
            self._channel.send("ping")
            await asyncio.sleep(1)

    def _start(self, work: Any) -> None:
        self._tasks = [t for t in self._tasks if not t.done()]
        self._tasks.append(asyncio.create_task(work))

    async def _stop_tasks(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks.clear()


def for_microphone(pcm: bytes, rate: int) -> Samples:
    """PCM as the microphone wants it."""
    samples = np.frombuffer(pcm, dtype=np.int16)
    return samples if rate == RATE else soxr.resample(samples, rate, RATE).astype(np.int16)


def trimmed(pcm: bytes, rate: int) -> bytes:
    """PCM without the quiet at both ends, so that its length is that of the speech."""
    samples = np.frombuffer(pcm, dtype=np.int16)
    size = rate // 100
    whole = samples[: len(samples) // size * size].reshape(-1, size).astype(np.float64) / 32768
    loud = np.flatnonzero(np.sqrt((whole**2).mean(axis=1)) > LOUD)
    return samples[loud[0] * size : (loud[-1] + 1) * size].tobytes() if len(loud) else b""
