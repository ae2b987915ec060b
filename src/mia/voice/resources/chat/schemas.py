"""A chat on the wire (hosted ``CreateChatDTO``)."""

from typing import Annotated
from uuid import UUID

from pydantic import Field

from mia.voice.resources.assistant.schemas import AssistantBody, AssistantOverrides
from mia.voice.resources.session.schemas import ChatMessage
from mia.voice.wire import PageQuery, WireModel


class CreateChat(WireModel):
    """Something written to an assistant: on its own, in a session, or after an earlier chat."""

    input: Annotated[str, Field(max_length=10_000)] | Annotated[list[ChatMessage], Field(max_length=200)]
    name: str | None = Field(None, max_length=40)
    assistant_id: UUID | None = None
    assistant: AssistantBody | None = None
    assistant_overrides: AssistantOverrides | None = None
    session_id: UUID | None = None
    previous_chat_id: UUID | None = None
    stream: bool = False


class ChatListQuery(PageQuery):
    """Filters of ``GET /chat``."""

    assistant_id: UUID | None = None
    workflow_id: str | None = None
    session_id: UUID | None = None
