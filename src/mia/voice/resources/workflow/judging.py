"""What a conversation means for a workflow: which condition holds, what was learned, what a tool is to be given.

A model answers in a fixed form, which is checked; whatever does not fit it decides nothing.
"""

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import structlog
from jsonschema import Draft202012Validator

from mia.platform.conversation.ports import Brief, Message
from mia.voice.language_models import Analyst, LanguageModels, Nearest
from mia.voice.wire import Json, to_text

log = structlog.get_logger()

_SECONDS = 5.0
"""What one answer may take; then the conversation goes on as if nothing had been decided."""
_LONGEST_VALUE = 1_000
_CHOOSE = (
    "Decide which one of these conditions holds now, by the conversation and above all by what was said last. "
    'Answer with one JSON object, {"choice": n}: the number of the condition, or 0 when none certainly holds.\n'
)
_LEARN = (
    "Tell what the person has said in the conversation about what this JSON Schema asks for. Answer with one JSON "
    "object that has the properties that are known, and none that is not: "
)
_ARGUMENTS = (
    "The tool {name} is about to run ({about}). Answer with one JSON object, its arguments, by this JSON Schema "
    "and the conversation; leave out what is not known. Known besides: {known}. The schema: "
)


class Judge(Protocol):
    """Judges a conversation. Never raises: what cannot be told is not told. ``reads``: whether the model that it
    belongs to makes sentences of what a tool answers."""

    @property
    def reads(self) -> bool: ...

    async def choose(self, said: Sequence[Message], conditions: Sequence[str]) -> int | None:
        """The place of the condition that holds; ``None`` when none does."""
        ...

    async def learn(self, said: Sequence[Message], schema: Json) -> Json:
        """What was said of the properties of ``schema``."""
        ...

    async def arguments(self, said: Sequence[Message], tool: "Asked", known: Json) -> Json:
        """What a tool is given."""
        ...


@dataclass(frozen=True)
class Asked:
    """A tool that wants arguments by ``schema``."""

    name: str
    about: str
    schema: Mapping[str, Any]


def judge_for(brief: Brief, language_models: LanguageModels) -> Judge:
    """Who judges where the model of ``brief`` speaks: that model if it is a provider's, else the embedded one."""
    analyst = language_models.analyst_for(brief)
    return ByModel(analyst, brief) if analyst is not None else ByMeaning(language_models.nearest)


@dataclass(frozen=True)
class ByModel:
    """A provider's model judges."""

    analyst: Analyst
    brief: Brief
    reads: bool = True

    async def choose(self, said: Sequence[Message], conditions: Sequence[str]) -> int | None:
        listed = "\n".join(f"{number}. {text}" for number, text in enumerate(conditions, start=1))
        number = (await self._ask(said, _CHOOSE + listed)).get("choice")
        if type(number) is not int or not 1 <= number <= len(conditions):
            return None
        return number - 1

    async def learn(self, said: Sequence[Message], schema: Json) -> Json:
        return await self._ask(said, _LEARN + to_text(schema))

    async def arguments(self, said: Sequence[Message], tool: Asked, known: Json) -> Json:
        if not tool.schema.get("properties"):
            return {}
        asked = _ARGUMENTS.format(name=tool.name, about=tool.about, known=to_text(known))
        found = await self._ask(said, asked + to_text(dict(tool.schema)))
        return _known_arguments(tool, known) | found

    async def _ask(self, said: Sequence[Message], task: str) -> Json:
        try:
            async with asyncio.timeout(_SECONDS):
                text = await self.analyst.write(self.brief, [*_spoken(said), Message("system", task)])
            answer = json.loads(text)
        except Exception as fault:  # whatever a model does, the conversation goes on
            log.warning("workflow_not_judged", kind=type(fault).__name__)
            return {}
        return answer if isinstance(answer, dict) else {}


@dataclass(frozen=True)
class ByMeaning:
    """The embedded engine judges, by what the person's last words are like."""

    nearest: Nearest | None
    reads: bool = False

    async def choose(self, said: Sequence[Message], conditions: Sequence[str]) -> int | None:
        words = next((message.content for message in reversed(said) if message.role == "user"), "")
        return await self.nearest(words, conditions) if self.nearest and words else None

    async def learn(self, said: Sequence[Message], schema: Json) -> Json:
        found: Json = {}
        for name, variable in schema["properties"].items():
            values = variable.get("enum") or ()
            at = await self.choose(said, [str(value) for value in values])
            if at is not None:
                found[name] = values[at]
        return found

    async def arguments(self, said: Sequence[Message], tool: Asked, known: Json) -> Json:
        return _known_arguments(tool, known)


def fitting(schema: Json, found: Mapping[str, Any]) -> Json:
    """Of what was found, the properties of ``schema`` whose values are of their type and among their ``enum``."""
    kept: Json = {}
    for name, variable in schema["properties"].items():
        told = {key: variable[key] for key in ("type", "enum") if variable.get(key)} or {"type": "string"}
        value = found.get(name)
        if value is None or len(str(value)) > _LONGEST_VALUE:
            continue
        if Draft202012Validator({"type": "string", **told}).is_valid(value):
            kept[name] = value
    return kept


def _known_arguments(tool: Asked, known: Mapping[str, Any]) -> Json:
    names = tool.schema.get("properties") or {}
    return {name: value for name, value in known.items() if name in names}


def _spoken(said: Sequence[Message]) -> list[Message]:
    """The conversation as a model reads it that is not part of it: tools in words."""
    told = []
    for message in said:
        if message.role == "tool":
            told.append(Message("system", f"A tool answered: {message.content}"))
        elif message.content:
            told.append(Message(message.role, message.content))
    return told
