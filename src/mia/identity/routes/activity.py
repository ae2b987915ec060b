"""The activity log of a clinic, for its owner."""

from fastapi import APIRouter
from fastapi.responses import StreamingResponse

from mia.identity import activity
from mia.identity.guards import CurrentScope
from mia.identity.schemas.activity import LogFiltersIn, LogPageOut, LogSearchIn
from mia.platform.db.session import DatabaseDep

router = APIRouter(prefix="/api/clinics/{slug}/audit", tags=["activity log"])


@router.post("/search")
async def search_log(body: LogSearchIn, scope: CurrentScope, database: DatabaseDep) -> LogPageOut:
    """A page of what people and Mia did in the clinic, readings of patient data included."""
    return LogPageOut.of(await activity.search_log(database, scope, body.search(body.cursor, body.limit)))


@router.post(
    "/export",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/csv": {}}}},
)
async def export_log(body: LogFiltersIn, scope: CurrentScope, database: DatabaseDep) -> StreamingResponse:
    """The same lines as a file for a spreadsheet."""
    return StreamingResponse(
        activity.export_log(database, scope, body.search()),
        media_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": 'attachment; filename="activity-log.csv"'},
    )
