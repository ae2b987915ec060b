"""JSON of error reports."""

from datetime import datetime
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from mia.clinic.error_reports.service import ErrorReport


class BrowserErrorIn(BaseModel):
    """What a page saw go wrong. Of all this only names of our code are kept."""

    model_config = ConfigDict(extra="forbid")

    kind: Annotated[str, Field(max_length=80)]
    path: Annotated[str, Field(max_length=2000)]
    message: Annotated[str, Field(max_length=2000)] = ""
    stack: Annotated[str, Field(max_length=20_000)] = ""


class ErrorReportOut(BaseModel):
    """One kind of error at one place. ``where`` is ``module:line, METHOD /route/{template}``."""

    id: str
    source: str
    kind: str
    where: str
    count: int
    first_at: datetime
    last_at: datetime
    correlation_id: str | None

    @classmethod
    def of(cls, report: ErrorReport) -> "ErrorReportOut":
        return cls(
            id=str(report.id),
            source=report.source,
            kind=report.kind,
            where=report.place,
            count=report.count,
            first_at=report.first_at,
            last_at=report.last_at,
            correlation_id=report.correlation_id,
        )


class ErrorReportsOut(BaseModel):
    """Newest first."""

    items: list[ErrorReportOut]
