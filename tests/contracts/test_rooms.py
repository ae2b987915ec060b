"""Calls in rooms of LiveKit and Daily: fakes of their REST APIs, and clients that connect to nothing. LiveKit's own
library reads the tokens."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import pytest_asyncio
from livekit import rtc
from pipecat.frames.frames import Frame, InputAudioRawFrame, TTSAudioRawFrame
from pipecat.pipeline.pipeline import Pipeline
from pipecat.processors.frame_processor import FrameDirection, FrameProcessor
from pipecat.transports.daily import transport as pipecat_daily

from mia.platform.db.session import Database
from mia.platform.kernel.errors import Unavailable
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.settings import Settings, SettingsError
from mia.voice.engine.pipeline.announcing import announce
from mia.voice.engine.pipeline.media import flowing
from mia.voice.media.engine import CallEngine
from mia.voice.media.rooms.choice import rooms_of
from mia.voice.media.rooms.daily import DailyRooms
from mia.voice.media.rooms.livekit import LiveKitRooms
from mia.voice.media.rooms.ports import Rooms
from tests.fakes.access import settings_of_tests
from tests.fakes.phones.media import ScriptedEngine, media_worker
from tests.fakes.phones.speech import beeping_speech
from tests.fakes.phones.voice import VoiceApi, assistant_body, voice_api, voice_settings
from tests.fakes.production import production_settings
from tests.fakes.rooms.daily import CALLER as DAILY_CALLER
from tests.fakes.rooms.daily import KEY as DAILY_KEY
from tests.fakes.rooms.daily import FakeDaily, StubClient, fake_daily
from tests.fakes.rooms.daily import StubSource as DailySource
from tests.fakes.rooms.livekit import KEY, SECRET, FakeLiveKit, StubSource, StubStream, fake_livekit, read_token

Json = dict[str, Any]
CALLER = type("Participant", (), {"identity": "caller", "sid": "PA_1"})()


def packet(data: bytes) -> rtc.DataPacket:
    """What the caller's client sends."""
    return rtc.DataPacket(data=data, kind=rtc.DataPacketKind.KIND_RELIABLE, participant=CALLER)


@pytest_asyncio.fixture
async def livekit() -> AsyncIterator[FakeLiveKit]:
    async with fake_livekit() as running:
        yield running


@pytest_asyncio.fixture
async def daily() -> AsyncIterator[FakeDaily]:
    async with fake_daily() as running:
        yield running


class RoomEngine(ScriptedEngine):
    """A script whose callers come into rooms."""

    def __init__(self, rooms: Rooms | None) -> None:
        super().__init__()
        self._rooms = rooms

    def parts(self) -> CallEngine:
        return replace(super().parts(), rooms=self._rooms)


async def queued(voice: VoiceApi) -> Json:
    made: Json = (await voice.http.post("/call/web", json={"assistant": assistant_body()})).json()
    return made


def with_rooms(folder: Path) -> Settings:
    cluster = {
        "MIA_LIVEKIT_URL": "wss://rooms.example",
        "MIA_LIVEKIT_API_KEY": KEY,
        "MIA_LIVEKIT_API_SECRET": SECRET,
    }
    return voice_settings(folder, MIA_ROOMS="livekit", **cluster)


async def test_a_caller_comes_into_a_room_of_livekit(
    database: Database, tmp_path: Any, livekit: FakeLiveKit
) -> None:
    settings = with_rooms(tmp_path)
    rooms = LiveKitRooms(livekit.url, KEY, SECRET)
    async with (
        voice_api(database, settings) as voice,
        media_worker(database, settings, lambda: RoomEngine(rooms)) as media,
    ):
        call = await queued(voice)
        headers = {"Authorization": f"Bearer {call['transport']['callToken']}"}
        room = (await voice.http.post(f"/call/{call['id']}/room", headers=headers)).json()
        assert (room["provider"], room["url"], room["room"]) == ("livekit", livekit.url, f"mia-{call['id']}")
        claims = read_token(room["token"])
        assert (claims.identity, claims.video.room, claims.video.room_join) == ("caller", room["room"], True)
        assert claims.video.can_publish_sources == ["microphone"] and not claims.video.room_admin
        assert livekit.rooms[room["room"]]["maxParticipants"] == 2
        again = await voice.http.post(f"/call/{call['id']}/room")
        assert again.status_code == 409, "a call is joined once"
        script = await media.engine.next_call()
        livekit.enters(room["token"])
        async with asyncio.timeout(5):
            await script.transport.connected()
        await script.transport.close()
        assert livekit.rooms == {}
        script.hang_up()


async def test_a_web_call_begins_in_a_room_at_daily_where_clients_of_the_hosted_service_look_for_it(
    database: Database, tmp_path: Any, daily: FakeDaily
) -> None:
    settings = voice_settings(tmp_path, MIA_ROOMS="daily", MIA_DAILY_API_KEY=DAILY_KEY)
    rooms = DailyRooms(daily.api_url, DAILY_KEY)
    async with (
        voice_api(database, settings) as voice,
        media_worker(database, settings, lambda: RoomEngine(rooms)) as media,
    ):
        call = await queued(voice)
        assert call["webCallUrl"] == f"https://example.daily.co/mia-{call['id']}"
        transport = call["transport"]
        assert (transport["provider"], transport["callUrl"]) == ("daily", call["webCallUrl"])
        assert daily.tokens[transport["callToken"]]["room_name"] == f"mia-{call['id']}"
        script = await media.engine.next_call()
        daily.enters(transport["callToken"])
        async with asyncio.timeout(5):
            await script.transport.connected()
        script.hang_up()
        body = {"assistant": assistant_body(), "transport": {"provider": "mia.webrtc"}}
        ours = (await voice.http.post("/call/web", json=body)).json()
        assert ours["transport"]["provider"] == "mia.webrtc" and "#" in ours["webCallUrl"]


async def test_a_web_call_whose_room_at_daily_cannot_be_opened_is_refused_and_ends(
    database: Database, tmp_path: Any, daily: FakeDaily
) -> None:
    settings = voice_settings(tmp_path, MIA_ROOMS="daily", MIA_DAILY_API_KEY=DAILY_KEY)
    async with (
        voice_api(database, settings) as voice,
        media_worker(database, settings, lambda: RoomEngine(DailyRooms(daily.api_url, "another"))),
    ):
        body = {"assistant": assistant_body()}
        assert (await voice.http.post("/call/web", json=body)).status_code == 503
        (call,) = (await voice.http.get("/call")).json()
        assert (call["status"], call["endedReason"]) == ("ended", "call.start.error-get-transport")


async def test_a_call_waits_for_another_offer_when_the_engine_is_away(
    database: Database, tmp_path: Any, livekit: FakeLiveKit
) -> None:
    settings = with_rooms(tmp_path)
    rooms = LiveKitRooms(livekit.url, KEY, SECRET)
    async with (
        voice_api(database, settings) as voice,
        media_worker(database, settings, lambda: RoomEngine(rooms)) as media,
    ):
        call = await queued(voice)
        livekit.fail = 1
        assert (await voice.http.post(f"/call/{call['id']}/room")).status_code == 503
        assert (await voice.http.post(f"/call/{call['id']}/room")).status_code == 200
        (await media.engine.next_call()).hang_up()


async def test_without_an_engine_there_are_no_rooms(database: Database, tmp_path: Any) -> None:
    settings = voice_settings(tmp_path)
    async with (
        voice_api(database, settings) as voice,
        media_worker(database, settings, lambda: RoomEngine(None)),
    ):
        call = await queued(voice)
        refused = await voice.http.post(f"/call/{call['id']}/room")
        assert (refused.status_code, "MIA_ROOMS" in str(refused.json()["message"])) == (400, True)
        body = {"assistant": assistant_body(), "transport": {"provider": "daily"}}
        assert (await voice.http.post("/call/web", json=body)).status_code == 400


@pytest.fixture
def stubbed(livekit: FakeLiveKit, monkeypatch: pytest.MonkeyPatch) -> FakeLiveKit:
    """The cluster, whose clients connect to nothing."""
    monkeypatch.setattr(rtc, "Room", livekit.client)
    monkeypatch.setattr(rtc, "AudioSource", StubSource)
    monkeypatch.setattr(rtc, "AudioStream", StubStream)
    monkeypatch.setattr(rtc.LocalAudioTrack, "create_audio_track", lambda name, source: source)
    return livekit


async def test_mia_speaks_in_a_room_reads_her_caller_and_notices_that_they_leave(stubbed: FakeLiveKit) -> None:
    rooms = LiveKitRooms(stubbed.url, KEY, SECRET)
    opened = await rooms.open(new_id())
    stubbed.enters(opened.caller["token"])
    opened.transport.send("listening")
    StubSource.heard.clear()
    speaking = asyncio.create_task(announce(opened.transport, "Good morning. " * 3, beeping_speech().synthesizer))
    async with asyncio.timeout(10):
        client = await stubbed.next_client()
        assert (client.identity, await client.told.get()) == ("mia", b"listening")
        client.happens("data_received", packet(b'{"type":"end-call"}'))
        assert await anext(aiter(opened.transport.messages())) == '{"type":"end-call"}'
        await speaking
        assert any(StubSource.heard), "she was heard"
        client.happens("participant_disconnected", CALLER)
        assert await opened.transport.left() == "customer-ended-call"
    await opened.transport.close()
    await rooms.close()


class Ear(FrameProcessor):
    """Keeps what is heard."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: asyncio.Queue[InputAudioRawFrame] = asyncio.Queue()

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        await super().process_frame(frame, direction)
        if isinstance(frame, InputAudioRawFrame):
            self.heard.put_nowait(frame)
        await self.push_frame(frame, direction)


class Tone(FrameProcessor):
    """Says something."""

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        await super().process_frame(frame, direction)
        await self.push_frame(frame, direction)

    async def sound(self) -> None:
        """A fifth of a second of it."""
        pcm = b"\0\x10" * 4_800
        await self.push_frame(TTSAudioRawFrame(audio=pcm, sample_rate=24_000, num_channels=1))


async def test_mia_hears_her_caller_at_the_rate_of_her_models(stubbed: FakeLiveKit) -> None:
    rooms, ear = LiveKitRooms(stubbed.url, KEY, SECRET), Ear()
    opened = await rooms.open(new_id())
    async with asyncio.timeout(10), flowing(Pipeline([opened.transport.input(), ear, opened.transport.output()])):
        client = await stubbed.next_client()
        track = type("Track", (), {"kind": rtc.TrackKind.KIND_AUDIO, "sid": "TR_1"})()
        client.happens("track_subscribed", track, track, CALLER)
        frame = await ear.heard.get()
        while not any(frame.audio):
            frame = await ear.heard.get()
        assert (frame.sample_rate, frame.num_channels) == (16_000, 1)
    await opened.transport.close()
    await rooms.close()


async def test_a_room_at_daily_lets_its_caller_in(daily: FakeDaily) -> None:
    rooms = DailyRooms(daily.api_url, DAILY_KEY)
    opened = await rooms.open(new_id())
    room = opened.caller["room"]
    assert opened.caller["url"] == f"https://example.daily.co/{room}"
    assert daily.tokens[opened.caller["token"]]["room_name"] == room
    assert [each["user_name"] for each in daily.tokens.values()] == ["Vapi Speaker", "caller"]
    assert daily.rooms[room]["properties"]["max_participants"] == 2
    daily.enters(opened.caller["token"])
    async with asyncio.timeout(5):
        await opened.transport.connected()
    await opened.transport.close()
    assert daily.rooms == {}
    await rooms.close()


async def test_mia_speaks_and_hears_in_a_room_at_daily(daily: FakeDaily, monkeypatch: pytest.MonkeyPatch) -> None:
    StubClient.made, DailySource.heard = asyncio.Queue(), asyncio.Queue()
    monkeypatch.setattr(pipecat_daily, "CallClient", StubClient)
    monkeypatch.setattr(pipecat_daily, "CustomAudioSource", DailySource)
    monkeypatch.setattr(pipecat_daily, "CustomAudioTrack", lambda source: SimpleNamespace(id="track-1"))
    rooms, ear, speaking = DailyRooms(daily.api_url, DAILY_KEY), Ear(), Tone()
    opened = await rooms.open(new_id())
    transport, client = opened.transport, await StubClient.made.get()
    daily.enters(opened.caller["token"])
    transport.send("listening")
    async with asyncio.timeout(10):
        await transport.connected()
        async with flowing(Pipeline([transport.input(), ear, speaking, transport.output()])):
            assert (client.name, await client.told.get()) == ("Vapi Speaker", "listening")
            await speaking.sound()
            await asyncio.to_thread(client.hear, b"\0\x10" * 320)
            assert (await ear.heard.get()).sample_rate == 16_000
            await client.happens("on_app_message", {"type": "end-call"}, DAILY_CALLER["id"])
            assert await anext(aiter(transport.messages())) == '{"type": "end-call"}'
            assert len(await DailySource.heard.get()) == 960, "she was heard"
            await client.happens("on_participant_left", DAILY_CALLER, "leftCall")
            assert await transport.left() == "customer-ended-call"
    await transport.close()
    await rooms.close()


async def test_daily_with_a_wrong_key_opens_no_room(daily: FakeDaily) -> None:
    rooms = DailyRooms(daily.api_url, "another")
    with pytest.raises(Unavailable):
        await rooms.open(new_id())
    await rooms.close()


def test_rooms_are_those_that_the_settings_name() -> None:
    assert rooms_of(settings_of_tests()) is None
    named = {"MIA_ROOMS": "livekit", "MIA_LIVEKIT_URL": "wss://media.example"}
    named |= {"MIA_LIVEKIT_API_KEY": "key", "MIA_LIVEKIT_API_SECRET": "secret"}
    assert isinstance(rooms_of(settings_of_tests(**named)), LiveKitRooms)
    assert rooms_of(production_settings(**named)) is None, "no agreement"
    assert isinstance(rooms_of(production_settings(**named, MIA_BAA="smtp,livekit")), LiveKitRooms)
    account = {"MIA_ROOMS": "daily", "MIA_DAILY_API_KEY": "key"}
    assert isinstance(rooms_of(settings_of_tests(**account)), DailyRooms)
    assert rooms_of(production_settings(**account)) is None
    for incomplete in ({"MIA_ROOMS": "livekit"}, {"MIA_ROOMS": "daily"}):
        with pytest.raises(SettingsError, match="MIA_ROOMS="):
            settings_of_tests(**incomplete)
