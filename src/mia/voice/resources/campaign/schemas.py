"""A campaign on the wire (hosted ``CreateCampaignDTO``, ``UpdateCampaignDTO``)."""

from typing import Literal, Self
from uuid import UUID

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from mia.voice.resources.call.schemas import SchedulePlan
from mia.voice.resources.customers import Customer
from mia.voice.wire import PageQuery, WireModel

MOST_CONTACTS = 1000


class UpdateCampaign(WireModel):
    """What may be changed; ``status`` ends the campaign."""

    name: str | None = Field(None, min_length=1, max_length=80)
    assistant_id: UUID | None = None
    squad_id: UUID | None = None
    workflow_id: UUID | None = None
    phone_number_id: UUID | None = None
    schedule_plan: SchedulePlan | None = None
    status: Literal["ended"] | None = None

    @model_validator(mode="after")
    def _names_one(self) -> Self:
        if sum(id is not None for id in (self.assistant_id, self.squad_id, self.workflow_id)) > 1:
            raise _told("takes only one of assistantId, squadId and workflowId")
        return self


class Campaign(WireModel):
    """A campaign as it is kept, its contacts apart."""

    name: str = Field(min_length=1, max_length=80)
    assistant_id: UUID | None = None
    squad_id: UUID | None = None
    workflow_id: UUID | None = None
    phone_number_id: UUID
    schedule_plan: SchedulePlan | None = None

    @model_validator(mode="after")
    def _has_one(self) -> Self:
        if sum(id is not None for id in (self.assistant_id, self.squad_id, self.workflow_id)) != 1:
            raise _told("needs one of assistantId, squadId and workflowId")
        return self


class CreateCampaign(Campaign):
    """A campaign with the people to be called."""

    customers: list[Customer] = Field(min_length=1, max_length=MOST_CONTACTS)


class CampaignPageQuery(PageQuery):
    """Filters of ``GET /campaign/paginated``."""

    id: UUID | None = None
    status: Literal["scheduled", "in-progress", "ended"] | None = None


def _told(says: str) -> PydanticCustomError:
    return PydanticCustomError("told", "{says}", {"says": says})
