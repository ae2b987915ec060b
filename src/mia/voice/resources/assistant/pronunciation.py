"""How a voice says what is written otherwise, on the wire (the hosted ``chunkPlan``)."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from mia.voice.wire import WireModel

Words = Annotated[str, Field(min_length=1, max_length=100, pattern=r"\S")]


class Replacement(WireModel):
    """Wherever the words ``key`` stand, in capitals or not, ``value`` is said."""

    type: Literal["exact"]
    key: Words
    value: Words
    replace_all_enabled: Literal[True] | None = None


class FormatPlan(WireModel):
    """What becomes of a text before it is said."""

    replacements: list[Replacement] = Field(max_length=200)


class ChunkPlan(WireModel):
    """How text is prepared for a voice."""

    format_plan: FormatPlan


def said_as(voice: Mapping[str, Any]) -> dict[str, str]:
    """What a voice says for what is written."""
    plan = (voice.get("chunkPlan") or {}).get("formatPlan") or {}
    return {each["key"].strip(): each["value"] for each in plan.get("replacements") or ()}
