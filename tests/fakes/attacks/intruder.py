"""A hostile WebRTC client: real offers with sections, addresses and floods that no widget sends."""

import asyncio
import fractions
from collections.abc import Callable
from typing import Any

from aiortc import MediaStreamTrack, RTCBundlePolicy, RTCConfiguration, RTCPeerConnection, RTCSessionDescription
from aiortc.mediastreams import MediaStreamError
from aiortc.rtcsctptransport import Chunk
from av import VideoFrame
from av.codec import CodecContext
from av.packet import Packet
from av.video.codeccontext import VideoCodecContext

from tests.fakes.phones.caller import Exchange, Microphone

SIDE = 8192
"""Pixels of a frame's width and height: 100 MB once decoded, some kilobytes before."""


def huge_frame(side: int = SIDE) -> bytes:
    """One gray VP8 key frame."""
    encoder = CodecContext.create("libvpx", "w")
    assert isinstance(encoder, VideoCodecContext)
    encoder.width = encoder.height = side
    encoder.pix_fmt = "yuv420p"
    encoder.time_base = fractions.Fraction(1, 30)
    encoder.options = {"deadline": "realtime", "cpu-used": "8", "lag-in-frames": "0"}
    frame = VideoFrame(side, side, "yuv420p")
    for plane in frame.planes:
        plane.update(b"\x80" * plane.buffer_size)
    frame.pts = 0
    return b"".join(bytes(packet) for packet in encoder.encode(frame))


class VideoFlood(MediaStreamTrack):
    """The same key frame again and again, ``count`` times; then ``done``."""

    kind = "video"

    def __init__(self, frame: bytes, count: int) -> None:
        super().__init__()
        self._frame = frame
        self._count = count
        self.sent = 0
        self.done = asyncio.Event()

    async def recv(self) -> "Packet[Any]":
        if self.readyState != "live":
            raise MediaStreamError
        if self.sent >= self._count:
            self.done.set()
            await asyncio.sleep(3600)  # until it is stopped
        await asyncio.sleep(0.03)
        packet: Packet[Any] = Packet(self._frame)
        packet.pts = self.sent * 3000
        packet.time_base = fractions.Fraction(1, 90_000)
        packet.is_keyframe = True
        self.sent += 1
        return packet


def as_accepted(answer: str) -> str:
    """An answer in which rejected sections read as if they had been accepted: who attacks does not take a no."""
    sections = answer.replace("\r\n", "\n").split("\nm=")
    shared = [
        line
        for line in "\n".join(sections[1:]).split("\n")
        if line.startswith(("a=ice-ufrag", "a=ice-pwd", "a=fingerprint", "a=setup"))
    ]
    out = [sections[0]]
    for section in sections[1:]:
        kind, port, *rest = section.split("\n")[0].split(" ")
        if port == "0":
            mapped = ["a=rtpmap:97 VP8/90000"] if kind == "video" else ["a=rtpmap:96 opus/48000/2"]
            formats = "97" if kind == "video" else "96"
            kept = [line for line in section.split("\n")[1:] if line.startswith("a=mid")]
            head = f"{kind} 9 {rest[0]} {formats}"
            section = "\n".join([head, *kept, *mapped, "a=recvonly", "a=rtcp-mux", *dict.fromkeys(shared)])
        out.append(section)
    text = "\nm=".join(out)
    mids = " ".join(line.removeprefix("a=mid:") for line in text.split("\n") if line.startswith("a=mid:"))
    lines = [f"a=group:BUNDLE {mids}" if line.startswith("a=group:BUNDLE") else line for line in text.split("\n")]
    return "\r\n".join(line for line in lines if line) + "\r\n"


class Intruder:
    """One call. ``tracks`` are offered beside the microphone; ``edit`` changes the offer's text on its way."""

    def __init__(
        self,
        exchange: Exchange,
        *tracks: MediaStreamTrack,
        edit: Callable[[str], str] = lambda sdp: sdp,
        microphones: int = 1,
    ) -> None:
        self._exchange = exchange
        self._edit = edit
        self._peer = RTCPeerConnection(RTCConfiguration([], bundlePolicy=RTCBundlePolicy.MAX_BUNDLE))
        for _ in range(microphones):
            self._peer.addTransceiver(Microphone(), direction="sendrecv")
        for track in tracks:
            self._peer.addTransceiver(track, direction="sendonly")
        self.channel = self._peer.createDataChannel("chat", ordered=True)
        self.answer = ""
        self.texts: list[str] = []
        self.sent = 0
        self.closed = asyncio.Event()

    async def __aenter__(self) -> "Intruder":
        opened = asyncio.Event()
        self.channel.on("open", opened.set)
        self.channel.on("message", self.texts.append)
        self.channel.on("close", self.closed.set)
        await self._peer.setLocalDescription(await self._peer.createOffer())
        try:
            self.answer = await self._exchange(self._edit(self._peer.localDescription.sdp))
        except BaseException:
            await self._peer.close()
            raise
        await self._peer.setRemoteDescription(RTCSessionDescription(as_accepted(self.answer), "answer"))
        async with asyncio.timeout(15):
            await opened.wait()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._peer.close()

    async def send_rtp(self, packet: bytes) -> None:
        """Send one packet of sound, whatever it says of itself."""
        await self._peer.getSenders()[0].transport._send_rtp(packet)

    @property
    def next_number(self) -> int:
        """The number (TSN) of the next piece that the library would send."""
        number: int = self.channel.transport._local_tsn
        return number

    async def send_chunk(self, chunk: Chunk) -> None:
        """Send one piece of a data message, or about one."""
        await self.channel.transport._send_chunk(chunk)

    async def flood(self, message: str, count: int) -> None:
        """Send a message so many times, as fast as the path takes it, whatever size it agreed to."""
        transport = self.channel.transport
        transport._remote_max_message_size = 0
        for _ in range(count):
            if self.channel.readyState != "open":
                return
            if self.channel.bufferedAmount > 4 * len(message):
                await self._room()
            if self.channel.readyState == "open":
                self.channel.send(message)
                self.sent += 1

    async def _room(self) -> None:
        """Until the path has taken most of what was sent, or is gone."""
        more = asyncio.Event()
        self.channel.bufferedAmountLowThreshold = 10_000
        self.channel.once("bufferedamountlow", more.set)
        self.channel.once("close", more.set)
        await more.wait()
