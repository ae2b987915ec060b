"""A call from a browser: WebRTC by aiortc, one offer and one answer with all candidates in them."""

import asyncio
import time
from collections import Counter
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
    RTCIceTransportPolicy,
    RTCPeerConnection,
    RTCSessionDescription,
)
from aiortc.mediastreams import MediaStreamError
from av import AudioFrame
from pipecat.processors.frame_processor import FrameProcessor

from mia.voice.engine.ports import CUSTOMER_LEFT, CallerUnreachable
from mia.voice.engine.transports.bounds import FLOODED, Drops
from mia.voice.engine.transports.caller_sound import CallerSound
from mia.voice.engine.transports.turn import IceServer
from mia.voice.engine.transports.webrtc_audio import SpeechResampler, VoiceTrack
from mia.voice.engine.transports.webrtc_bounds import bound_connection, bound_receiver
from mia.voice.engine.transports.webrtc_messages import ClientMessages
from mia.voice.engine.transports.webrtc_offer import OfferRefused, bound_offer
from mia.voice.engine.transports.webrtc_output import WebRtcOutput

__all__ = ["OfferRefused", "WebRtcTimes", "WebRtcTransport"]

log = structlog.get_logger()

_host_addresses = aioice.ice.get_host_addresses


def _host_addresses_or_loopback(use_ipv4: bool, use_ipv6: bool) -> list[str]:
    """aioice never offers loopback addresses; a machine that has no other needs one."""
    return _host_addresses(use_ipv4, use_ipv6) or ["127.0.0.1"]


aioice.ice.get_host_addresses = _host_addresses_or_loopback

_CLOSE = 5.0
"""Seconds that closing a connection may take."""


@dataclass(frozen=True)
class WebRtcTimes:
    """Seconds. ``vanished`` is how long a client that used to send pings may be quiet altogether
    (neither messages nor sound) before it counts as gone; it pings every second."""

    connect: float = 15.0
    vanished: float = 4.0


class WebRtcTransport:
    """The ``MediaTransport`` of one browser call.

    :meth:`answer` the offer, hand the transport to ``run_call``, and forget it. ``public_only``: callers come from
    the internet, so that addresses of internal networks in their offers are left out. ``relay_only``: sound takes
    no path but one through a TURN server.
    """

    def __init__(
        self,
        ice_servers: Sequence[IceServer] = (),
        times: WebRtcTimes = WebRtcTimes(),
        *,
        public_only: bool = False,
        relay_only: bool = False,
    ) -> None:
        servers = [server.for_a_call() for server in ice_servers]
        paths = RTCIceTransportPolicy.RELAY if relay_only else RTCIceTransportPolicy.ALL
        self._peer = RTCPeerConnection(RTCConfiguration(servers, paths, RTCBundlePolicy.MAX_BUNDLE))
        self._times = times
        self._voice = VoiceTrack()
        self._public_only = public_only
        self._drops = Drops(self._throw_out)
        self._input = CallerSound(self._drops)
        self._output = WebRtcOutput(self._voice)
        self._messages = ClientMessages(self._drops, self._on_message, self._leave)
        self._reason = CUSTOMER_LEFT
        self._ready = asyncio.Event()
        self._gone = asyncio.Event()
        self._joined: WebRtcTransport | None = None
        self._heard_at = 0.0
        self._pings = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing: asyncio.Task[None] | None = None
        self._peer.on("datachannel", self._on_channel)
        self._peer.on("track", self._on_track)
        self._peer.on("connectionstatechange", self._on_state)

    async def answer(self, sdp: str) -> str:
        """Take the browser's offer and return the answer. Raises :class:`OfferRefused`."""
        try:
            offer = bound_offer(sdp, public_only=self._public_only)
            await self._peer.setRemoteDescription(RTCSessionDescription(offer.sdp, "offer"))
            self._send_voice()
            await self._peer.setLocalDescription(await self._peer.createAnswer())
            bound_connection(self._peer, self._drops)
        except OfferRefused:
            await self.close()
            raise
        except Exception as fault:
            # aiortc raises plain ValueError, AttributeError and others for what it cannot parse.
            await self.close()
            raise OfferRefused("offer-not-understood") from fault
        self._run(self._watch())
        return offer.complete(self._peer.localDescription.sdp)

    @property
    def underruns(self) -> int:
        """How often speech faltered because this machine was too busy."""
        return self._voice.underruns

    @property
    def drops(self) -> Counter[str]:
        """What was dropped of the caller's data so far, by kind."""
        return self._drops.counts

    @property
    def remote_addresses(self) -> list[str]:
        """The caller's network addresses: those of the offer that were kept, and those found by their packets."""
        transports = {receiver.transport.transport for receiver in self._peer.getReceivers()}
        return [found.ip for transport in transports for found in transport.getRemoteCandidates()]

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

    async def left(self) -> str:
        await self._gone.wait()
        return self._reason

    def messages(self) -> AsyncIterator[str]:
        return self._messages.read()

    def send(self, message: str) -> None:
        if not self._gone.is_set():
            self._messages.send(message)

    async def close(self) -> None:
        if self._closing is None:
            self._closing = asyncio.create_task(self._close())
        await asyncio.shield(self._closing)

    async def _close(self) -> None:
        await self._messages.flush()
        self._leave()
        self._voice.stop()
        try:
            async with asyncio.timeout(_CLOSE):
                await self._peer.close()
        except TimeoutError:  # no fault of the library may keep a line
            log.warning("connection_not_closed")
        if self.underruns:
            log.warning("speech_faltered", times=self.underruns)
        if self._drops.counts:
            log.warning("caller_data_dropped", **self._drops.counts)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._peer.remove_all_listeners()

    def join(self, other: object) -> None:
        """From here on what the caller says goes to ``other``, another :class:`WebRtcTransport`, and only what
        comes from there is heard here: the pipeline says nothing more, and hears nothing."""
        assert isinstance(other, WebRtcTransport)
        self._voice.take_over()
        self._joined = other

    def relay(self, frame: AudioFrame) -> None:
        """Play what someone else says."""
        self._voice.relay(frame)

    def _send_voice(self) -> None:
        for transceiver in self._peer.getTransceivers():
            if transceiver.kind == "audio":
                transceiver.sender.replaceTrack(self._voice)
                transceiver.direction = "sendrecv"
                return
        raise OfferRefused("offer-without-audio")

    def _on_channel(self, channel: RTCDataChannel) -> None:
        self._messages.open(channel)
        self._ready_if_complete()

    def _on_message(self, is_ping: bool) -> None:
        self._heard_at = time.monotonic()
        self._pings = self._pings or is_ping

    def _on_track(self, track: MediaStreamTrack) -> None:
        """Audio: there is no other (see ``webrtc_offer``)."""
        for receiver in self._peer.getReceivers():
            bound_receiver(receiver, self._drops)
        self._run(self._listen(track))

    async def _listen(self, track: MediaStreamTrack) -> None:
        resample = SpeechResampler()
        while True:
            try:
                frame = await track.recv()
            except MediaStreamError:
                return
            self._heard_at = time.monotonic()
            if not isinstance(frame, AudioFrame):
                continue
            if self._joined is not None:
                self._joined.relay(frame)
            else:
                await self._input.hear(resample(frame))

    def _on_state(self) -> None:
        if self._peer.connectionState in ("failed", "closed"):
            self._leave()
        self._ready_if_complete()

    def _ready_if_complete(self) -> None:
        if self._peer.connectionState == "connected" and self._messages.is_open:
            self._heard_at = time.monotonic()
            self._ready.set()

    def _leave(self) -> None:
        if not self._gone.is_set():
            self._gone.set()
            self._messages.end()
            self._voice.clear()

    def _throw_out(self) -> None:
        log.warning("caller_flooded_connection", **self._drops.counts)
        self._reason = FLOODED
        self._leave()

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
