"""A call from a browser: WebRTC by aiortc, one offer and one answer with all candidates in them."""

import asyncio
import time
from collections.abc import AsyncIterator, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any

import aioice.ice
import structlog
from aiortc import (
    MediaStreamTrack,
    RTCBundlePolicy,
    RTCConfiguration,
    RTCDataChannel,
    RTCIceServer,
    RTCPeerConnection,
    RTCSessionDescription,
)
from aiortc.mediastreams import MediaStreamError
from av import AudioFrame
from pipecat.processors.frame_processor import FrameProcessor

from mia.voice.engine.ports import CallerUnreachable
from mia.voice.engine.transports.webrtc_audio import SpeechResampler, VoiceTrack, shorten_jitter_buffer
from mia.voice.engine.transports.webrtc_processors import WebRtcInput, WebRtcOutput

log = structlog.get_logger()

_host_addresses = aioice.ice.get_host_addresses


def _host_addresses_or_loopback(use_ipv4: bool, use_ipv6: bool) -> list[str]:
    """aioice never offers loopback addresses; a machine that has no other needs one."""
    return _host_addresses(use_ipv4, use_ipv6) or ["127.0.0.1"]


aioice.ice.get_host_addresses = _host_addresses_or_loopback


class OfferRefused(Exception):
    """The browser's offer cannot be used. ``reason`` is a static code."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class IceServer:
    """A STUN or TURN server, as in a browser's ``RTCIceServer``."""

    url: str
    username: str | None = None
    credential: str | None = None


@dataclass(frozen=True)
class WebRtcTimes:
    """Seconds. ``vanished`` is how long a client that used to send pings may be quiet altogether
    (neither messages nor sound) before it counts as gone; it pings every second."""

    connect: float = 15.0
    vanished: float = 4.0


class WebRtcTransport:
    """The ``MediaTransport`` of one browser call.

    :meth:`answer` the offer, hand the transport to ``run_call``, and forget it.
    """

    def __init__(self, ice_servers: Sequence[IceServer] = (), times: WebRtcTimes = WebRtcTimes()) -> None:
        servers = [RTCIceServer(s.url, s.username, s.credential) for s in ice_servers]
        self._peer = RTCPeerConnection(RTCConfiguration(servers, bundlePolicy=RTCBundlePolicy.MAX_BUNDLE))
        self._times = times
        self._voice = VoiceTrack()
        self._input = WebRtcInput()
        self._output = WebRtcOutput(self._voice)
        self._messages: asyncio.Queue[str | None] = asyncio.Queue()
        self._channel: RTCDataChannel | None = None
        self._unsent: list[str] = []
        self._ready = asyncio.Event()
        self._gone = asyncio.Event()
        self._heard_at = 0.0
        self._pings = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing: asyncio.Task[None] | None = None
        self._peer.on("datachannel", self._on_channel)
        self._peer.on("track", self._on_track)
        self._peer.on("connectionstatechange", self._on_state)

    async def answer(self, sdp: str) -> str:
        """Take the browser's offer and return the answer. Raises :class:`OfferRefused`."""
        if "m=audio" not in sdp:
            raise OfferRefused("offer-without-audio")
        try:
            await self._peer.setRemoteDescription(RTCSessionDescription(sdp, "offer"))
            self._send_voice()
            await self._peer.setLocalDescription(await self._peer.createAnswer())
        except Exception as fault:
            # aiortc raises plain ValueError, AttributeError and others for what it cannot parse.
            await self.close()
            raise OfferRefused("offer-not-understood") from fault
        self._run(self._watch())
        return str(self._peer.localDescription.sdp)

    @property
    def underruns(self) -> int:
        """How often speech faltered because this machine was too busy."""
        return self._voice.underruns

    def input(self) -> FrameProcessor:
        return self._input

    def output(self) -> FrameProcessor:
        return self._output

    async def connected(self) -> None:
        gone = asyncio.create_task(self._gone.wait())
        ready = asyncio.create_task(self._ready.wait())
        try:
            await asyncio.wait((gone, ready), timeout=self._times.connect, return_when=asyncio.FIRST_COMPLETED)
        finally:
            gone.cancel()
            ready.cancel()
        if self._gone.is_set() or not self._ready.is_set():
            raise CallerUnreachable("left-before-connected" if self._gone.is_set() else "connect-timed-out")

    async def left(self) -> None:
        await self._gone.wait()

    async def messages(self) -> AsyncIterator[str]:
        while (message := await self._messages.get()) is not None:
            yield message

    def send(self, message: str) -> None:
        if self._gone.is_set():
            return
        if self._channel is None:
            self._unsent.append(message)
        elif self._channel.readyState == "open":
            self._channel.send(message)

    async def close(self) -> None:
        if self._closing is None:
            self._closing = asyncio.create_task(self._close())
        await asyncio.shield(self._closing)

    async def _close(self) -> None:
        # What was sent last (the reason of the end) has to leave before the path is taken down.
        if self._channel is not None and self._channel.readyState == "open":
            for _ in range(20):
                if self._channel.bufferedAmount == 0:
                    break
                await asyncio.sleep(0.01)
        self._leave()
        self._voice.stop()
        await self._peer.close()
        if self.underruns:
            log.warning("speech_faltered", times=self.underruns)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._peer.remove_all_listeners()

    def _send_voice(self) -> None:
        for transceiver in self._peer.getTransceivers():
            if transceiver.kind == "audio":
                transceiver.sender.replaceTrack(self._voice)
                transceiver.direction = "sendrecv"
                shorten_jitter_buffer(transceiver.receiver)
                return
        raise OfferRefused("offer-without-audio")

    def _on_channel(self, channel: RTCDataChannel) -> None:
        self._channel = channel
        channel.on("message", self._on_message)
        channel.on("close", self._leave)
        for message in self._unsent:
            channel.send(message)
        self._unsent.clear()
        self._ready_if_complete()

    def _on_message(self, message: object) -> None:
        self._heard_at = time.monotonic()
        if not isinstance(message, str):
            return
        if message.startswith("ping"):
            self._pings = True
        else:
            self._messages.put_nowait(message)

    def _on_track(self, track: MediaStreamTrack) -> None:
        if track.kind == "audio":
            self._run(self._listen(track))

    async def _listen(self, track: MediaStreamTrack) -> None:
        resample = SpeechResampler()
        while True:
            try:
                frame = await track.recv()
            except MediaStreamError:
                return
            self._heard_at = time.monotonic()
            if isinstance(frame, AudioFrame):
                await self._input.hear(resample(frame))

    def _on_state(self) -> None:
        if self._peer.connectionState in ("failed", "closed"):
            self._leave()
        self._ready_if_complete()

    def _ready_if_complete(self) -> None:
        if self._peer.connectionState == "connected" and self._channel is not None:
            self._heard_at = time.monotonic()
            self._ready.set()

    def _leave(self) -> None:
        if not self._gone.is_set():
            self._gone.set()
            self._messages.put_nowait(None)
            self._voice.clear()

    async def _watch(self) -> None:
        """Notice a client that vanished. ICE alone takes half a minute for that."""
        while not self._gone.is_set():
            await asyncio.sleep(0.5)
            quiet = time.monotonic() - self._heard_at
            if self._ready.is_set() and self._pings and quiet > self._times.vanished:
                log.info("caller_vanished", quiet_seconds=round(quiet, 1))
                self._leave()

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
