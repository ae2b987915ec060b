"""A call on the wire (hosted ``CreateWebCallDTO``, ``UpdateCallDTO``)."""

from typing import Literal
from uuid import UUID

from pydantic import Field

from mia.voice.resources.assistant.schemas import AssistantBody, AssistantOverrides
from mia.voice.wire import Json, ListQuery, WireModel


class CreateWebCall(WireModel):
    """Who answers. The squad and workflow of the hosted service are understood and not offered yet."""

    assistant_id: UUID | None = None
    assistant: AssistantBody | None = None
    assistant_overrides: AssistantOverrides | None = None
    squad_id: str | None = None
    squad: Json | None = None
    workflow_id: str | None = None
    workflow: Json | None = None
    workflow_overrides: Json | None = None
    room_delete_on_user_leave_enabled: bool | None = None


class UpdateCall(WireModel):
    """What may be changed of a call."""

    name: str | None = Field(None, max_length=40)


class CallListQuery(ListQuery):
    """Filters of ``GET /call``."""

    id: UUID | None = None
    assistant_id: UUID | None = None
    phone_number_id: UUID | None = None


class SessionDescription(WireModel):
    """An SDP offer or answer with all its candidates in it (there is no trickling)."""

    sdp: str = Field(max_length=100_000)
    type: Literal["offer", "answer"]
