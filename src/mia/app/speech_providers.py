"""Which providers of speech this installation may use, by its settings."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from mia.adapters.speech.cartesia import Cartesia
from mia.adapters.speech.deepgram import Deepgram
from mia.adapters.speech.elevenlabs import ElevenLabs
from mia.adapters.speech.openai import OpenAiSpeech
from mia.platform.kernel.settings import Settings
from mia.platform.kernel.settings_fields import Vendor
from mia.platform.kernel.vendors import may_reach
from mia.voice.engine.providers import SpeechProvider, SpeechProviders


def speech_providers(settings: Settings) -> SpeechProviders:
    """All of them, in production those that have signed an agreement (``MIA_BAA``). Each organization brings its
    own key."""
    providers: dict[str, SpeechProvider] = {}
    if may_reach(settings, Vendor.DEEPGRAM, settings.deepgram_url):
        providers["deepgram"] = Deepgram(settings.deepgram_url)
    if may_reach(settings, Vendor.ELEVENLABS, settings.elevenlabs_url):
        providers["11labs"] = ElevenLabs(settings.elevenlabs_url, forgetful=settings.is_production)
    if may_reach(settings, Vendor.OPENAI_SPEECH, settings.openai_speech_url):
        providers["openai"] = OpenAiSpeech(settings.openai_speech_url)
    if may_reach(settings, Vendor.CARTESIA, settings.cartesia_url):
        providers["cartesia"] = Cartesia(settings.cartesia_url)
    return providers


@asynccontextmanager
async def speech_connections(settings: Settings) -> AsyncIterator[SpeechProviders]:
    """The providers, until the block ends."""
    providers = speech_providers(settings)
    try:
        yield providers
    finally:
        for provider in providers.values():
            await provider.close()
