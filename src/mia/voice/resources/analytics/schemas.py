"""Queries over calls on the wire (hosted ``AnalyticsQueryDTO``)."""

from typing import Annotated, Literal
from zoneinfo import available_timezones

from pydantic import AfterValidator, Field

from mia.platform.kernel.bounds import LooseInstant
from mia.voice.wire import WireModel


def _known_zone(name: str) -> str:
    if name not in available_timezones():
        raise ValueError("no time zone")
    return name


Zone = Annotated[str, Field(max_length=60), AfterValidator(_known_zone)]
Group = Literal["type", "assistantId", "endedReason", "analysis.successEvaluation", "status"]
Column = Literal[
    "id",
    "cost",
    "costBreakdown.llm",
    "costBreakdown.stt",
    "costBreakdown.tts",
    "costBreakdown.vapi",
    "costBreakdown.ttsCharacters",
    "costBreakdown.llmPromptTokens",
    "costBreakdown.llmCompletionTokens",
    "duration",
    "minutesUsed",
]


class TimeRange(WireModel):
    """Which calls, by when they were made: from ``start``, before ``end``. Each ``step`` of ``timezone`` is a group
    of its own."""

    step: (
        Literal[
            "second",
            "minute",
            "hour",
            "day",
            "week",
            "month",
            "quarter",
            "year",
            "decade",
            "century",
            "millennium",
        ]
        | None
    ) = None
    start: LooseInstant | None = None
    end: LooseInstant | None = None
    timezone: Zone = "UTC"


class Operation(WireModel):
    """What is made of a column; only ``count`` is made of ``id``. The result is called ``alias``."""

    operation: Literal["sum", "avg", "count", "min", "max"]
    column: Column
    alias: str | None = Field(None, min_length=1, max_length=40)

    @property
    def name(self) -> str:
        """What the result is called."""
        return self.alias or f"{self.operation}{self.column}"


class AnalyticsQuery(WireModel):
    """A question about calls."""

    table: Literal["call"]
    name: str = Field(min_length=1, max_length=40)
    group_by: Group | Annotated[list[Group], Field(max_length=4)] | None = None
    time_range: TimeRange = Field(default_factory=TimeRange)
    operations: list[Operation] = Field(min_length=1, max_length=20)

    @property
    def groups(self) -> list[Group]:
        """The columns that are grouped by, each once."""
        given = [self.group_by] if isinstance(self.group_by, str) else self.group_by or []
        return list(dict.fromkeys(given))


class AnalyticsRequest(WireModel):
    """Several questions at once."""

    queries: list[AnalyticsQuery] = Field(min_length=1, max_length=10)
