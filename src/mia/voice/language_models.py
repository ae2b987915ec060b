"""Which language model answers for an assistant, by ``assistant.model.provider``."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from mia.platform.conversation.ports import Brief, LanguageModel, Message
from mia.voice.http import BadRequest

LanguageModelFactory = Callable[[Brief], LanguageModel]

EMBEDDED = "mia"


PROVIDED = ("openai", "custom-llm")
"""Providers whose models read and write freely."""


class Analyst(Protocol):
    """A provider's model that answers one question about a conversation."""

    async def write(self, brief: Brief, messages: Sequence[Message]) -> str:
        """The answer, a JSON object as text; :class:`LanguageModelFault` when there is none."""
        ...


class LanguageModels:
    """The language models this process can run, a factory for each provider name; ``analyst`` where a provider's
    may see what patients say."""

    def __init__(self, factories: Mapping[str, LanguageModelFactory], analyst: Analyst | None = None) -> None:
        self._factories = dict(factories)
        self._analyst = analyst

    def analyst_for(self, brief: Brief) -> Analyst | None:
        """Who analyzes conversations of an assistant: none unless its own model is a provider's."""
        return self._analyst if brief.model.get("provider") in PROVIDED else None

    def choose(self, brief: Brief) -> LanguageModel:
        """The model the brief asks for, the embedded one when it asks for none.

        :class:`BadRequest` names a provider that is not available here.
        """
        provider = brief.model.get("provider") or EMBEDDED
        factory = self._factories.get(provider)
        if factory is None:
            raise BadRequest(f"model.provider must be one of the following values: {', '.join(self._factories)}")
        return factory(brief)
