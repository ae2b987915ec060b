"""JSON of the platform's support in a practice."""

from datetime import datetime
from typing import Annotated

from pydantic import AliasPath, BaseModel, ConfigDict, Field, StringConstraints

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


class SupportRequestIn(BaseModel):
    """What someone writes to support. ``key`` is made by the browser for one message, which is sent once."""

    model_config = ConfigDict(extra="forbid")

    key: str = Field(pattern=r"^[A-Za-z0-9_-]{8,64}$")
    message: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=4000)]


class SupportVisitsOut(BaseModel):
    items: list[SupportVisitOut]
