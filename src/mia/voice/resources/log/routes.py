"""``/log`` and ``/logs``; only the organization itself and its admins clear them."""

from typing import Annotated

from fastapi import APIRouter, Query

from mia.voice.auth.guards import AdminSessionDep, OrgSessionDep
from mia.voice.resources.log import service
from mia.voice.resources.log.schemas import CallLogQuery, CallLogs, LogFilter, LogQuery
from mia.voice.wire import Json

router = APIRouter(tags=["log"])


@router.get("/log")
async def read_call_logs(query: Annotated[CallLogQuery, Query()], session: OrgSessionDep) -> Json:
    return await service.read_calls(session, query)


@router.delete("/log")
async def clear_call_logs(query: Annotated[CallLogs, Query()], session: AdminSessionDep) -> None:
    await service.clear_call(session, query.call_id)


@router.get("/logs")
async def read_logs(query: Annotated[LogQuery, Query()], session: OrgSessionDep) -> Json:
    return await service.read_all(session, query)


@router.delete("/logs")
async def clear_logs(query: Annotated[LogFilter, Query()], session: AdminSessionDep) -> None:
    await service.clear(session, query)
