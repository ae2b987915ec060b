"""The waiting list, for staff."""

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter
from pydantic import BaseModel

from mia.clinic.schedule import service as schedule
from mia.identity.guards import CurrentScope
from mia.identity.service import Permission, allows
from mia.platform.db.session import DatabaseDep
from mia.platform.http.out import IdOf, Out
from mia.platform.kernel.ids import decode, encode

router = APIRouter()


class WaitingOut(Out):
    """Someone who waits for a visit; ``phone`` is null for who may not read patients."""

    id: Annotated[str, IdOf("wtl")]
    since: datetime
    name: str
    phone: str | None
    service: str
    provider: str | None
    wish: str


class WaitingListOut(BaseModel):
    """Everyone who waits, those who came first first."""

    items: list[WaitingOut]


@router.get("/waiting-list")
async def read_waiting_list(scope: CurrentScope, database: DatabaseDep) -> WaitingListOut:
    """Who would like to come when something becomes free."""
    in_full = allows(scope.role, Permission.READ_PATIENTS)
    async with database.clinic(scope) as session:
        waiting = await schedule.list_waiting(session)
    items = [
        WaitingOut(
            id=encode("wtl", one.id),
            since=one.since,
            name=one.name,
            phone=one.phone if in_full else None,
            service=one.service,
            provider=one.provider,
            wish=one.wish,
        )
        for one in waiting
    ]
    return WaitingListOut(items=items)


@router.delete("/waiting-list/{entry_id}", status_code=204)
async def leave_waiting_list(entry_id: str, scope: CurrentScope, database: DatabaseDep) -> None:
    """Take someone off the list."""
    async with database.clinic(scope) as session:
        await schedule.leave_waiting_list(session, decode("wtl", entry_id))
