"""Reads and writes of the queue."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Row, and_, case, func, or_, select, update

from mia.clinic.inbox.models import ActivityRow, ConversationRow, TaskRow, ThreadRow
from mia.platform.db.session import ClinicSession


@dataclass(frozen=True)
class Wanted:
    """Which tasks. ``status``: ``open`` is what can be done now, ``snoozed`` what comes back later, or ``done`` or
    ``all``; ``unowned``: those that no one has."""

    status: str = "open"
    kind: str | None = None
    owner_id: UUID | None = None
    unowned: bool = False
    overdue: bool = False
    id: UUID | None = None


async def list_tasks(session: ClinicSession, wanted: Wanted, limit: int) -> Sequence[Row[TaskRow, UUID | None]]:
    """Tasks, each with the patient of its conversation: emergencies first, then by due time, then the newest; done
    ones by when they were done."""
    query = select(TaskRow, ConversationRow.patient_id).outerjoin(
        ConversationRow,
        and_(ConversationRow.clinic_id == TaskRow.clinic_id, ConversationRow.id == TaskRow.conversation_id),
    )
    query = query.where(*_conditions(wanted, session.now()))
    if wanted.status == "done":
        query = query.order_by(TaskRow.completed_at.desc(), TaskRow.id.desc())
    else:
        urgent_first = case((TaskRow.kind == "emergency", 0), else_=1)
        query = query.order_by(
            urgent_first, TaskRow.due_at.asc().nulls_last(), TaskRow.created_at.desc(), TaskRow.id.desc()
        )
    return (await session.sql.execute(query.limit(limit))).all()


def _conditions(wanted: Wanted, now: datetime) -> list[ColumnElement[bool]]:
    sleeping = TaskRow.snoozed_until > now
    states: dict[str, list[ColumnElement[bool]]] = {
        "open": [TaskRow.completed_at.is_(None), or_(TaskRow.snoozed_until.is_(None), ~sleeping)],
        "snoozed": [TaskRow.completed_at.is_(None), sleeping],
        "done": [TaskRow.completed_at.is_not(None)],
        "all": [],
    }
    where = list(states[wanted.status])
    if wanted.id is not None:
        where.append(TaskRow.id == wanted.id)
    if wanted.kind is not None:
        where.append(TaskRow.kind == wanted.kind)
    if wanted.owner_id is not None:
        where.append(TaskRow.owner_id == wanted.owner_id)
    if wanted.unowned:
        where.append(TaskRow.owner_id.is_(None))
    if wanted.overdue:
        where.append(TaskRow.due_at < now)
    return where


async def count_tasks(session: ClinicSession, user_id: UUID | None) -> tuple[int, int, int, int]:
    """What can be done now: all of it, emergencies, what is overdue, and what ``user_id`` owns."""
    now = session.now()
    query = select(
        func.count(),
        func.count(case((TaskRow.kind == "emergency", 1))),
        func.count(case((TaskRow.due_at < now, 1))),
        func.count(case((TaskRow.owner_id == user_id, 1))),
    ).where(*_conditions(Wanted(), now))
    found = (await session.sql.execute(query)).one()
    return found[0], found[1], found[2], found[3]


async def find_task(session: ClinicSession, id: UUID, *, lock: bool = False) -> TaskRow | None:
    query = select(TaskRow).where(TaskRow.id == id).execution_options(populate_existing=True)
    return await session.sql.scalar(query.with_for_update() if lock else query)


async def change_task(session: ClinicSession, id: UUID, values: Mapping[str, Any]) -> None:
    if not values:
        return
    await session.sql.execute(update(TaskRow).where(TaskRow.id == id).values(**values))


async def has_open_twin(session: ClinicSession, task: TaskRow) -> bool:
    """Whether the conversation of a task has asked for the same again, and that is to be done."""
    query = select(TaskRow.id).where(
        TaskRow.conversation_id == task.conversation_id,
        TaskRow.kind == task.kind,
        TaskRow.completed_at.is_(None),
        TaskRow.id != task.id,
    )
    return await session.sql.scalar(query.limit(1)) is not None


async def find_activity_of(session: ClinicSession, conversation_id: UUID) -> tuple[UUID, str] | None:
    """The line of the history that a conversation has, and its channel."""
    query = select(ActivityRow.id, ActivityRow.channel).where(ActivityRow.conversation_id == conversation_id)
    found = (await session.sql.execute(query)).first()
    return (found[0], found[1]) if found else None


async def find_thread(session: ClinicSession, *where: ColumnElement[bool]) -> UUID | None:
    """The newest thread with someone."""
    query = select(ThreadRow.id).where(*where).order_by(ThreadRow.last_at.desc()).limit(1)
    return await session.sql.scalar(query)
