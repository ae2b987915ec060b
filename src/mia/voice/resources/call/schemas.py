"""A call on the wire (hosted ``CreateWebCallDTO``, ``UpdateCallDTO``)."""

from typing import Annotated, Literal, Self
from uuid import UUID

from pydantic import Field, model_validator

from mia.platform.kernel.bounds import LooseInstant
from mia.voice.resources.assistant.schemas import AssistantBody, AssistantOverrides
from mia.voice.resources.customers import Customer
from mia.voice.resources.squad.schemas import Squad
from mia.voice.resources.workflow.schemas import Workflow, WorkflowOverrides
from mia.voice.wire import Json, ListQuery, PageQuery, WireModel


class WhoAnswers(WireModel):
    """Who answers: an assistant, a squad or a workflow."""

    assistant_id: UUID | None = None
    assistant: AssistantBody | None = None
    assistant_overrides: AssistantOverrides | None = None
    squad_id: UUID | None = None
    squad: Squad | None = None
    workflow_id: UUID | None = None
    workflow: Workflow | None = None
    workflow_overrides: WorkflowOverrides | None = None


class CallerLimit(WireModel):
    """How many calls of one caller may hold a line at once, in all organizations. ``key`` names the caller, such as
    by a digest of their network address; it is kept as a digest only."""

    key: str = Field(min_length=1, max_length=200)
    at_once: int = Field(ge=1, le=1000)


class WebTransport(WireModel):
    """How a browser joins: by an address of ours, or in a room at Daily."""

    provider: Literal["mia.webrtc", "daily"]


class CreateWebCall(WhoAnswers):
    """A call that a browser will join. Without ``transport`` in a room at Daily where that is set. A caller who has
    left does not come back to the same call."""

    caller_limit: CallerLimit | None = None
    transport: WebTransport | None = None
    room_delete_on_user_leave_enabled: Literal[True] | None = None


class SchedulePlan(WireModel):
    """From when a call may be placed, and until when at the latest."""

    earliest_at: LooseInstant
    latest_at: LooseInstant | None = None


class AudioFormat(WireModel):
    """How sound is written: ``pcm_s16le`` at 16 kHz, or ``mulaw`` at 8 kHz; one channel."""

    format: Literal["pcm_s16le", "mulaw"] = "pcm_s16le"
    container: Literal["raw"] = "raw"
    sample_rate: int = Field(default=16_000, ge=8_000, le=16_000)

    @model_validator(mode="after")
    def _goes_together(self) -> Self:
        if self.sample_rate != (16_000 if self.format == "pcm_s16le" else 8_000):
            raise ValueError("pcm_s16le has 16000 samples a second, mulaw 8000")
        return self


class WebsocketTransport(WireModel):
    """A call that a program joins at an address of its own."""

    provider: Literal["vapi.websocket"]
    audio_format: AudioFormat = AudioFormat()


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
    transport: WebsocketTransport | None = None
    phone_call_provider_bypass_enabled: bool | None = None


class UpdateCall(WireModel):
    """What may be changed of a call."""

    name: str | None = Field(None, max_length=40)


class CallListQuery(ListQuery):
    """Filters of ``GET /call``."""

    id: UUID | None = None
    assistant_id: UUID | None = None
    phone_number_id: UUID | None = None


Cost = Annotated[float, Field(ge=0, le=1_000_000)]
"""US dollars."""


class CallPageQuery(PageQuery):
    """Filters of ``GET /v2/call``. Those from ``number`` on are the customer's; ``assistant_overrides`` are a JSON
    object."""

    id: UUID | None = None
    id_any: list[UUID] | None = Field(None, max_length=1000)
    assistant_id: UUID | None = None
    phone_number_id: UUID | None = None
    cost: Cost | None = None
    cost_le: Cost | None = None
    cost_ge: Cost | None = None
    success_evaluation: str | None = Field(None, max_length=1000)
    ended_reason: str | None = Field(None, max_length=1000)
    number: str | None = Field(None, max_length=40)
    number_e164_check_enabled: bool | None = None
    extension: str | None = Field(None, max_length=10)
    sip_uri: str | None = Field(None, max_length=1000)
    name: str | None = Field(None, max_length=40)
    email: str | None = Field(None, max_length=40)
    external_id: str | None = Field(None, max_length=40)
    assistant_overrides: str | None = Field(None, max_length=10_000)


Column = Literal[
    "id", "assistantId", "squadId", "customerId", "customerName", "customerNumber", "customerSipUri",
    "customerExtension", "phoneNumberId", "endedReason", "type", "duration", "startedAt", "endedAt", "transcript",
    "summary", "successEvaluation", "recordingUrl", "cost", "phoneCallProvider", "phoneCallProviderId", "createdAt",
    "updatedAt",
]  # fmt: skip


class CallExportQuery(CallPageQuery):
    """Which calls, and which columns in which order. The file is the answer: there is no job to wait for."""

    columns: list[Column] | None = Field(None, max_length=23)
    async_: bool = Field(False, alias="async")


class SessionDescription(WireModel):
    """An SDP offer or answer with all its candidates in it (there is no trickling)."""

    sdp: str = Field(max_length=64_000)
    type: Literal["offer", "answer"]
