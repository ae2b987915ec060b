"""Call Logs on the wire."""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from mia.clinic.inbox.calls.service import CallSearch, Feedback
from mia.clinic.inbox.schemas import ActivityOut
from mia.clinic.inbox.service import ActivityStatus
from mia.platform.http.out import Out
from mia.platform.kernel.bounds import Day

LONGEST_REMARK = 2000


class CallSearchIn(BaseModel):
    """Which calls to list. A patient's name is in the body, never in a URL; days are the clinic's."""

    model_config = ConfigDict(extra="forbid")

    patient: str | None = Field(None, max_length=120)
    statuses: list[ActivityStatus] = Field([], max_length=len(ActivityStatus))
    since: Day | None = None
    until: Day | None = None
    verdict: Literal["up", "down"] | None = None
    limit: int = Field(25, ge=1, le=100)
    cursor: str | None = Field(None, max_length=400)

    def search(self) -> CallSearch:
        return CallSearch(
            patient=self.patient,
            statuses=tuple(self.statuses),
            since=self.since,
            until=self.until,
            verdict=self.verdict,
            limit=self.limit,
            cursor=self.cursor,
        )


class LoggedCallOut(Out):
    """A line of the call log; ``seconds`` is how long Mia talked."""

    activity: ActivityOut
    seconds: int
    verdict: Literal["up", "down"] | None


class LoggedCallPageOut(Out):
    """A page of calls; ``next_cursor`` is null on the last."""

    items: list[LoggedCallOut]
    next_cursor: str | None


class FeedbackIn(BaseModel):
    """A verdict with an optional remark; null takes it back."""

    model_config = ConfigDict(extra="forbid")

    verdict: Literal["up", "down"] | None
    remark: str = Field("", max_length=LONGEST_REMARK)

    @model_validator(mode="after")
    def _no_remark_on_nothing(self) -> "FeedbackIn":
        if self.verdict is None and self.remark:
            raise ValueError("A remark needs a verdict")
        return self


class FeedbackOut(BaseModel):
    """What was thought of a call; all null when no one has said."""

    verdict: Literal["up", "down"] | None = None
    remark: str | None = None
    given_at: datetime | None = None

    @classmethod
    def of(cls, feedback: Feedback | None) -> "FeedbackOut":
        if feedback is None:
            return cls()
        return cls(verdict=feedback.verdict, remark=feedback.remark, given_at=feedback.given_at)
