"""The tasks of a clinic."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query

from mia.clinic.inbox.queue import service
from mia.clinic.inbox.queue.queries import Wanted
from mia.clinic.inbox.queue.schemas import (
    Kind,
    Status,
    TaskChangeIn,
    TaskContextOut,
    TaskCountsOut,
    TaskOut,
    TaskOwnerOut,
    TasksOut,
)
from mia.identity.guards import CurrentScope
from mia.platform.db.session import DatabaseDep
from mia.platform.kernel.ids import decode

router = APIRouter(prefix="/api/clinics/{slug}/tasks", tags=["inbox"])

Owner = Annotated[str | None, Query(max_length=40, pattern=r"^(none|usr_[a-z0-9]+)$")]
UNOWNED = "none"
"""Stands in the filter for tasks that no one has."""


@router.get("")
async def list_tasks(
    scope: CurrentScope,
    database: DatabaseDep,
    status: Status = "open",
    kind: Kind | None = None,
    owner: Owner = None,
    due: Literal["overdue"] | None = None,
) -> TasksOut:
    """The queue, emergencies first, then by due time; done ones by when they were done."""
    wanted = Wanted(
        status=status,
        kind=kind,
        owner_id=decode("usr", owner) if owner and owner != UNOWNED else None,
        unowned=owner == UNOWNED,
        overdue=due == "overdue",
    )
    async with database.clinic(scope) as session:
        tasks = await service.list_tasks(session, wanted)
        return TasksOut(items=[TaskOut.of(task) for task in tasks])


@router.get("/counts")
async def count_tasks(scope: CurrentScope, database: DatabaseDep) -> TaskCountsOut:
    """How much there is to do, for badges."""
    async with database.clinic(scope) as session:
        return TaskCountsOut.of(await service.count_tasks(session))


@router.get("/owners")
async def list_owners(scope: CurrentScope, database: DatabaseDep) -> list[TaskOwnerOut]:
    """The team, by name."""
    return [TaskOwnerOut.of(owner) for owner in await service.list_owners(database, scope)]


@router.get("/{task_id}")
async def read_task(task_id: str, scope: CurrentScope, database: DatabaseDep) -> TaskContextOut:
    """One task with what it is about; each reading is audited."""
    async with database.clinic(scope) as session:
        return TaskContextOut.of(await service.get_task(session, decode("tsk", task_id)))


@router.patch("/{task_id}")
async def change_task(task_id: str, body: TaskChangeIn, scope: CurrentScope, database: DatabaseDep) -> TaskOut:
    """Give it an owner or a due time, or put it off. 409 for an emergency that is to be put off."""
    await service.check_owner(database, scope, body.owner())
    async with database.clinic(scope) as session:
        return TaskOut.of(await service.change_task(session, decode("tsk", task_id), body.values()))


@router.post("/{task_id}/complete", status_code=204)
async def complete_task(task_id: str, scope: CurrentScope, database: DatabaseDep) -> None:
    """Mark as done; again is no error."""
    async with database.clinic(scope) as session:
        await service.complete_task(session, decode("tsk", task_id))


@router.post("/{task_id}/reopen", status_code=204)
async def reopen_task(task_id: str, scope: CurrentScope, database: DatabaseDep) -> None:
    """To be done after all; again is no error. 409 when its conversation has asked for the same since."""
    async with database.clinic(scope) as session:
        await service.reopen_task(session, decode("tsk", task_id))
