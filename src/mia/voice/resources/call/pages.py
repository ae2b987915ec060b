"""``/v2/call``: calls in pages, as a file, and without what was said."""

from typing import Annotated

from fastapi import APIRouter, Query, Response

from mia.voice.auth.guards import OnlyReads, OrgSessionDep
from mia.voice.http import BadRequest
from mia.voice.resources.call import service
from mia.voice.resources.call.export import COLUMNS, MEDIA_TYPE, csv_of
from mia.voice.resources.call.monitor import without_addresses
from mia.voice.resources.call.schemas import CallExportQuery, CallPageQuery
from mia.voice.wire import Json, paged

router = APIRouter(prefix="/v2/call", tags=["call"])


@router.get("")
async def list_call_pages(
    query: Annotated[CallPageQuery, Query()], session: OrgSessionDep, only_reads: OnlyReads
) -> Json:
    calls, total = await service.list_call_page(session, query)
    return paged([without_addresses(call) for call in calls] if only_reads else calls, total, query)


@router.get("/metadata")
async def list_call_metadata(
    query: Annotated[CallPageQuery, Query()], session: OrgSessionDep, only_reads: OnlyReads
) -> Json:
    """The same calls without what was said in them, and without what their assistants were told."""
    calls, total = await service.list_call_metadata(session, query)
    return paged([without_addresses(call) for call in calls] if only_reads else calls, total, query)


@router.get("/export")
async def export_calls(query: Annotated[CallExportQuery, Query()], session: OrgSessionDep) -> Response:
    """A page of calls as CSV."""
    if query.async_:
        raise BadRequest("async must be false: the file is the answer.")
    calls, _ = await service.list_call_page(session, query)
    headers = {"Content-Disposition": 'attachment; filename="calls.csv"', "Cache-Control": "no-store"}
    return Response(csv_of(calls, query.columns or COLUMNS), media_type=MEDIA_TYPE, headers=headers)
