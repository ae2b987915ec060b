"""``POST /speech``."""

from datetime import timedelta

from fastapi import APIRouter, Response

from mia.identity import throttle
from mia.identity.throttle import Limit
from mia.voice.auth.guards import PrivateScope
from mia.voice.resources.speech.schemas import SpeechBody
from mia.voice.services import ServicesDep

router = APIRouter(tags=["speech"])
SPEECHES = Limit("voice-speech", timedelta(hours=1), per_subject=600)
"""What one token has said in an hour."""


@router.post("/speech", response_class=Response, responses={200: {"content": {"audio/wav": {}}}})
async def speak(body: SpeechBody, scope: PrivateScope, services: ServicesDep) -> Response:
    """The words as they sound in a call, as a WAV file. Nothing is kept."""
    await throttle.check(services.database, SPEECHES, "", scope.actor)
    return Response(await services.media.speech(body.given()), media_type="audio/wav")
