"""Which language models this installation has, by its settings."""

from mia.kernel.settings import Settings
from mia.voice.engine.language.receptionist import embedded_receptionist
from mia.voice.engine.language.receptionist import prewarm as prewarm_receptionist
from mia.voice.language_models import EMBEDDED, LanguageModelFactory, LanguageModels

__all__ = ["build_language_models", "prewarm_receptionist"]


def build_language_models(settings: Settings) -> LanguageModels:
    """The embedded receptionist, and a provider's model when its settings are there."""
    receptionist = embedded_receptionist()
    factories: dict[str, LanguageModelFactory] = {EMBEDDED: lambda _brief: receptionist}
    if settings.openai_base_url and settings.openai_model:
        # A provider's client library is heavy: it is loaded where a provider is configured only.
        from mia.voice.engine.language.openai_chat import OpenAiChat, OpenAiSettings

        key = settings.openai_api_key.get_secret_value() if settings.openai_api_key else ""
        chat = OpenAiChat(OpenAiSettings(settings.openai_base_url, key, settings.openai_model))
        factories |= {"openai": lambda _brief: chat, "custom-llm": lambda _brief: chat}
    return LanguageModels(factories)
