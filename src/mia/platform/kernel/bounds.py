"""Numbers and dates that a request may carry, small enough for every query made of them.

PostgreSQL's ``bigint`` and Python's ``datetime`` both end somewhere: an offset of page times limit, or midnight in
a clinic's zone, must still exist. Every page, limit and date of a route uses these types.
"""

from datetime import UTC, date, datetime
from typing import Annotated

from pydantic import AfterValidator, AwareDatetime, Field

_FIRST, _LAST = datetime(1900, 1, 1, tzinfo=UTC), datetime(2999, 12, 31, tzinfo=UTC)

PageNumber = Annotated[int, Field(ge=1, le=1_000_000)]
"""A page, counted from 1. With the largest limit (1,000) the offset stays far below ``bigint``."""

Instant = Annotated[AwareDatetime, Field(ge=_FIRST, le=_LAST)]
"""A moment with its zone."""

Day = Annotated[date, Field(ge=date(1901, 1, 1), le=date(2998, 12, 31))]
"""A calendar day; the instants around it exist in any zone."""


def _bounded(moment: datetime) -> datetime:
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    if not _FIRST <= aware <= _LAST:
        raise ValueError("outside the years 1900 to 2999")
    return aware


LooseInstant = Annotated[datetime, AfterValidator(_bounded)]
"""A moment; one without a zone is UTC."""
