"""A call on the wire (hosted ``CreateWebCallDTO``, ``UpdateCallDTO``)."""

from typing import Literal
from uuid import UUID

from pydantic import Field

from mia.platform.kernel.bounds import LooseInstant
from mia.voice.resources.assistant.schemas import AssistantBody, AssistantOverrides
from mia.voice.wire import Json, ListQuery, WireModel


class WhoAnswers(WireModel):
    """Who answers. The squad and workflow of the hosted service are understood and not offered yet."""

    assistant_id: UUID | None = None
    assistant: AssistantBody | None = None
    assistant_overrides: AssistantOverrides | None = None
    squad_id: str | None = None
    squad: Json | None = None
    workflow_id: str | None = None
    workflow: Json | None = None
    workflow_overrides: Json | None = None


class CallerLimit(WireModel):
    """How many calls of one caller may hold a line at once, in all organizations. ``key`` names the caller, such as
    by a digest of their network address; it is kept as a digest only."""

    key: str = Field(min_length=1, max_length=200)
    at_once: int = Field(ge=1, le=1000)


class CreateWebCall(WhoAnswers):
    """A call that a browser will join."""

    caller_limit: CallerLimit | None = None
    room_delete_on_user_leave_enabled: bool | None = None


class Customer(WireModel):
    """Who is called."""

    number: str | None = Field(None, max_length=40)
    number_e164_check_enabled: bool | None = None
    extension: str | None = Field(None, max_length=10)
    sip_uri: str | None = None
    name: str | None = Field(None, max_length=40)
    email: str | None = Field(None, max_length=40)
    external_id: str | None = Field(None, max_length=40)
    assistant_overrides: AssistantOverrides | None = None


class SchedulePlan(WireModel):
    """From when a call may be placed, and until when at the latest."""

    earliest_at: LooseInstant
    latest_at: LooseInstant | None = None


class CreateCall(WhoAnswers):
    """A call to a phone, or to several (hosted ``CreateOutboundCallDTO``). ``phone_number_id`` is
    the number that it leaves from. Stored customers are understood and not offered yet."""

    name: str | None = Field(None, max_length=40)
    customer: Customer | None = None
    customer_id: str | None = None
    customers: list[Customer] | None = Field(None, max_length=100)
    phone_number_id: UUID | None = None
    phone_number: Json | None = None
    schedule_plan: SchedulePlan | None = None
    transport: Json | None = None
    phone_call_provider_bypass_enabled: bool | None = None


class UpdateCall(WireModel):
    """What may be changed of a call."""

    name: str | None = Field(None, max_length=40)


class CallListQuery(ListQuery):
    """Filters of ``GET /call``."""

    id: UUID | None = None
    assistant_id: UUID | None = None
    phone_number_id: UUID | None = None


class Handset(WireModel):
    """What someone does with a phone that the sandbox plays. ``answer`` brings an offer."""

    action: Literal["answer", "decline", "voicemail", "ring-out"]
    sdp: str | None = Field(None, max_length=64_000)


class SessionDescription(WireModel):
    """An SDP offer or answer with all its candidates in it (there is no trickling)."""

    sdp: str = Field(max_length=64_000)
    type: Literal["offer", "answer"]
