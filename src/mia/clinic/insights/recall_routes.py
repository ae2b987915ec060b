"""The rebooking analytics over HTTP."""

from typing import Annotated

from fastapi import APIRouter, Query

from mia.clinic.insights.recall_schemas import RebookingAnalyticsOut
from mia.clinic.insights.recalls import read_rebooking
from mia.identity.guards import CurrentScope
from mia.platform.db.session import DatabaseDep

router = APIRouter(prefix="/api/clinics/{slug}", tags=["insights"])


@router.get("/rebooking-analytics")
async def read_rebooking_analytics(
    scope: CurrentScope, database: DatabaseDep, months: Annotated[int, Query(ge=1, le=12)] = 3
) -> RebookingAnalyticsOut:
    """Who is due, what that is worth, what contacts of the last ``months`` brought, and when patients were here."""
    async with database.clinic(scope) as session:
        return RebookingAnalyticsOut.of(await read_rebooking(session, months))
