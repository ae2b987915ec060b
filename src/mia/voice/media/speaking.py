"""Says a few words outside of a call: the media worker's end of ``/speech``."""

import io
import wave

from fastapi import Response

from mia.voice.media.engine import CallEngine
from mia.voice.media.speech import SpeechOfCall
from mia.voice.resources.speech.schemas import SpeechBody


async def speak(engine: CallEngine, body: SpeechBody) -> Response:
    """The words as a call would say them, as a WAV file."""
    given = body.given()
    assistant = {"voice": given["voice"]} if given.get("voice") else {}
    voice = SpeechOfCall(engine.speech, engine.providers, assistant).voice_of(assistant)
    speed = float((given.get("voice") or {}).get("speed") or 1.0)
    pcm = b"".join([piece async for piece in voice.synthesize(given["text"], speed)])
    file = io.BytesIO()
    with wave.open(file, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(voice.sample_rate)
        sound.writeframes(pcm)
    return Response(file.getvalue(), media_type="audio/wav")
