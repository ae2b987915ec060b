"""Hostile clients over real WebRTC: what they send costs little, and other callers notice nothing."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiortc.rtcsctptransport import DataChunk, SackChunk
from aiortc.rtp import RtpPacket

from mia.voice.engine.ports import Speech
from mia.voice.engine.transports.bounds import FLOODED
from mia.voice.engine.transports.webrtc import WebRtcTimes, WebRtcTransport
from tests.fakes.attacks.intruder import Intruder, VideoFlood, huge_frame
from tests.fakes.language import EchoModel
from tests.fakes.phones.caller import Caller
from tests.fakes.waiting import eventually
from tests.voice.engine.pipeline.calls import GREETING, Running, start

pytestmark = pytest.mark.sound

CUSTOMER = "customer-ended-call"


class Line:
    """Our end of one call."""

    def __init__(self, speech: Speech, *, public_only: bool = False) -> None:
        self._speech = speech
        self.transport = WebRtcTransport(times=WebRtcTimes(connect=5.0), public_only=public_only)
        self.answer = ""
        self.call: Running | None = None

    async def exchange(self, offer: str) -> str:
        self.answer = await self.transport.answer(offer)
        self.call = start(self.transport, EchoModel(), self._speech)
        return self.answer

    async def ended(self, within: float = 10) -> str:
        assert self.call is not None
        return (await self.call.record(within)).ended_reason

    async def has_dropped(self, kind: str) -> None:
        async def dropped() -> bool:
            return self.transport.drops[kind] > 0

        await eventually(dropped, within_s=10)


@asynccontextmanager
async def intrusion(line: Line, **options: Any) -> AsyncIterator[Intruder]:
    """A hostile call that is greeted; hung up at the end if it still goes on."""
    async with Intruder(line.exchange, *options.pop("tracks", ()), **options) as intruder:
        yield intruder
    assert line.call is not None
    await line.call.record()


def decoders() -> set[str]:
    return {thread.name for thread in threading.enumerate() if "decoder" in thread.name}


def test_the_video_of_an_attack_is_a_thousand_times_its_size_once_decoded() -> None:
    assert len(huge_frame(1024)) * 100 < 1024 * 1024 * 1.5


async def test_video_and_a_second_microphone_are_refused_and_never_decoded(speech: Speech) -> None:
    line, honest = Line(speech), Line(speech)
    flood = VideoFlood(huge_frame(2048), count=4)
    async with Caller(honest.exchange) as caller:
        async with intrusion(line, tracks=(flood,), microphones=2):
            heads = [row.split()[:2] for row in line.answer.splitlines() if row.startswith("m=")]
            assert [kind for kind, _ in heads] == ["m=audio", "m=audio", "m=video", "m=application"]
            assert [port == "0" for _, port in heads] == [False, True, True, False]
            await flood.done.wait()
            assert decoders() <= {"audio-decoder"}
        caller.type("Good morning")
        await caller.transcript("assistant", "You said: Good morning")
    assert await honest.ended() == CUSTOMER


async def test_a_flood_of_large_messages_ends_the_call(speech: Speech) -> None:
    line = Line(speech)
    async with intrusion(line) as intruder:
        assert "a=max-message-size:16000" in line.answer
        await intruder.flood("x" * 60_000, count=500)
        assert await line.ended(within=30) == FLOODED
        await asyncio.wait_for(intruder.closed.wait(), 10)
    assert intruder.sent < 500


async def test_messages_beyond_the_rate_are_dropped_and_a_short_burst_ends_nothing(speech: Speech) -> None:
    line = Line(speech)
    async with Caller(line.exchange) as caller:
        await caller.transcript("assistant", GREETING)
        for number in range(90):
            caller.send({"type": "add-message", "message": {"role": "user", "content": str(number)},
                         "triggerResponseEnabled": False})  # fmt: skip
        await line.has_dropped("message")
        assert line.call is not None and not line.call.task.done()
    assert await line.ended() == CUSTOMER


async def test_two_hundred_addresses_are_cut_to_twenty_and_the_caller_is_reached(speech: Speech) -> None:
    def add(sdp: str) -> str:
        rows = "".join(f"a=candidate:{n} 1 udp 2130706431 10.9.8.{n} 9 typ host\r\n" for n in range(1, 201))
        return sdp.replace("a=mid:0\r\n", "a=mid:0\r\n" + rows)

    line = Line(speech)
    async with intrusion(line, edit=add):
        assert len(line.transport.remote_addresses) <= 40


async def test_an_exposed_service_probes_no_internal_address_and_still_connects(speech: Speech) -> None:
    offered: list[str] = []
    line = Line(speech, public_only=True)

    async def exchange(offer: str) -> str:
        offered.extend(row.split()[4] for row in offer.splitlines() if row.startswith("a=candidate:"))
        return await line.exchange(
            offer.replace("a=mid:0\r\n", "a=mid:0\r\na=candidate:9 1 udp 1 169.254.169.254 80 typ host\r\n")
        )

    async with Caller(exchange) as caller:
        await caller.transcript("assistant", GREETING)
        assert offered and set(line.transport.remote_addresses) <= set(offered)  # found by their packets
    assert await line.ended() == CUSTOMER


async def test_streams_from_many_sources_are_ignored_and_the_call_can_be_closed(
    speech: Speech, leftovers: Callable[[], set[str]]
) -> None:
    """Beyond 31 sources aiortc's own reports fail, and with them the closing of the connection."""
    line = Line(speech)
    async with intrusion(line) as intruder:
        for source in range(1, 101):
            packet = RtpPacket(payload_type=96, sequence_number=source, timestamp=960 * source, ssrc=source)
            packet.payload = b"\xf8\xff\xfe"
            await intruder.send_rtp(packet.serialize())
        await line.has_dropped("source")
    await asyncio.sleep(0)
    assert leftovers() == set()


async def test_forged_pieces_of_messages_are_not_taken(speech: Speech) -> None:
    line = Line(speech)
    async with intrusion(line) as intruder:
        acknowledges_all = SackChunk()
        acknowledges_all.gaps = [(1, 65_535)] * 200
        await intruder.send_chunk(acknowledges_all)
        await line.has_dropped("chunk")
        before = line.transport.drops["chunk"]
        for stream in range(100):  # messages that begin and never end, on more streams than a client has
            chunk = DataChunk(flags=2)
            chunk.tsn, chunk.stream_id, chunk.stream_seq, chunk.protocol = (
                intruder.next_number + 9 + stream,
                stream,
                0,
                51,
            )
            chunk.user_data = b"x" * 100
            await intruder.send_chunk(chunk)

        async def refused() -> bool:
            return line.transport.drops["chunk"] > before

        await eventually(refused, within_s=10)


@pytest.mark.parametrize("spoil", ["a=fingerprint", "a=setup", "a=ice-pwd", "a=rtcp-mux"])
async def test_a_malformed_offer_is_refused_and_leaves_nothing_behind(
    spoil: str, speech: Speech, leftovers: Callable[[], set[str]]
) -> None:
    line = Line(speech)

    def strip(sdp: str) -> str:
        return "\r\n".join(row for row in sdp.split("\r\n") if not row.startswith(spoil))

    with pytest.raises(Exception, match="offer-not-understood"):
        async with Intruder(line.exchange, edit=strip):
            pass
    await asyncio.sleep(0)
    assert leftovers() == set()
