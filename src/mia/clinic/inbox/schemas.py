"""The inbox on the wire."""

from dataclasses import asdict
from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from mia.clinic.inbox.service import (
    Activity,
    ActivityDetail,
    ActivityPage,
    ActivitySearch,
    ActivityStatus,
    Channel,
    RecordingAnswer,
    Task,
)
from mia.platform.kernel.ids import encode


class ActivitySearchIn(BaseModel):
    """What to list. A patient's name stands in the body, never in a URL."""

    model_config = ConfigDict(extra="forbid")

    patient: str | None = Field(None, max_length=120)
    sort: Literal["timestamp", "status"] = "timestamp"
    direction: Literal["asc", "desc"] = "desc"
    limit: int = Field(50, ge=1, le=100)
    cursor: str | None = Field(None, max_length=400)

    def search(self) -> ActivitySearch:
        return ActivitySearch(self.patient, self.sort, self.direction, self.limit, self.cursor)


class ActivityOut(BaseModel):
    """A line of the history."""

    id: str
    patient_name: str
    action_type: Literal["Call", "Message"]
    status: ActivityStatus
    timestamp: datetime
    outcome: str
    channel: Channel
    sample: bool
    has_transcript: bool
    value_cents: int | None

    @classmethod
    def of(cls, activity: Activity) -> "ActivityOut":
        return cls.model_validate(_line(activity))


class ActivityPageOut(BaseModel):
    """A page of the history; ``next_cursor`` is null on the last."""

    items: list[ActivityOut]
    next_cursor: str | None

    @classmethod
    def of(cls, page: ActivityPage) -> "ActivityPageOut":
        return cls(items=[ActivityOut.of(item) for item in page.items], next_cursor=page.next_cursor)


class LineOut(BaseModel):
    """One thing said."""

    role: Literal["user", "assistant"]
    text: str
    at_seconds: float


class RecordingOut(BaseModel):
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
        return cls.model_validate(
            {
                **_line(detail.activity),
                "summary": detail.summary,
                "duration_seconds": detail.duration_seconds,
                "ended_reason": detail.ended_reason,
                "transcript": [
                    {"role": line.role, "text": line.text, "at_seconds": line.at_seconds}
                    for line in detail.transcript
                ],
                "recording": asdict(detail.recording),
            }
        )


class TaskOut(BaseModel):
    """Something for staff to do."""

    id: str
    kind: Literal["call_back", "emergency", "follow_up"]
    title: str
    detail: str
    created_at: datetime
    completed_at: datetime | None
    phone: str | None
    lead_id: str | None

    @classmethod
    def of(cls, task: Task) -> "TaskOut":
        return cls(
            id=encode("tsk", task.id),
            kind=task.kind.value,
            title=task.title,
            detail=task.detail,
            created_at=task.created_at,
            completed_at=task.completed_at,
            phone=task.phone,
            lead_id=encode("led", task.lead_id) if task.lead_id else None,
        )


class TasksOut(BaseModel):
    """What is to be done, emergencies first."""

    items: list[TaskOut]


def _line(activity: Activity) -> dict[str, object]:
    return {
        "id": encode("act", activity.id),
        "patient_name": activity.patient_name,
        "action_type": activity.action_type,
        "status": activity.status,
        "timestamp": activity.occurred_at,
        "outcome": activity.outcome,
        "channel": activity.channel,
        "sample": activity.sample,
        "has_transcript": activity.has_transcript,
        "value_cents": activity.value_cents,
    }
