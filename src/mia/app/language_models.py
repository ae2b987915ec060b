"""Which language models this installation has, by its settings."""

from typing import TYPE_CHECKING

from mia.app.speech_providers import speech_providers
from mia.platform.kernel.settings import Settings
from mia.platform.kernel.settings_fields import Vendor
from mia.platform.kernel.vendors import may_carry_phi
from mia.receptionist.announcement import PROVIDER, Announcement
from mia.receptionist.receptionist import embedded_receptionist
from mia.receptionist.receptionist import prewarm as prewarm_receptionist
from mia.voice.language_models import EMBEDDED, PROVIDED, LanguageModelFactory, LanguageModels

if TYPE_CHECKING:
    from mia.voice.media.engine import CallEngine

__all__ = ["build_language_models", "embedded_receptionist", "load_media_engine", "prewarm_receptionist"]

OPENAI_URL = "https://api.openai.com/v1"
"""OpenAI's public endpoint, used unless ``OPENAI_BASE_URL`` names another."""


def build_language_models(settings: Settings) -> LanguageModels:
    """The embedded receptionist, and a provider's model when its settings are there.

    Where the provider may not see patients' data, no conversation begins with it, and the embedded receptionist
    goes on with those that have.
    """
    receptionist = embedded_receptionist()
    announcement = Announcement()
    factories: dict[str, LanguageModelFactory] = {
        EMBEDDED: lambda _brief: receptionist,
        PROVIDER: lambda _brief: announcement,
    }
    if settings.openai_model and not may_carry_phi(settings, Vendor.OPENAI):
        stand_ins = dict.fromkeys(PROVIDED, factories[EMBEDDED])
        return LanguageModels(factories, nearest=receptionist.nearest, stand_ins=stand_ins)
    if settings.openai_model:
        # A provider's client library is heavy: it is loaded where a provider is configured only.
        from mia.adapters.openai_chat import OpenAiChat, OpenAiSettings
        from mia.receptionist.guard.guarded_model import GuardedModel

        # A server of one's own may want no key; the client library insists on one.
        key = settings.openai_api_key.get_secret_value() if settings.openai_api_key else "unused"
        # OpenAI has renamed the bound of an answer; servers that are compatible with it know the old name.
        url, limit = settings.openai_base_url, "max_tokens" if settings.openai_base_url else "max_completion_tokens"
        chat = OpenAiChat(OpenAiSettings(url or OPENAI_URL, key, settings.openai_model, token_limit=limit))
        guarded = GuardedModel(chat, receptionist)
        factories |= dict.fromkeys(PROVIDED, lambda _brief: guarded)
        return LanguageModels(factories, chat, receptionist.nearest)
    return LanguageModels(factories, nearest=receptionist.nearest)


async def load_media_engine(settings: Settings) -> "CallEngine":
    """A media worker's engine, together with who leads its conversations."""
    # Speech and media libraries are heavy: only a media process loads them.
    from mia.voice.media.assembly import load_engine

    providers = speech_providers(settings)
    return await load_engine(settings, build_language_models(settings), prewarm_receptionist, providers)
