"""A tool on the wire (hosted ``CreateToolDTO``, by ``type``), as a resource and within an assistant."""

from typing import Annotated, Any, Literal, Self
from uuid import UUID

from pydantic import Discriminator, Field, Tag, model_validator
from pydantic_core import PydanticCustomError

from mia.voice.resources.servers import BackoffPlan, HttpUrl, Server
from mia.voice.resources.tool.accounts.kinds import ACCOUNT_KINDS
from mia.voice.wire import Json, WireModel

_LARGEST_ID = 2**31 - 1
Kind = Literal[
    "function",
    "apiRequest",
    "query",
    "transferCall",
    "dtmf",
    "sms",
    "endCall",
    "gohighlevel.contact.get",
    "gohighlevel.contact.create",
    "gohighlevel.calendar.availability.check",
    "gohighlevel.calendar.event.create",
    "ghl",
    "google.calendar.availability.check",
    "google.calendar.event.create",
    "google.sheets.row.append",
    "slack.message.send",
    "make",
    "mcp",
]
"""The kinds that are served. ``bash``, ``computer`` and ``textEditor`` need a machine that a call does not have;
what ``output`` does is published nowhere."""

_COMMON = frozenset({"type", "function", "messages"})
_OWN: dict[str, frozenset[str]] = {
    "function": frozenset({"server", "async_"}),
    "apiRequest": frozenset(
        {"name", "description", "method", "url", "body", "headers", "timeout_seconds", "backoff_plan"}
    ),
    "query": frozenset({"knowledge_bases"}),
    "transferCall": frozenset({"destinations"}),
    "dtmf": frozenset(),
    "sms": frozenset({"metadata"}),
    "endCall": frozenset(),
    **dict.fromkeys(ACCOUNT_KINDS, frozenset({"name", "description"})),
    "make": frozenset({"name", "description", "metadata"}),
    "ghl": frozenset({"name", "description", "metadata"}),
    "mcp": frozenset({"server", "metadata", "tool_messages"}),
}
_OWN_METADATA: dict[str, frozenset[str]] = {
    "sms": frozenset({"from_"}),
    "make": frozenset({"scenario_id", "trigger_hook_id"}),
    "ghl": frozenset({"workflow_id", "location_id"}),
    "mcp": frozenset({"protocol"}),
}
_NEEDED: dict[str, tuple[str, ...]] = {
    "function": ("function",),
    "apiRequest": ("method", "url"),
    "query": ("knowledge_bases",),
    "transferCall": ("destinations",),
    "make": ("metadata",),
    "ghl": ("metadata",),
    "mcp": ("server",),
}


class ToolFunction(WireModel):
    """What a tool is called and takes; ``parameters`` is JSON Schema. With ``strict`` it runs only with arguments
    that fit."""

    name: str = Field(max_length=64)
    description: str | None = Field(None, max_length=1000)
    strict: bool | None = None
    parameters: Json | None = None


class ToolMessage(WireModel):
    """What is said around a tool: before it runs, while it takes long, and after it, instead of the model."""

    type: Literal["request-start", "request-complete", "request-failed", "request-response-delayed"]
    content: str = Field(min_length=1, max_length=1000)
    timing_milliseconds: float | None = Field(None, ge=100, le=120_000)

    @model_validator(mode="after")
    def _has_its_time(self) -> Self:
        if self.timing_milliseconds is not None and self.type != "request-response-delayed":
            raise _wrong(f"property timingMilliseconds should not exist in a message of type {self.type}")
        return self


class QueriedFiles(WireModel):
    """Files that a tool looks things up in. ``provider`` is understood; they are searched here."""

    provider: Literal["google", "mia"] | None = None
    name: str = Field(min_length=1, max_length=100)
    description: str = Field("", max_length=1000)
    file_ids: list[UUID] = Field(min_length=1, max_length=200)


class AssistantDestination(WireModel):
    """A member of the squad that a conversation is handed to, with all that was said. ``message`` is said before
    its first message."""

    type: Literal["assistant"] = "assistant"
    assistant_name: str = Field(min_length=1, max_length=40)
    description: str | None = Field(None, max_length=1000)
    message: str | None = Field(None, max_length=1000)
    transfer_mode: Literal["rolling-history"] | None = None


Spoken = Annotated[str, Field(min_length=1, max_length=1000)]
PhoneNumber = Annotated[str, Field(pattern=r"^\+[1-9][0-9]{6,14}$")]
"""E.164. What may be dialed of these is judged by ``dialing``."""


class FallbackPlan(WireModel):
    """What the caller is told when nobody takes the call; with ``end_call_enabled`` the call then ends. ``number``
    is ours: a phone that rings before that, in the same way."""

    message: Spoken
    end_call_enabled: bool = False
    number: PhoneNumber | None = None


class TransferPlan(WireModel):
    """How a caller is put through. Blind: the carrier does it, and who picks up hears the caller at once. Warm:
    the assistant calls first, says ``message`` or a summary, and connects the two; it rings ``dial_timeout``
    seconds."""

    mode: Literal["blind-transfer", "warm-transfer-say-message", "warm-transfer-say-summary"] = "blind-transfer"
    message: Spoken | None = None
    dial_timeout: int | None = Field(None, ge=5, le=60)
    fallback_plan: FallbackPlan | None = None

    @model_validator(mode="after")
    def _fits_its_mode(self) -> Self:
        if (self.message is not None) != (self.mode == "warm-transfer-say-message"):
            raise _wrong("message belongs to mode warm-transfer-say-message, which needs it")
        if self.mode == "blind-transfer" and self.fallback_plan is not None:
            raise _wrong("fallbackPlan needs a warm mode: after a blind transfer nobody is left to say it")
        return self


class NumberDestination(WireModel):
    """A phone that a phone call is forwarded to. ``message`` is said before; ``extension`` is keyed once someone
    answers; ``caller_id`` is a number of the organization."""

    type: Literal["number"]
    number: PhoneNumber
    number_e164_check_enabled: Literal[True] | None = Field(None, alias="numberE164CheckEnabled")
    extension: str | None = Field(None, pattern=r"^[0-9*#]{1,10}$")
    caller_id: PhoneNumber | None = None
    description: str | None = Field(None, max_length=1000)
    message: Spoken | None = None
    transfer_plan: TransferPlan | None = None


def _type_of(given: Any) -> str:
    """``assistant`` where none is written."""
    if isinstance(given, dict):
        return str(given.get("type", "assistant"))
    return str(getattr(given, "type", ""))


_NO_SUCH_TYPE = "type must be assistant or number: calls are handed on to nothing else"
Destination = Annotated[
    Annotated[AssistantDestination, Tag("assistant")] | Annotated[NumberDestination, Tag("number")],
    Discriminator(_type_of, "told", "{says}", {"says": _NO_SUCH_TYPE}),
]


class ToolMetadata(WireModel):
    """Where a tool works. Texts: which number of the organization they leave from, if not the one that the call is
    held on. At Make: the scenario that is run, or the webhook that begins one. At GoHighLevel: the workflow that a
    contact is added to."""

    from_: PhoneNumber | None = Field(None, alias="from")
    scenario_id: int | None = Field(None, ge=1, le=_LARGEST_ID)
    trigger_hook_id: int | None = Field(None, ge=1, le=_LARGEST_ID)
    workflow_id: str | None = Field(None, min_length=1, max_length=100)
    location_id: str | None = Field(None, min_length=1, max_length=100)
    protocol: Literal["shttp"] | None = None


class OfferedToolMessages(WireModel):
    """What is said around one of the tools that a server offers, in place of what stands in ``messages``."""

    name: str = Field(min_length=1, max_length=200)
    messages: list[ToolMessage] | None = Field(None, max_length=20)


class ToolProperties(WireModel):
    """Every property that tools of some kind have."""

    function: ToolFunction | None = None
    messages: list[ToolMessage] | None = Field(None, max_length=20)
    server: Server | None = None
    async_: bool | None = Field(None, alias="async")
    name: str | None = Field(None, min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")
    description: str | None = Field(None, max_length=1000)
    knowledge_bases: list[QueriedFiles] | None = Field(None, min_length=1, max_length=20)
    destinations: list[Destination] | None = Field(None, min_length=1, max_length=50)
    metadata: ToolMetadata | None = None
    tool_messages: list[OfferedToolMessages] | None = Field(None, max_length=100)
    method: Literal["GET", "POST"] | None = None
    url: HttpUrl | None = None
    body: Json | None = None
    headers: Json | None = None
    timeout_seconds: float | None = Field(None, ge=1, le=300)
    backoff_plan: BackoffPlan | None = None


class Tool(ToolProperties):
    """A whole tool: what its kind needs, and nothing of another kind."""

    type: Kind

    @model_validator(mode="after")
    def _fits_its_kind(self) -> Self:
        for name in sorted(self.model_fields_set - _COMMON - _OWN[self.type]):
            if getattr(self, name) is not None:
                raise _wrong(f"property {_alias(name)} should not exist in a tool of type {self.type}")
        for name in _NEEDED.get(self.type, ()):
            if getattr(self, name) is None:
                raise _wrong(f"{_alias(name)} should not be empty in a tool of type {self.type}")
        self._require_place()
        return self

    def _require_place(self) -> None:
        """``metadata`` says where a tool works that needs to know, and nothing of another kind."""
        told = self.metadata
        named = {name for name in told.model_fields_set if getattr(told, name) is not None} if told else set()
        for name in sorted(named - _OWN_METADATA.get(self.type, frozenset())):
            alias = ToolMetadata.model_fields[name].alias or name
            raise _wrong(f"property metadata.{alias} should not exist in a tool of type {self.type}")
        if self.type == "make" and len(named) != 1:
            raise _wrong("metadata must name either scenarioId or triggerHookId in a tool of type make")
        if self.type == "ghl" and "workflow_id" not in named:
            raise _wrong("metadata.workflowId should not be empty in a tool of type ghl")
        if self.type == "mcp" and not (self.server and self.server.url):
            raise _wrong("server.url should not be empty in a tool of type mcp")


class UpdateTool(ToolProperties):
    """What changes of a tool; it is checked whole."""

    type: Kind | None = None


def _alias(name: str) -> str:
    return ToolProperties.model_fields[name].alias or name


def _wrong(says: str) -> PydanticCustomError:
    return PydanticCustomError("told", "{says}", {"says": says})
