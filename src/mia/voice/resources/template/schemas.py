"""Templates on the wire (hosted ``CreateToolTemplateDTO``, ``UpdateToolTemplateDTO``)."""

from typing import Annotated, Literal

from pydantic import Field

from mia.voice.resources.tool.schemas import Tool
from mia.voice.wire import Json, ListQuery, WireModel

Visibility = Literal["public", "private"]
"""``private`` templates are not shown to viewers. No template is seen outside of its organization."""
Provider = Literal["function", "make", "gohighlevel"]
"""Whose tools a template can be of. Those of ``make`` and ``gohighlevel`` work in an account there."""
Text = Annotated[str, Field(max_length=200)]


class Collection(WireModel):
    """Which templates belong together. Those of type ``pinned`` are the first that a person is offered."""

    collection_type: Text | None = None
    collection_id: Text | None = None
    collection_name: Text | None = None


class CreateTemplate(WireModel):
    """A template. ``details`` is the tool as ``POST /tool`` takes it."""

    type: Literal["tool"]
    name: str | None = Field(None, min_length=1, max_length=40)
    provider: Provider = "function"
    details: Tool | None = None
    provider_details: Json | None = None
    metadata: Collection | None = None
    visibility: Visibility = "private"


class UpdateTemplate(WireModel):
    """What changes of a template."""

    type: Literal["tool"] | None = None
    name: str | None = Field(None, min_length=1, max_length=40)
    provider: Provider | None = None
    details: Tool | None = None
    provider_details: Json | None = None
    metadata: Collection | None = None
    visibility: Visibility | None = None


CreateTemplates = Annotated[list[CreateTemplate], Field(min_length=1, max_length=20)]


class TemplateQuery(ListQuery):
    """Which templates are listed."""

    collection_id: Text | None = None
    visibility: Visibility | None = None
    provider: Text | None = None
