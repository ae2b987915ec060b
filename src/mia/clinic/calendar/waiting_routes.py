"""The waiting list, for staff."""

from dataclasses import replace
from datetime import date, datetime
from typing import Annotated

from fastapi import APIRouter
from pydantic import BaseModel, BeforeValidator

from mia.clinic.schedule import service as schedule
from mia.identity.guards import CurrentScope
from mia.identity.service import Permission, allows
from mia.platform.db.session import DatabaseDep
from mia.platform.http.out import IdOf, Out
from mia.platform.kernel.ids import decode

router = APIRouter()


class WaitingOut(Out):
    """Someone who waits for a visit between two days, as soon as possible without the first; ``phone`` is null for
    who may not read patients."""

    id: Annotated[str, IdOf("wtl")]
    since: datetime
    name: str
    phone: Annotated[str | None, BeforeValidator(lambda phone: phone or None)]
    service_id: Annotated[str, IdOf("svc")]
    service: str
    provider_id: Annotated[str, IdOf("prv")] | None
    provider: str | None
    wish: str
    from_day: date | None
    until_day: date


class WaitingListOut(BaseModel):
    """Everyone who waits, those who came first first."""

    items: list[WaitingOut]


@router.get("/waiting-list")
async def read_waiting_list(scope: CurrentScope, database: DatabaseDep) -> WaitingListOut:
    """Who would like to come when something becomes free."""
    in_full = allows(scope.role, Permission.READ_PATIENTS)
    async with database.clinic(scope) as session:
        waiting = await schedule.list_waiting(session)
    shown = waiting if in_full else [replace(one, phone="") for one in waiting]
    return WaitingListOut(items=[WaitingOut.of(one) for one in shown])


@router.delete("/waiting-list/{entry_id}", status_code=204)
async def leave_waiting_list(entry_id: str, scope: CurrentScope, database: DatabaseDep) -> None:
    """Take someone off the list."""
    async with database.clinic(scope) as session:
        await schedule.leave_waiting_list(session, decode("wtl", entry_id))
