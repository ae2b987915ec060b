"""Call & Message History and the tasks of a clinic."""

from typing import Literal

from fastapi import APIRouter

from mia.access.guards import CurrentScope
from mia.db.session import DatabaseDep
from mia.inbox import service
from mia.inbox.schemas import ActivityDetailOut, ActivityPageOut, ActivitySearchIn, TaskOut, TasksOut
from mia.kernel.ids import decode

router = APIRouter(prefix="/api/clinics/{slug}", tags=["inbox"])


@router.post("/activities/search")
async def search_activities(
    search: ActivitySearchIn,
    scope: CurrentScope,
    database: DatabaseDep,
) -> ActivityPageOut:
    """A page of the history. A search is a POST: names never stand in a URL."""
    async with database.clinic(scope) as session:
        return ActivityPageOut.of(await service.search_activities(session, search.search()))


@router.get("/activities/{activity_id}")
async def read_activity(
    activity_id: str,
    scope: CurrentScope,
    database: DatabaseDep,
) -> ActivityDetailOut:
    """One contact with its summary and transcript; each reading is audited."""
    async with database.clinic(scope) as session:
        detail = await service.get_activity(session, decode("act", activity_id))
        return ActivityDetailOut.of_detail(detail)


@router.get("/tasks")
async def list_tasks(
    scope: CurrentScope,
    database: DatabaseDep,
    status: Literal["open", "all"] = "open",
) -> TasksOut:
    """What is to be done, emergencies first."""
    async with database.clinic(scope) as session:
        tasks = await service.list_tasks(session, open_only=status == "open")
        return TasksOut(items=[TaskOut.of(task) for task in tasks])


@router.post("/tasks/{task_id}/complete", status_code=204)
async def complete_task(
    task_id: str,
    scope: CurrentScope,
    database: DatabaseDep,
) -> None:
    """Mark as done; again is no error."""
    async with database.clinic(scope) as session:
        await service.complete_task(session, decode("tsk", task_id))
