"""Cases to learn from, on the wire."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from mia.clinic.teaching.service import LONGEST_LINE, MOST_LINES, CaseBody, EvalCase, Said, Task
from mia.platform.http.out import Out
from mia.platform.kernel.ids import encode

_Words = Annotated[str, Field(min_length=1, max_length=200)]


class CaseLine(BaseModel):
    """A line of the conversation, with invented people."""

    model_config = ConfigDict(extra="forbid", from_attributes=True)

    role: Literal["user", "assistant"]
    text: Annotated[str, Field(min_length=1, max_length=LONGEST_LINE)]


class CaseValue(Out):
    """A case. ``should``: what should have happened. ``task``: someone has to get back to the caller. ``hears``,
    ``never``: words that Mia has to say, and must not say."""

    model_config = ConfigDict(extra="forbid", from_attributes=True, validate_by_name=True)

    should: Annotated[str, Field(min_length=1, max_length=2000)]
    lines: list[CaseLine] = Field(min_length=1, max_length=MOST_LINES)
    task: Task
    hears: list[_Words] = Field(max_length=10)
    never: list[_Words] = Field(max_length=10)

    def body(self) -> CaseBody:
        lines = tuple(Said(line.role, line.text) for line in self.lines)
        return CaseBody(self.should, lines, self.task, tuple(self.hears), tuple(self.never))


class CaseIn(BaseModel):
    """A case as it is to stand. ``reviewed``: nothing of a patient is left in it."""

    model_config = ConfigDict(extra="forbid")

    value: CaseValue
    reviewed: bool


class CaseOut(BaseModel):
    """A kept case."""

    id: str
    channel: str
    said_at: datetime
    reviewed: bool
    value: CaseValue


class CasesOut(BaseModel):
    """The kept cases, those to be reviewed first."""

    items: list[CaseOut]

    @classmethod
    def of_cases(cls, cases: Sequence[EvalCase]) -> "CasesOut":
        return cls(
            items=[
                CaseOut(
                    id=encode("evc", case.id),
                    channel=case.channel,
                    said_at=case.said_at,
                    reviewed=case.reviewed_at is not None,
                    value=CaseValue.of(case.body),
                )
                for case in cases
            ]
        )
