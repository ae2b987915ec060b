"""JSON of error reports."""

from datetime import datetime
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from mia.platform.http.out import Out, ShownUuid


class BrowserErrorIn(BaseModel):
    """What a page saw go wrong. Of all this only names of our code are kept."""

    model_config = ConfigDict(extra="forbid")

    kind: Annotated[str, Field(max_length=80)]
    path: Annotated[str, Field(max_length=2000)]
    message: Annotated[str, Field(max_length=2000)] = ""
    stack: Annotated[str, Field(max_length=20_000)] = ""


class ErrorReportOut(Out):
    """One kind of error at one place. ``where`` is ``module:line, METHOD /route/{template}``."""

    id: ShownUuid
    source: str
    kind: str
    where: str = Field(validation_alias="place")
    count: int
    first_at: datetime
    last_at: datetime
    correlation_id: str | None


class ErrorReportsOut(BaseModel):
    """Newest first."""

    items: list[ErrorReportOut]
