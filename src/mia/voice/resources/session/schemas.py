"""A session on the wire (hosted ``CreateSessionDTO``, ``UpdateSessionDTO``)."""

from typing import Literal
from uuid import UUID

from pydantic import Field

from mia.voice.resources.assistant.schemas import AssistantBody, AssistantOverrides
from mia.voice.resources.customers import Customer
from mia.voice.resources.squad.schemas import Squad
from mia.voice.resources.workflow.schemas import Workflow, WorkflowOverrides
from mia.voice.wire import Json, PageQuery, WireModel


class ChatMessage(WireModel):
    """A message in a written conversation."""

    role: Literal["system", "user", "assistant"]
    content: str = Field(max_length=10_000)
    name: str | None = Field(None, max_length=40)


class CreateSession(WireModel):
    """A conversation to begin. Without ``messages`` it begins with the assistant's first message; it ends when
    nothing happens for ``expiration_seconds``, or ten minutes."""

    name: str | None = Field(None, max_length=40)
    status: Literal["active", "completed"] | None = None
    expiration_seconds: int | None = Field(None, ge=60, le=2_592_000)
    assistant_id: UUID | None = None
    assistant: AssistantBody | None = None
    assistant_overrides: AssistantOverrides | None = None
    squad_id: UUID | None = None
    squad: Squad | None = None
    workflow_id: UUID | None = None
    workflow: Workflow | None = None
    workflow_overrides: WorkflowOverrides | None = None
    messages: list[ChatMessage] | None = Field(None, max_length=200)
    customer: Customer | None = None
    customer_id: str | None = None
    phone_number: Json | None = None
    phone_number_id: UUID | None = None


class UpdateSession(WireModel):
    """What may be changed. ``completed`` ends the conversation; its end-of-call report follows."""

    name: str | None = Field(None, max_length=40)
    status: Literal["active", "completed"] | None = None
    expiration_seconds: int | None = Field(None, ge=60, le=2_592_000)
    messages: list[ChatMessage] | None = Field(None, max_length=200)


class SessionListQuery(PageQuery):
    """Filters of ``GET /session``."""

    name: str | None = Field(None, max_length=40)
    assistant_id: UUID | None = None
    workflow_id: UUID | None = None
