"""Why a time cannot be had, on the wire."""

from datetime import datetime

from pydantic import BaseModel

from mia.clinic.schedule.service import Alternative, Obstacle, ObstacleKind
from mia.platform.kernel.ids import encode


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


class AlternativeOut(BaseModel):
    """A time that is free instead."""

    starts_at: datetime
    provider_id: str
    provider: str
    room_id: str
    room: str
    location: str

    @classmethod
    def of(cls, alternative: Alternative) -> "AlternativeOut":
        return cls(
            starts_at=alternative.slot.starts_at,
            provider_id=encode("prv", alternative.slot.provider_id),
            provider=alternative.provider,
            room_id=encode("rom", alternative.slot.room_id),
            room=alternative.room,
            location=alternative.location,
        )


class NotFreeOut(BaseModel):
    """The problem document of a time that cannot be had. ``waivable``: sending ``outside_hours`` would do it."""

    type: str
    title: str
    status: int
    detail: str
    retryable: bool
    waivable: bool
    obstacles: list[ObstacleOut]
    alternatives: list[AlternativeOut]
