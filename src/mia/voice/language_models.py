"""Which language model answers for an assistant, by ``assistant.model.provider``."""

from collections.abc import Callable, Mapping

from mia.platform.conversation.ports import Brief, LanguageModel
from mia.voice.http import BadRequest

LanguageModelFactory = Callable[[Brief], LanguageModel]

EMBEDDED = "mia"


class LanguageModels:
    """The language models this process can run, a factory for each provider name."""

    def __init__(self, factories: Mapping[str, LanguageModelFactory]) -> None:
        self._factories = dict(factories)

    def choose(self, brief: Brief) -> LanguageModel:
        """The model the brief asks for, the embedded one when it asks for none.

        :class:`BadRequest` names a provider that is not available here.
        """
        provider = brief.model.get("provider") or EMBEDDED
        factory = self._factories.get(provider)
        if factory is None:
            raise BadRequest(f"model.provider must be one of the following values: {', '.join(self._factories)}")
        return factory(brief)
