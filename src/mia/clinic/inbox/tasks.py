"""What is left for the people at the practice to do."""

from datetime import datetime
from enum import StrEnum
from uuid import UUID

from mia.clinic.inbox import queries
from mia.platform.db.session import ClinicSession
from mia.platform.jobs import service as jobs
from mia.platform.kernel.ids import new_id
from mia.platform.realtime import service as realtime

_MOST_LOOKED_AT = 200


class TaskKind(StrEnum):
    """Staff tasks; emergencies come first in every list."""

    CALL_BACK = "call_back"
    EMERGENCY = "emergency"
    FOLLOW_UP = "follow_up"


URGENT_TASK = "inbox.urgent_task"
"""A task that cannot wait was opened, or brought up to date: ``task_id``."""
TASK_DONE = "inbox.task_done"
"""A task is done: ``task_id``."""

_URGENT = frozenset({TaskKind.EMERGENCY})
"""What people are alerted of at once, at any hour."""
_TITLES = {
    TaskKind.CALL_BACK: "Call back",
    TaskKind.EMERGENCY: "Urgent: possible emergency",
    TaskKind.FOLLOW_UP: "Follow up",
}


async def open_task(
    session: ClinicSession,
    kind: TaskKind,
    detail: str,
    *,
    conversation_id: UUID | None = None,
    lead_id: UUID | None = None,
    phone: str | None = None,
    due_at: datetime | None = None,
) -> UUID:
    """Give staff something to do. A conversation has one open task of a kind, which a repeat brings up to date; the
    next request after that is done is a new task, which alerts people again if it is urgent. ``due_at`` is what was
    promised; a due time that the task has already stays."""
    values = {
        "title": _TITLES[kind],
        "detail_sealed": session.seal(detail),
        "phone_sealed": session.seal(phone) if phone else None,
        "lead_id": lead_id,
        "snoozed_until": None,
    }
    task_id: UUID | None = None
    if conversation_id is not None:
        task_id = await queries.change_task(session, conversation_id, kind.value, values, due_at=due_at)
    if task_id is None:
        row = {"id": new_id(), "kind": kind.value, "conversation_id": conversation_id, "due_at": due_at, **values}
        task_id = await queries.add_task(session, {**row, "created_at": session.now()})
    assert task_id is not None  # a conversation's tasks are opened under its lock
    await realtime.publish(session, "task.changed", task_id)
    if kind in _URGENT:
        await jobs.emit(session, URGENT_TASK, {"task_id": task_id})
    return task_id


async def tell_tasks(
    session: ClinicSession, conversation_id: UUID, phone: str | None, name: str | None, name_before: str | None
) -> None:
    """Bring a conversation's open tasks up to date with who it is and how to reach them; None is what is not known.
    ``name_before`` is the name that the tasks may show. No one is alerted again."""
    for row in await queries.list_open_of(session, conversation_id):
        detail = session.unseal(row.detail_sealed)
        told = _with_name(detail, name, name_before)
        values = {"phone_sealed": session.seal(phone)} if phone else {}
        if told != detail:
            values["detail_sealed"] = session.seal(told)
        if values:
            await queries.change_task(session, conversation_id, row.kind, values)
            await realtime.publish(session, "task.changed", row.id)


def _with_name(detail: str, name: str | None, before: str | None) -> str:
    """What a task says, with the name as it is known now."""
    if name is None or name in detail:
        return detail
    return detail.replace(before, name) if before and before in detail else f"{detail.rstrip('. ')}. {name}"


async def what_is_open(session: ClinicSession, conversation_id: UUID, kind: TaskKind) -> str:
    """What a conversation's open task of a kind says; nothing when there is none."""
    rows = await queries.list_open_of(session, conversation_id)
    return next((session.unseal(row.detail_sealed) for row in rows if row.kind == kind.value), "")


async def is_done(session: ClinicSession, task_id: UUID) -> bool:
    """Whether a task is done, or gone."""
    return not await queries.count_open_tasks(session, task_id)


async def list_open_urgent(session: ClinicSession) -> list[UUID]:
    """The urgent tasks that are open."""
    return list(await queries.list_open_tasks(session, [kind.value for kind in _URGENT]))


async def has_task(session: ClinicSession, conversation_id: UUID, kind: TaskKind) -> bool:
    """Whether a conversation gave staff a task of a kind, done or not."""
    return await queries.count_tasks(session, conversation_id, kind.value) > 0


async def is_task_open(
    session: ClinicSession, kind: TaskKind, detail: str, phone: str | None, since: datetime
) -> bool:
    """Whether staff have been given this very task since an instant, and it is not done."""
    rows = await queries.list_newest_open(session, kind.value, _MOST_LOOKED_AT)
    return any(
        row.created_at >= since
        and session.unseal(row.detail_sealed) == detail
        and (session.unseal(row.phone_sealed) if row.phone_sealed else None) == phone
        for row in rows
    )
