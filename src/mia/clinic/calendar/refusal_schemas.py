"""Why a time cannot be had, on the wire."""

from datetime import datetime
from typing import Annotated

from pydantic import AliasPath, BaseModel, Field

from mia.clinic.schedule.service import Obstacle, ObstacleKind
from mia.platform.http.out import IdOf, Out


class ObstacleOut(BaseModel):
    """One thing in the way; the interval is its own, where it has one."""

    kind: ObstacleKind
    detail: str
    starts_at: datetime | None
    ends_at: datetime | None

    @classmethod
    def of(cls, obstacle: Obstacle) -> "ObstacleOut":
        interval = obstacle.interval
        return cls(
            kind=obstacle.kind,
            detail=obstacle.detail,
            starts_at=interval.start if interval else None,
            ends_at=interval.end if interval else None,
        )


class AlternativeOut(Out):
    """A time that is free."""

    starts_at: datetime = Field(validation_alias=AliasPath("slot", "starts_at"))
    provider_id: Annotated[str, IdOf("prv")] = Field(validation_alias=AliasPath("slot", "provider_id"))
    provider: str
    room_id: Annotated[str, IdOf("rom")] = Field(validation_alias=AliasPath("slot", "room_id"))
    room: str
    location: str


class OpeningsOut(BaseModel):
    """Free times, the first first."""

    items: list[AlternativeOut]


class NotFreeOut(BaseModel):
    """The problem document of a time that cannot be had. ``waivable``: sending ``outside_hours`` would do it;
    ``overbookable``: sending ``overbook`` with it would, for this reader."""

    type: str
    title: str
    status: int
    detail: str
    retryable: bool
    waivable: bool
    overbookable: bool
    obstacles: list[ObstacleOut]
    alternatives: list[AlternativeOut]
