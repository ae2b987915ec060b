"""Puts a media worker's engine together from the embedded parts and the settings."""

import asyncio
import json
from collections.abc import Callable
from functools import partial
from typing import Any

from pydantic import TypeAdapter, ValidationError

from mia.platform.kernel.settings import Settings, SettingsError
from mia.platform.kernel.settings_fields import Vendor
from mia.platform.kernel.vendors import may_reach
from mia.voice.engine.pipeline.announcing import announce
from mia.voice.engine.pipeline.call import run_call
from mia.voice.engine.ports import Joined, MediaTransport, OfferNotUnderstood
from mia.voice.engine.providers import SpeechProviders
from mia.voice.engine.speech.embedded import prewarm as prewarm_speech
from mia.voice.engine.transports.mailbox import Mailbox
from mia.voice.engine.transports.turn import IceServer
from mia.voice.engine.transports.webrtc import OfferRefused, WebRtcTransport
from mia.voice.language_models import LanguageModels
from mia.voice.media.engine import CallEngine
from mia.voice.media.rooms.choice import rooms_of
from mia.voice.telephony.carriers import Carriers
from mia.voice.telephony.line import Line
from mia.voice.telephony.none import NoTelephony
from mia.voice.telephony.ports import Telephony
from mia.voice.telephony.sandbox import Join, SandboxTelephony
from mia.voice.telephony.twilio import TwilioTelephony
from mia.voice.telephony.vonage import VonageTelephony
from mia.voice.telephony.vonage_line import VonageLine

_ICE_SERVERS = TypeAdapter(list[dict[str, Any]])


async def load_engine(
    settings: Settings, models: LanguageModels, warm: Callable[[], object], providers: SpeechProviders
) -> CallEngine:
    """Load every model of a media worker, each run once before the first caller; ``warm`` does so for those
    that lead the conversations."""
    servers = read_ice_servers(settings.ice_servers)

    async def join(offer_sdp: str) -> Joined:
        transport = WebRtcTransport(servers, public_only=settings.is_exposed)
        try:
            return Joined(transport, await transport.answer(offer_sdp))
        except OfferRefused as refusal:
            raise OfferNotUnderstood(refusal.reason) from None

    telephony = _telephony(settings, join)
    speech, _ = await asyncio.gather(prewarm_speech(), asyncio.to_thread(warm))

    async def say(transport: MediaTransport, text: str) -> None:
        await announce(transport, text, speech.synthesizer)

    return CallEngine(speech, models, join, telephony, say, run_call, providers, rooms_of(settings))


def _telephony(settings: Settings, join: Join) -> Telephony:
    """The carrier that is set, else the sandbox's phones; none in production without. Beside it the carriers that
    organizations may bring numbers from."""
    line = Line.of(settings)
    twilio = TwilioTelephony(line, partial(Line.imported, settings))
    own = (
        twilio
        if line is not None
        else (NoTelephony() if settings.is_production else SandboxTelephony(join, Mailbox))
    )
    imported: dict[str, Telephony] = {}
    if may_reach(settings, Vendor.TWILIO, settings.twilio_api_url):
        imported["twilio"] = twilio
    if may_reach(settings, Vendor.VONAGE, settings.vonage_api_url):
        imported["vonage"] = VonageTelephony(partial(VonageLine.imported, settings))
    return Carriers(own, imported) if imported else own


def read_ice_servers(text: str) -> list[IceServer]:
    """``MIA_ICE_SERVERS``: a JSON list of ``RTCIceServer`` objects, one URL or several each; ``secret`` in place of
    ``username`` and ``credential`` makes short-lived ones."""
    if not text:
        return []
    try:
        entries = _ICE_SERVERS.validate_python(json.loads(text))
        return [
            IceServer(url, entry.get("username"), entry.get("credential"), entry.get("secret"))
            for entry in entries
            for url in ([entry["urls"]] if isinstance(entry["urls"], str) else entry["urls"])
        ]
    except (ValueError, ValidationError, KeyError, TypeError):
        raise SettingsError("Bad setting MIA_ICE_SERVERS: not a JSON list of RTCIceServer objects") from None
