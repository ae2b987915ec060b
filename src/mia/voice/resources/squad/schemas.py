"""A squad on the wire (hosted ``CreateSquadDTO``)."""

from typing import Self
from uuid import UUID

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from mia.voice.resources.assistant.schemas import AssistantBody, AssistantOverrides
from mia.voice.resources.tool.schemas import AssistantDestination
from mia.voice.wire import WireModel


class SquadMember(WireModel):
    """One of the assistants, stored or written here, and the members that it may hand on to, by their names."""

    assistant_id: UUID | None = None
    assistant: AssistantBody | None = None
    assistant_overrides: AssistantOverrides | None = None
    assistant_destinations: list[AssistantDestination] | None = Field(None, max_length=50)

    @model_validator(mode="after")
    def _is_one(self) -> Self:
        if (self.assistant_id is None) == (self.assistant is None):
            says = "needs either assistantId or assistant"
            raise PydanticCustomError("told", "{says}", {"says": says})
        return self


class UpdateSquad(WireModel):
    """What changes of a squad; it is checked whole."""

    name: str | None = Field(None, max_length=80)
    members: list[SquadMember] | None = Field(None, min_length=1, max_length=20)
    members_overrides: AssistantOverrides | None = None


class Squad(UpdateSquad):
    """A whole squad; its first member begins."""

    members: list[SquadMember] = Field(min_length=1, max_length=20)
