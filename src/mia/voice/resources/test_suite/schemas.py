"""Test suites on the wire (hosted ``TestSuite``, ``TestSuiteTestChat``, ``TestSuiteRun``)."""

from typing import Annotated, Literal, Self
from uuid import UUID

from pydantic import AfterValidator, Field, model_validator
from pydantic_core import PydanticCustomError

from mia.voice.resources.assistant.schemas import AssistantBody, AssistantOverrides
from mia.voice.wire import Json, WireModel

MOST_TURNS = 50
"""Things that a tester says in one conversation at most."""
MOST_TESTS = 50
"""Of one suite."""
MOST_SPOKEN = 20
"""Things that a tester says in a spoken conversation at most: it lasts as long as it lasts."""
MOST_SPOKEN_ATTEMPTS = 20
"""Spoken conversations of one run."""


def _told(says: str) -> PydanticCustomError:
    return PydanticCustomError("told", "{says}", {"says": says})


def lines_of(script: str) -> list[str]:
    """What a tester without a language model says, one after the other: the lines of the script."""
    return [line.strip() for line in script.splitlines() if line.strip()]


def _speakable(script: str) -> str:
    if not 1 <= len(lines_of(script)) <= MOST_TURNS:
        raise _told(f"must have 1 to {MOST_TURNS} lines")
    return script


class TesterPlan(WireModel):
    """Who tests: an assistant, stored or written here. With a provider's model it plays the caller by the script,
    else it says the script's lines."""

    assistant_id: UUID | None = None
    assistant: AssistantBody | None = None
    assistant_overrides: AssistantOverrides | None = None

    @model_validator(mode="after")
    def _is_one(self) -> Self:
        if self.assistant_id is not None and self.assistant is not None:
            raise _told("takes only one of assistantId and assistant")
        changed = self.assistant_overrides.given() if self.assistant_overrides else {}
        if self.assistant_id is None and self.assistant is None and changed.keys() - {"variableValues"}:
            raise _told("assistantOverrides may hold only variableValues where no assistant tests")
        return self


class TargetPlan(WireModel):
    """Who is tested: an assistant, or the one that answers a number of the organization."""

    assistant_id: UUID | None = None
    phone_number_id: UUID | None = None
    phone_number: Json | None = None
    assistant_overrides: AssistantOverrides | None = None

    @model_validator(mode="after")
    def _can_be_tested(self) -> Self:
        if self.assistant_id is not None and self.phone_number_id is not None:
            raise _told("takes only one of assistantId and phoneNumberId")
        if self.phone_number is not None:
            raise _told("phoneNumber is not offered: tests call no phone")
        return self


class Suite(WireModel):
    """A whole suite, and what changes of one."""

    name: str | None = Field(None, max_length=80)
    phone_number_id: UUID | None = None
    tester_plan: TesterPlan | None = None
    target_plan: TargetPlan | None = None


class Scorer(WireModel):
    """Judges a conversation by a rubric: pass or fail."""

    type: Literal["ai"]
    rubric: str = Field(min_length=1, max_length=10_000)


Kind = Literal["chat", "voice"]
"""In writing, or spoken in a call."""
Script = Annotated[str, Field(max_length=10_000), AfterValidator(_speakable)]
Scorers = Annotated[list[Scorer], Field(min_length=1, max_length=10)]


class UpdateScenario(WireModel):
    """What changes of a test; it is checked whole."""

    name: str | None = Field(None, max_length=80)
    type: Kind | None = None
    script: Script | None = None
    scorers: Scorers | None = None
    num_attempts: int | None = Field(None, ge=1, le=10)


class Scenario(UpdateScenario):
    """A whole test."""

    type: Kind
    script: Script
    scorers: Scorers

    @model_validator(mode="after")
    def _is_short_enough_to_speak(self) -> Self:
        if self.type == "voice" and len(lines_of(self.script)) > MOST_SPOKEN:
            raise _told(f"script must have 1 to {MOST_SPOKEN} lines in a test of type voice")
        return self


class SuiteRun(WireModel):
    """A run to be made, and what changes of one."""

    name: str | None = Field(None, max_length=80)
