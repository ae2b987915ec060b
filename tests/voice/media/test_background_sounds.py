"""A background sound by address: fetched, bounded, and heard behind the voice."""

import io
import wave
from collections.abc import AsyncIterator
from dataclasses import dataclass

import numpy as np
import pytest
import pytest_asyncio
from fastapi import FastAPI, Request
from fastapi.responses import Response

from mia.voice.engine.pipeline.sound.background import RATE, Background
from mia.voice.engine.pipeline.sound.decoding import NoSound, decoded
from mia.voice.media.background_sounds import MOST_BYTES, BackgroundSounds
from mia.voice.messages.client import MessageClient, NotSent
from mia.voice.messages.reach import Reach
from tests.fakes.phones.voice import VoiceApi, assistant_body, listen, local_messages, serving


def tone(seconds: float, rate: int = 48_000, loud: int = 12_000, channels: int = 2) -> bytes:
    """A WAV file of a hum."""
    steps = np.arange(int(seconds * rate))
    hum = (np.sin(2 * np.pi * 220 * steps / rate) * loud).astype("<i2")
    file = io.BytesIO()
    with wave.open(file, "wb") as made:
        made.setnchannels(channels)
        made.setsampwidth(2)
        made.setframerate(rate)
        made.writeframes(np.repeat(hum, channels).tobytes())
    return file.getvalue()


@dataclass
class Site:
    """A website with sounds; ``asked`` counts requests."""

    url: str
    asked: int = 0

    async def answer(self, name: str, request: Request) -> Response:
        self.asked += 1
        bodies = {"hum.wav": tone(2), "page.html": b"<html>", "big.wav": b"RIFF" + bytes(MOST_BYTES)}
        return Response(bodies.get(name, b""), 200 if name in bodies else 404)


@pytest_asyncio.fixture
async def site() -> AsyncIterator[Site]:
    listener, url = listen()
    site, app = Site(url), FastAPI()
    app.add_api_route("/{name}", site.answer)
    async with serving(app, listener):
        yield site


async def test_a_sound_is_fetched_once_and_no_louder_than_an_office(site: Site) -> None:
    async with local_messages() as client:
        sounds = BackgroundSounds(client)
        load = sounds.of({"backgroundSound": f"{site.url}/hum.wav"})
        assert load is not None
        sound = await load()
        assert len(sound) == pytest.approx(2 * RATE, abs=2_000)
        assert 300 < float(np.sqrt((sound.astype(float) ** 2).mean())) <= 501
        await load()
        assert site.asked == 1
        assert sounds.of({"backgroundSound": "office"}) is None and sounds.of({}) is None


@pytest.mark.parametrize(
    ("name", "fault"), [("page.html", NoSound), ("missing.wav", NoSound), ("big.wav", NotSent)]
)
async def test_what_is_no_sound_is_not_played(site: Site, name: str, fault: type[Exception]) -> None:
    async with local_messages() as client:
        load = BackgroundSounds(client).of({"backgroundSound": f"{site.url}/{name}"})
        assert load is not None
        with pytest.raises(fault):
            await load()


async def test_a_sound_inside_the_network_is_not_fetched(site: Site) -> None:
    async with MessageClient(Reach()) as client:
        load = BackgroundSounds(client).of({"backgroundSound": f"{site.url}/hum.wav"})
        assert load is not None
        with pytest.raises(NotSent, match="address-refused"):
            await load()
    assert site.asked == 0


async def test_an_address_inside_the_network_is_refused_as_it_is_written(voice: VoiceApi) -> None:
    body = assistant_body(backgroundSound="http://169.254.169.254/latest")
    refused = await voice.http.post("/assistant", json=body)
    assert (refused.status_code, refused.json()["message"]) == (400, ["backgroundSound must be a public address"])
    kept = await voice.http.post("/assistant", json=body | {"backgroundSound": "https://sounds.example/a.mp3"})
    assert kept.status_code == 201
    assert (await voice.http.post("/assistant", json=body | {"backgroundSound": "rain"})).status_code == 400


@pytest.mark.parametrize(
    "content", [b"", b"RIFF", tone(0.2), tone(2)[:60], b"ID3" + bytes(100), b"OggS" + bytes(99)]
)
def test_a_broken_or_tiny_file_is_told(content: bytes) -> None:
    with pytest.raises(NoSound):
        decoded(content)


def test_a_long_file_is_cut_after_a_minute() -> None:
    assert len(decoded(tone(70, rate=8_000, channels=1))) == 60 * RATE


async def test_it_is_mixed_under_the_voice_once_it_is_there() -> None:
    async def load() -> "np.ndarray[tuple[int], np.dtype[np.int32]]":
        return np.full(RATE, 100, np.int32)

    background = Background(load)
    silence = bytes(960)
    assert background.mix(silence) == silence
    background._sound = await load()
    assert set(np.frombuffer(background.mix(silence), np.int16)) == {100}
