"""The inbox on the wire."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from mia.clinic.inbox.service import (
    ActivityDetail,
    ActivitySearch,
    ActivityStatus,
    Channel,
    RecordingAnswer,
)
from mia.platform.http.out import IdOf, Out


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


class ActivityDetailOut(ActivityOut):
    """A line of the history with its conversation."""

    summary: str
    duration_seconds: int | None
    ended_reason: str | None
    transcript: list[LineOut]
    recording: RecordingOut

    @classmethod
    def of_detail(cls, detail: ActivityDetail) -> "ActivityDetailOut":
        line = ActivityOut.of(detail.activity).model_dump()
        told = {name: getattr(detail, name) for name in cls.model_fields if name not in line}
        return cls.model_validate(line | told)
