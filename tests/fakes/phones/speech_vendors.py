"""Providers of speech on the wire, by their published protocols. They speak and hear with the embedded models, so
that what comes back is real sound and real words."""

import io
import wave
from collections import deque
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.responses import JSONResponse, StreamingResponse

from mia.voice.engine.ports import Speech
from tests.fakes.phones.voice import listen, serving

Json = dict[str, Any]
KEY = "s3cret-key-of-the-organization"
VENDORS = ("deepgram", "11labs", "openai", "cartesia")
SETTINGS = {
    "deepgram": "MIA_DEEPGRAM_URL",
    "11labs": "MIA_ELEVENLABS_URL",
    "openai": "MIA_OPENAI_SPEECH_URL",
    "cartesia": "MIA_CARTESIA_URL",
}


@dataclass(frozen=True)
class Asked:
    """A request as it arrived."""

    method: str
    path: str
    query: Sequence[tuple[str, str]]
    proof: str
    body: bytes
    content_type: str
    version: str


@dataclass
class SpeechVendors:
    """All four. ``fail`` holds the statuses of the next answers; ``cut`` breaks off the next sound half-way."""

    speech: Speech
    urls: dict[str, str] = field(default_factory=dict)
    asked: list[Asked] = field(default_factory=list)
    fail: deque[int] = field(default_factory=deque)
    cut: bool = False

    @property
    def settings(self) -> dict[str, str]:
        """Where they are, as settings."""
        return {SETTINGS[name]: url for name, url in self.urls.items()}

    async def note(self, request: Request) -> Response | None:
        """Write a request down; the refusal, if it is refused."""
        headers = request.headers
        proof = headers.get("xi-api-key") or headers.get("authorization", "").partition(" ")[2]
        self.asked.append(
            Asked(
                request.method,
                request.url.path,
                sorted(request.query_params.multi_items()),
                headers.get("xi-api-key") or headers.get("authorization", ""),
                await request.body(),
                headers.get("content-type", "").partition(";")[0],
                headers.get("cartesia-version", ""),
            )
        )
        if self.fail:
            return JSONResponse({"error": "told to fail"}, self.fail.popleft())
        return None if proof == KEY else JSONResponse({"error": "who are you"}, 401)

    async def say(self, request: Request, text: str, speed: float) -> Response:
        """Sound in odd pieces, as networks cut it."""
        refused = await self.note(request)
        if refused is not None:
            return refused
        pcm = b"".join([part async for part in self.speech.synthesizer.synthesize(text, speed)])

        async def pieces() -> AsyncIterator[bytes]:
            for at in range(0, len(pcm), 4001):
                if self.cut and at:
                    self.cut = False
                    raise ConnectionAbortedError
                yield pcm[at : at + 4001]

        return StreamingResponse(pieces(), media_type="application/octet-stream")

    async def hear(self, sound: bytes) -> str:
        """The words in a WAV file."""
        with wave.open(io.BytesIO(sound)) as file:
            assert (file.getnchannels(), file.getsampwidth()) == (1, 2)
            pcm, rate = file.readframes(file.getnframes()), file.getframerate()
        return (await self.speech.transcriber.transcribe(pcm, rate)).text


def _deepgram(vendors: SpeechVendors) -> FastAPI:
    app = FastAPI()

    async def speak(request: Request) -> Response:
        query = request.query_params
        assert (query["encoding"], query["container"], query["sample_rate"]) == ("linear16", "none", "24000")
        return await vendors.say(request, (await request.json())["text"], float(query.get("speed", 1)))

    async def listen_(request: Request) -> Response:
        if refused := await vendors.note(request):
            return refused
        alternative = {"transcript": await vendors.hear(await request.body()), "confidence": 0.99, "words": []}
        found = {"channels": [{"alternatives": [alternative]}]}
        return JSONResponse({"metadata": {"request_id": "r"}, "results": found})

    async def models(request: Request) -> Response:
        told = {"accent": "American", "tags": ["feminine", "smooth"], "sample": "https://static.example/t.wav"}
        voice = {"name": "thalia", "canonical_name": "aura-2-thalia-en", "architecture": "aura-2",
                 "languages": ["en", "en-US"], "version": "1", "uuid": "u", "metadata": told}  # fmt: skip
        return await vendors.note(request) or JSONResponse({"stt": [], "tts": [voice]})

    app.add_api_route("/v1/speak", speak, methods=["POST"])
    app.add_api_route("/v1/listen", listen_, methods=["POST"])
    app.add_api_route("/v1/models", models)
    return app


def _elevenlabs(vendors: SpeechVendors) -> FastAPI:
    app = FastAPI()
    labels = {"accent": "american", "gender": "female", "language": "en"}

    async def speak(request: Request) -> Response:
        assert request.query_params["output_format"] == "pcm_24000"
        body = await request.json()
        return await vendors.say(request, body["text"], (body.get("voice_settings") or {}).get("speed", 1))

    async def voices(request: Request) -> Response:
        last = "next_page_token" in request.query_params
        voice = {"voice_id": f"voice{2 if last else 1}", "name": "Bella" if last else "Rachel", "labels": labels}
        page: Json = {"voices": [voice], "has_more": not last, "total_count": 2}
        return await vendors.note(request) or JSONResponse(page | ({} if last else {"next_page_token": "two"}))

    async def shared(request: Request) -> Response:
        voice = {"public_owner_id": "owner1", "voice_id": "shared1", "name": "Sunny", "date_unix": 1, **labels,
                 "age": "young", "descriptive": "warm", "use_case": "calls", "category": "professional",
                 "usage_character_count_1y": 1, "usage_character_count_7d": 1, "free_users_allowed": True,
                 "play_api_usage_character_count_1y": 1, "cloned_by_count": 1}  # fmt: skip
        return await vendors.note(request) or JSONResponse({"voices": [voice], "has_more": False})

    async def made(request: Request) -> Response:
        if refused := await vendors.note(request):
            return refused
        return JSONResponse({"voice_id": f"own{len(vendors.asked)}", "requires_verification": False})

    app.add_api_route("/v1/text-to-speech/{id}/stream", speak, methods=["POST"])
    app.add_api_route("/v2/voices", voices)
    app.add_api_route("/v1/shared-voices", shared)
    app.add_api_route("/v1/voices/add/{owner}/{id}", made, methods=["POST"])
    app.add_api_route("/v1/voices/add", made, methods=["POST"])
    return app


def _openai(vendors: SpeechVendors) -> FastAPI:
    app = FastAPI()

    async def speak(request: Request) -> Response:
        body = await request.json()
        assert body["response_format"] == "pcm"
        return await vendors.say(request, body["input"], body.get("speed", 1))

    async def transcribe(request: Request) -> Response:
        if refused := await vendors.note(request):
            return refused
        async with request.form() as form:
            sound = form["file"]
            assert not isinstance(sound, str)
            return JSONResponse({"text": await vendors.hear(await sound.read())})

    app.add_api_route("/audio/speech", speak, methods=["POST"])
    app.add_api_route("/audio/transcriptions", transcribe, methods=["POST"])
    return app


def _cartesia(vendors: SpeechVendors) -> FastAPI:
    app = FastAPI()

    async def speak(request: Request) -> Response:
        body = await request.json()
        assert body["output_format"] == {"container": "raw", "encoding": "pcm_s16le", "sample_rate": 24000}
        speed = (body.get("generation_config") or {}).get("speed", 1)
        return await vendors.say(request, body["transcript"], speed)

    async def voices(request: Request) -> Response:
        after = request.query_params.get("starting_after")
        voice: Json = {"id": "sonic2" if after else "sonic1", "name": "Brooke" if after else "Katie",
                 "description": "Friendly", "language": "en", "gender": "feminine", "accent": "southern-us",
                 "access": "public", "created_at": "2026-01-01T00:00:00Z", "is_owner": False, "locales": [],
                 "tagline": "", "visibility": "all"}  # fmt: skip
        page = {"data": [] if after == "sonic2" else [voice], "has_more": after is None}
        return await vendors.note(request) or JSONResponse(page)

    app.add_api_route("/tts/bytes", speak, methods=["POST"])
    app.add_api_route("/voices", voices)
    return app


@asynccontextmanager
async def speech_vendors(speech: Speech) -> AsyncIterator[SpeechVendors]:
    """All four on free ports of this machine."""
    vendors = SpeechVendors(speech)
    apps = {"deepgram": _deepgram, "11labs": _elevenlabs, "openai": _openai, "cartesia": _cartesia}
    async with AsyncExitStack() as stack:
        for name, build in apps.items():
            listener, url = listen()
            await stack.enter_async_context(serving(build(vendors), listener))
            vendors.urls[name] = url
        yield vendors
