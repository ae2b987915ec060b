"""JSON of the platform's support in a practice."""

from datetime import datetime

from pydantic import BaseModel

from mia.identity.people.support import SupportVisit
from mia.platform.kernel.ids import encode


class SupportVisitOut(BaseModel):
    """A time in which support may enter. ``ended_at``: when an owner ended it before its time."""

    id: str
    who: str
    reason: str
    role_label: str
    opened_at: datetime
    expires_at: datetime
    ended_at: datetime | None

    @classmethod
    def of(cls, visit: SupportVisit) -> "SupportVisitOut":
        return cls(
            id=encode("sup", visit.id),
            who=visit.who,
            reason=visit.reason,
            role_label=visit.role.label,
            opened_at=visit.opened_at,
            expires_at=visit.expires_at,
            ended_at=visit.ended_at,
        )


class SupportVisitsOut(BaseModel):
    items: list[SupportVisitOut]
