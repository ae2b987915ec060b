"""Client analytics over HTTP: of one's own clinic, and of the demo practice for any signed-in user."""

from datetime import date
from typing import Annotated

from fastapi import APIRouter, Query

from mia.clinic.insights import analytics
from mia.clinic.insights.analytics_schemas import AnalyticsOut
from mia.clinic.insights.windows import DateRange, Days
from mia.identity.guards import CurrentUser
from mia.identity.service import open_figures
from mia.platform.db.session import DatabaseDep
from mia.platform.kernel.errors import Invalid

router = APIRouter(prefix="/api", tags=["insights"])

Code = Annotated[str, Query(max_length=80, pattern="^[a-z0-9_]*$")]


@router.get("/client-analytics/{slug}")
async def read_client_analytics(
    slug: str,
    user: CurrentUser,
    database: DatabaseDep,
    range: DateRange = DateRange.MONTH,
    location: Code = "",
    service: Code = "",
    first: date | None = None,
    last: date | None = None,
) -> AnalyticsOut:
    """Figures and charts of full days up to yesterday, narrowed by location, service and date range, or by days of
    the reader's own (``first`` to ``last``) in place of the range."""
    scope = await open_figures(database, user, slug)
    async with database.clinic(scope) as session:
        practice, services = await analytics.read_choices(session)
        narrowing = analytics.narrowing_of(practice, services, location, service)
        found = await analytics.read_analytics(session, _span(range, first, last), narrowing, practice)
        return AnalyticsOut.of(slug, found, services)


def _span(range: DateRange, first: date | None, last: date | None) -> DateRange | Days:
    if first is None and last is None:
        return range
    if first is None or last is None:
        missing = "first" if first is None else "last"
        raise Invalid("Choose a first and a last day", fields={missing: "A day"})
    return Days(first, last)
