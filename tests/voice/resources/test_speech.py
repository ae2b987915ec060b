"""``POST /speech``: how a voice says a few words, from a media worker's own model."""

import io
import wave

import pytest

from mia.platform.db.session import Database
from mia.platform.kernel.settings import Settings
from tests.fakes.phones.media import media_worker
from tests.fakes.phones.voice import VoiceApi


async def test_words_come_back_as_sound(voice: VoiceApi, database: Database, settings: Settings) -> None:
    async with media_worker(database, settings):
        said = [{"type": "exact", "key": "Reyes", "value": "RAY-ess", "replaceAllEnabled": True}]
        plan = {"provider": "mia", "speed": 1.2, "chunkPlan": {"formatPlan": {"replacements": said}}}
        for body in ({"text": "Dr. Reyes"}, {"text": "Dr. Reyes", "voice": plan}):
            answer = await voice.http.post("/speech", json=body)
            assert (answer.status_code, answer.headers["content-type"]) == (200, "audio/wav"), answer.text
            with wave.open(io.BytesIO(answer.content)) as sound:
                assert sound.getnframes() > 0 and sound.getsampwidth() == 2


@pytest.mark.parametrize(
    "body", [{"text": " "}, {"text": "x" * 301}, {"text": "Hi", "voice": {"provider": "11labs"}}]
)
async def test_what_is_too_long_or_no_words_is_refused(voice: VoiceApi, body: dict[str, object]) -> None:
    assert (await voice.http.post("/speech", json=body)).status_code == 400


async def test_without_a_media_worker_it_is_to_be_tried_again(voice: VoiceApi) -> None:
    assert (await voice.http.post("/speech", json={"text": "Dr. Reyes"})).status_code == 503
