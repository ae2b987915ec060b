"""Bounds that aiortc 1.16 and aioice 0.13 lack, set on the objects of one connection.

A caller is a stranger who chooses every packet, and one media process holds many calls. Without these bounds one
caller can fill its memory (queues, reassembly, tables by source) or keep its event loop busy. What is set here is
private to the libraries: ``tests/voice/engine/transports/test_webrtc_attacks.py`` shows each bound over a real
connection, so that an update which moves one fails there.
"""

import queue
from typing import Any

from aiortc import RTCPeerConnection
from aiortc.jitterbuffer import JitterBuffer
from aiortc.rtcrtpreceiver import RTCRtpReceiver
from aiortc.rtcsctptransport import DataChunk, ForwardTsnChunk, SackChunk

from mia.voice.engine.transports.bounds import Allowance, Drops, Newest

_DATAGRAMS, _DATAGRAMS_AT_ONCE = 200.0, 400.0
"""Packets a second, and at once after the network has held some back. A call needs about 60."""
_CHECKS, _CHECKS_AT_ONCE = 100.0, 200.0
"""Connectivity checks a second (STUN)."""
_ADDRESSES = 40
"""Addresses of one caller: those of the offer and those found by their packets."""
_WAITING = 256
"""Packets, or encoded or decoded frames, that may wait for a busy process."""
_SOURCES = 4
"""Streams of sound by their SSRC; a browser sends one, and another after a change of microphone."""
_CHUNKS, _CHUNKS_AT_ONCE = 300.0, 600.0
"""Pieces of data messages a second (SCTP chunks; a packet may hold seventy)."""
_BUFFERED = 128 * 1024
"""Bytes of incomplete messages that may wait; the client is told (RFC 9260 ``a_rwnd``)."""
_PIECES, _STREAMS, _GAPS, _ACKNOWLEDGED = 256, 16, 512, 2_048
"""Pieces waiting in a stream, streams, pieces received out of order, pieces that one SACK may name."""
_LEAP = 16_384
"""How far a piece's number may be ahead of the last one in order."""


def bound_receiver(receiver: RTCRtpReceiver, drops: Drops) -> None:
    """Bound what waits between the network and anyone who reads the track, before anything is received.

    The jitter buffer delivers a packet as soon as the next has come (20 ms), and gives a lost one up after 160 ms;
    aiortc waits for four packets and gives up after sixteen.
    """
    private: Any = receiver
    private._RTCRtpReceiver__jitter_buffer = JitterBuffer(capacity=8, prefetch=1)
    private._RTCRtpReceiver__decoder_queue = _Encoded(drops)
    private._track._queue = Newest(_WAITING, lambda: drops.note("frame", hostile=False))


def bound_connection(peer: RTCPeerConnection, drops: Drops) -> None:
    """Bound a connection that has both descriptions, before its first packet."""
    transports = {t.receiver.transport for t in peer.getTransceivers()}
    if peer.sctp is not None:
        transports.add(peer.sctp.transport)
        _bound_data(peer.sctp, drops)
    for sender in peer.getSenders():
        _refuse_repeats(sender)
    for dtls in transports:
        _bound_sources(dtls, drops)
        _bound_network(dtls.transport, drops)


class _Encoded(queue.Queue[Any]):
    """Frames on their way to the decoder's thread; the oldest makes room."""

    def __init__(self, drops: Drops) -> None:
        super().__init__(_WAITING)
        self._drops = drops

    def put(self, item: Any, block: bool = True, timeout: float | None = None) -> None:
        try:
            super().put(item, block=False)
        except queue.Full:
            self._drops.note("frame", hostile=False)
            self.get_nowait()
            super().put(item, block=False)


def _bound_network(ice: Any, drops: Drops) -> None:
    """At most so many packets a second, from addresses that have proved to be the caller's."""
    connection = ice._connection
    connection._queue = Newest(_WAITING, lambda: drops.note("datagram-late", hostile=False))
    packets, checks = Allowance(_DATAGRAMS, _DATAGRAMS_AT_ONCE), Allowance(_CHECKS, _CHECKS_AT_ONCE)

    def admits(data: bytes, address: tuple[str, int]) -> bool:
        found = connection._remote_candidates
        known = any(c.port == address[1] and c._network_host == address[0] for c in found)
        if data[:1] < b"\x04":  # STUN (RFC 7983)
            return (known or len(found) < _ADDRESSES) and checks.take()
        if not known:  # from anyone: no reason to count it against the caller
            return False
        if admitted := packets.take():
            return admitted
        drops.note("datagram")
        return False

    for protocol in connection._protocols:
        _filter(protocol, admits)


def _filter(protocol: Any, admits: Any) -> None:
    receive = protocol.datagram_received

    def datagram_received(data: bytes, address: tuple[Any, ...]) -> None:
        if admits(data, (address[0], address[1])):
            receive(data, address)

    protocol.datagram_received = datagram_received


def _bound_sources(dtls: Any, drops: Drops) -> None:
    router = dtls._rtp_router
    route = router.route_rtp

    def route_rtp(packet: Any) -> Any:
        if packet.ssrc not in router.ssrc_table and len(router.ssrc_table) >= _SOURCES:
            drops.note("source")
            return None
        return route(packet)

    router.route_rtp = route_rtp


def _refuse_repeats(sender: Any) -> None:
    """No one negotiated that sound is sent again on request, and one request may name thousands of packets."""

    async def retransmit(_sequence_number: int) -> None:
        return

    sender._retransmit = retransmit


def _bound_data(sctp: Any, drops: Drops) -> None:
    pace = Allowance(_CHUNKS, _CHUNKS_AT_ONCE)
    sctp._advertised_rwnd = _BUFFERED
    sctp._local_partial_reliability = False
    receive = sctp._receive_chunk

    async def receive_chunk(chunk: Any) -> None:
        if pace.take() and _is_in_bounds(sctp, chunk):
            await receive(chunk)
        else:  # it is not acknowledged, so that an honest client sends it again, slower
            drops.note("chunk")

    sctp._receive_chunk = receive_chunk


def _is_in_bounds(sctp: Any, chunk: Any) -> bool:
    """Whether a chunk is one that an honest client may send, and there is room for it."""
    match chunk:
        case DataChunk():
            stream = sctp._inbound_streams.get(chunk.stream_id)
            waiting = len(sctp._inbound_streams) if stream is None else len(stream.reassembly)
            ahead = (chunk.tsn - sctp._last_received_tsn) % 2**32
            if _LEAP < ahead < 2**31:  # what is behind came before, and is acknowledged again
                return False
            fits: bool = len(chunk.user_data) <= sctp._advertised_rwnd and len(sctp._sack_misordered) < _GAPS
            return fits and waiting < (_STREAMS if stream is None else _PIECES)
        case SackChunk():
            named: int = sum(max(0, last - first) + 1 for first, last in chunk.gaps)
            return named <= _ACKNOWLEDGED
        case ForwardTsnChunk():
            return False
    return True
