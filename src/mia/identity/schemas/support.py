"""JSON of the platform's support in a practice."""

from datetime import datetime
from typing import Annotated

from pydantic import AliasPath, BaseModel, Field

from mia.platform.http.out import IdOf, Out


class SupportVisitOut(Out):
    """A time in which support may enter. ``ended_at``: when an owner ended it before its time."""

    id: Annotated[str, IdOf("sup")]
    who: str
    reason: str
    role_label: str = Field(validation_alias=AliasPath("role", "label"))
    opened_at: datetime
    expires_at: datetime
    ended_at: datetime | None


class SupportVisitsOut(BaseModel):
    items: list[SupportVisitOut]
