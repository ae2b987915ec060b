"""Changes to settings. Each carries the ``version`` that was read, so that no change overwrites another."""

from typing import Annotated, Generic, Literal

from pydantic import BaseModel, ConfigDict, Field

from mia.clinic.consent.service import TextKind
from mia.clinic.settings.values import (
    ClosureValue,
    ContactValue,
    FactValue,
    LocationValue,
    MiaValue,
    PracticeValue,
    ProviderValue,
    RecallValue,
    RetentionValue,
    RoomValue,
    ServiceValue,
    V,
    Version,
    WebsitesValue,
)


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class _Part(_Body, Generic[V]):
    version: Version
    value: V


class _Item(_Body, Generic[V]):
    version: Version = ""
    value: V


class PracticeIn(_Part[PracticeValue]):
    section: Literal["practice"]


class ContactIn(_Part[ContactValue]):
    section: Literal["contact"]


class MiaIn(_Part[MiaValue]):
    section: Literal["mia"]


class RetentionIn(_Part[RetentionValue]):
    section: Literal["retention"]


class WebsitesIn(_Part[WebsitesValue]):
    section: Literal["websites"]


SectionIn = Annotated[PracticeIn | ContactIn | MiaIn | RetentionIn | WebsitesIn, Field(discriminator="section")]
"""A part as it is to stand."""


class LocationIn(_Item[LocationValue]):
    kind: Literal["location"]


class ClosureIn(_Item[ClosureValue]):
    kind: Literal["closure"]


class ProviderIn(_Item[ProviderValue]):
    kind: Literal["provider"]


class RoomIn(_Item[RoomValue]):
    kind: Literal["room"]


class ServiceIn(_Item[ServiceValue]):
    kind: Literal["service"]


class FactIn(_Item[FactValue]):
    kind: Literal["fact"]


ItemIn = Annotated[LocationIn | ClosureIn | ProviderIn | RoomIn | ServiceIn | FactIn, Field(discriminator="kind")]
"""One of several as it is to stand; something new has no version."""


class StatusIn(_Body):
    """``retired``: no longer offered. ``active``: offered (again), also after a removal."""

    status: Literal["active", "retired"]


class RecallIn(_Body):
    """A family's rule as it is to stand."""

    family: Annotated[str, Field(max_length=120)]
    version: Version
    value: RecallValue


class RecallResetIn(_Body):
    """The family whose rule goes back to what the reference says."""

    family: Annotated[str, Field(max_length=120)]
    version: Version


class ConsentTextIn(_Body):
    """New words after version ``seen``."""

    kind: TextKind
    words: Annotated[str, Field(max_length=2000)]
    seen: int = Field(ge=0, le=100_000)


class ServicesIn(_Body):
    """Services to add at once."""

    services: Annotated[list[ServiceValue], Field(min_length=1, max_length=60)]
