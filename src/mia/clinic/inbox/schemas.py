"""The inbox on the wire."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from mia.clinic.inbox.service import (
    ActivityDetail,
    ActivitySearch,
    ActivityStatus,
    Channel,
    Reach,
    RecordingAnswer,
)
from mia.clinic.patients.service import Patient
from mia.platform.http.out import IdOf, Out
from mia.platform.kernel.ids import encode


class ActivitySearchIn(BaseModel):
    """What to list. A patient's name is in the body, never in a URL."""

    model_config = ConfigDict(extra="forbid")

    patient: str | None = Field(None, max_length=120)
    sort: Literal["timestamp", "status"] = "timestamp"
    direction: Literal["asc", "desc"] = "desc"
    limit: int = Field(50, ge=1, le=100)
    cursor: str | None = Field(None, max_length=400)

    def search(self) -> ActivitySearch:
        return ActivitySearch(self.patient, self.sort, self.direction, self.limit, self.cursor)


class ActivityOut(Out):
    """A line of the history."""

    id: Annotated[str, IdOf("act")]
    patient_name: str
    action_type: Literal["Call", "Message"]
    status: ActivityStatus
    timestamp: datetime = Field(validation_alias="occurred_at")
    outcome: str
    channel: Channel
    sample: bool
    has_transcript: bool
    value_cents: int | None


class ActivityPageOut(Out):
    """A page of the history; ``next_cursor`` is null on the last."""

    items: list[ActivityOut]
    next_cursor: str | None


class LineOut(Out):
    """One thing said."""

    role: Literal["user", "assistant"]
    text: str
    at_seconds: float


class RecordingOut(Out):
    """What the caller said to being recorded (null: was not asked), and whether the sound is there to be played."""

    answer: RecordingAnswer | None
    answered_at: datetime | None
    is_there: bool


class PersonOut(BaseModel):
    """How to reach whom a contact was with. ``thread_id``: the texts with them; ``no_text``: why staff can't text
    them."""

    patient_id: str
    phone: str | None
    thread_id: str | None
    no_text: str | None

    @classmethod
    def of(cls, patient: Patient, reach: Reach) -> "PersonOut":
        return cls(
            patient_id=encode("pat", patient.id),
            phone=patient.phone,
            thread_id=encode("thr", reach.thread_id) if reach.thread_id else None,
            no_text=reach.no_text,
        )


class ActivityDetailOut(ActivityOut):
    """A line of the history with its conversation, and the patient whose it is."""

    summary: str
    duration_seconds: int | None
    ended_reason: str | None
    transcript: list[LineOut]
    recording: RecordingOut
    person: PersonOut | None

    @classmethod
    def of_detail(cls, detail: ActivityDetail, person: PersonOut | None) -> "ActivityDetailOut":
        line = ActivityOut.of(detail.activity).model_dump() | {"person": person}
        told = {name: getattr(detail, name) for name in cls.model_fields if name not in line}
        return cls.model_validate(line | told)
