"""A chat on the wire (hosted ``CreateChatDTO``, ``OpenAIResponsesRequest`` and their web kinds)."""

from typing import Annotated, Literal
from uuid import UUID

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from mia.voice.resources.assistant.schemas import AssistantBody, AssistantOverrides
from mia.voice.resources.customers import Person
from mia.voice.resources.session.schemas import ChatMessage
from mia.voice.resources.squad.schemas import Squad
from mia.voice.resources.workflow.schemas import Workflow, WorkflowOverrides
from mia.voice.wire import Json, PageQuery, WireModel

_MOST_AT_ONCE = 10_000
"""Characters that a stranger writes at once."""


class CreateChat(WireModel):
    """Something written to an assistant: on its own, in a session, or after an earlier chat."""

    input: Annotated[str, Field(max_length=10_000)] | Annotated[list[ChatMessage], Field(max_length=200)]
    name: str | None = Field(None, max_length=40)
    assistant_id: UUID | None = None
    assistant: AssistantBody | None = None
    assistant_overrides: AssistantOverrides | None = None
    squad_id: UUID | None = None
    squad: Squad | None = None
    workflow_id: UUID | None = None
    workflow: Workflow | None = None
    workflow_overrides: WorkflowOverrides | None = None
    session_id: UUID | None = None
    previous_chat_id: UUID | None = None
    stream: bool = False


class CreateResponse(CreateChat):
    """The same, streamed unless it says otherwise."""

    stream: bool = True


class WebMessage(WireModel):
    """What a stranger writes: they speak for no one else."""

    role: Literal["user"]
    content: str = Field(max_length=_MOST_AT_ONCE)
    name: str | None = Field(None, max_length=40)


class WebOverrides(WireModel):
    """What a stranger may change of an assistant: what stands for ``{{name}}`` in its texts."""

    variable_values: Json | None = None


def _together(given: str | list[WebMessage]) -> str | list[WebMessage]:
    if isinstance(given, list) and sum(len(message.content) for message in given) > _MOST_AT_ONCE:
        raise PydanticCustomError("more_than_10000_characters_together", "too long")
    return given


class CreateWebChat(WireModel):
    """Something that a stranger writes to a stored assistant, in a session that began this way."""

    assistant_id: UUID
    session_id: UUID | None = None
    assistant_overrides: WebOverrides | None = None
    customer: Person | None = None
    input: Annotated[
        Annotated[str, Field(max_length=_MOST_AT_ONCE)] | Annotated[list[WebMessage], Field(max_length=20)],
        AfterValidator(_together),
    ]
    stream: bool = False


class CreateWebResponse(CreateWebChat):
    """The same, streamed unless it says otherwise."""

    stream: bool = True


class ChatListQuery(PageQuery):
    """Filters of ``GET /chat``."""

    assistant_id: UUID | None = None
    workflow_id: UUID | None = None
    session_id: UUID | None = None
