"""Which language model answers for an assistant, by ``assistant.model.provider``."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Protocol

from mia.platform.conversation.ports import Brief, LanguageModel, Message
from mia.voice.http import BadRequest

LanguageModelFactory = Callable[[Brief], LanguageModel]

EMBEDDED = "mia"


PROVIDED = ("openai", "custom-llm")
"""Providers whose models read and write freely."""


class Analyst(Protocol):
    """A provider's model that answers one question about a conversation."""

    async def write(
        self, brief: Brief, messages: Sequence[Message], *, tokens: int | None = None, seconds: float | None = None
    ) -> str:
        """The answer, a JSON object as text; :class:`LanguageModelFault` when there is none. It may have so many
        ``tokens`` and take so many ``seconds``, or as many as an answer in a conversation."""
        ...


Nearest = Callable[[str, Sequence[str]], Awaitable[int | None]]
"""Which of some texts what was said is like; ``None`` when it is like none of them, or like two."""


class LanguageModels:
    """The language models this process can run, a factory for each provider name; ``analyst`` where a provider's
    may see what patients say, ``nearest`` where the embedded engine tells what words mean. ``stand_ins`` go on with
    conversations that a provider's model began which may not be used any more; no new one begins with them."""

    def __init__(
        self,
        factories: Mapping[str, LanguageModelFactory],
        analyst: Analyst | None = None,
        nearest: Nearest | None = None,
        stand_ins: Mapping[str, LanguageModelFactory] | None = None,
    ) -> None:
        self._factories = dict(factories)
        self._stand_ins = dict(stand_ins or {})
        self._analyst = analyst
        self.nearest = nearest

    def analyst_for(self, brief: Brief) -> Analyst | None:
        """Who analyzes conversations of an assistant: none unless its own model is a provider's."""
        return self._analyst if brief.model.get("provider") in PROVIDED else None

    def choose(self, brief: Brief) -> LanguageModel:
        """The model the brief asks for, the embedded one when it asks for none; raises as :meth:`require`."""
        provider = brief.model.get("provider")
        return (self._stand_ins.get(provider or EMBEDDED) or self.require(provider))(brief)

    def require(self, provider: str | None) -> LanguageModelFactory:
        """A provider's models; :class:`BadRequest` names those that are available here when it is not."""
        factory = self._factories.get(provider or EMBEDDED)
        if factory is None:
            raise BadRequest(f"model.provider must be one of the following values: {', '.join(self._factories)}")
        return factory
