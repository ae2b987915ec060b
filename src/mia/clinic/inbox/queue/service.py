"""Staff work the queue: they read it, take tasks, put them off, complete and reopen them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from mia.clinic.inbox.models import TaskRow, ThreadRow
from mia.clinic.inbox.queue import queries
from mia.clinic.inbox.queue.queries import Wanted
from mia.clinic.inbox.tasks import TASK_DONE, TaskKind
from mia.clinic.inbox.threads.reach import find_reach
from mia.clinic.patients import service as patients
from mia.identity import service as identity
from mia.identity.service import Permission
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession, Database
from mia.platform.jobs import service as jobs
from mia.platform.kernel.errors import Conflict, Invalid, NotFound
from mia.platform.kernel.scope import ClinicScope
from mia.platform.realtime import service as realtime

_MOST_LISTED = 200
_TEXTS = ("sms", "email")


@dataclass(frozen=True)
class Task:
    """Something to do. ``phone`` is E.164. ``patient_id`` is the patient of its conversation; ``owner_id`` a user.
    Until ``snoozed_until`` it is out of the queue."""

    id: UUID
    kind: TaskKind
    title: str
    detail: str = field(repr=False)
    phone: str | None = field(repr=False)
    lead_id: UUID | None
    patient_id: UUID | None
    patient_name: str | None = field(repr=False)
    owner_id: UUID | None
    due_at: datetime | None
    snoozed_until: datetime | None
    created_at: datetime
    completed_at: datetime | None


@dataclass(frozen=True)
class TaskContext:
    """What a task is about: the line of the history of its call or chat, and the thread with the person, as far as
    there are any. ``phone`` (E.164) is the task's or the patient's; ``no_text`` is why it can't be texted."""

    task: Task
    activity_id: UUID | None
    thread_id: UUID | None
    phone: str | None = field(repr=False)
    no_text: str | None


@dataclass(frozen=True)
class TaskCounts:
    """Tasks that can be done now; ``mine`` are the reader's."""

    open: int
    urgent: int
    overdue: int
    mine: int


@dataclass(frozen=True)
class TaskOwner:
    """A member of the team; ``active``: may be given tasks."""

    id: UUID
    name: str = field(repr=False)
    active: bool


async def list_tasks(session: ClinicSession, wanted: Wanted | None = None) -> list[Task]:
    """Tasks, emergencies first, then by due time, then the newest; at most 200. Without ``wanted`` what can be done
    now."""
    tasks = await _found(session, wanted or Wanted())
    await audit.record(session, "task.read", "task", [task.id for task in tasks])
    return tasks


async def get_task(session: ClinicSession, task_id: UUID) -> TaskContext:
    """One task with what it is about; :class:`NotFound` when the clinic has none of this id."""
    found = await _found(session, Wanted(status="all", id=task_id))
    if not found:
        raise NotFound
    await audit.record(session, "task.read", "task", [task_id])
    task = found[0]
    row = await queries.find_task(session, task_id)
    assert row is not None
    activity = await queries.find_activity_of(session, row.conversation_id) if row.conversation_id else None
    patient_id = task.patient_id or await _patient_by_phone(session, task.phone)
    people = await patients.get_patients(session, [patient_id] if patient_id else [])
    patient = people.get(patient_id) if patient_id else None
    if task.patient_id is None:
        task = _task(session, row, patient_id, patient.name if patient else None)
    phone = task.phone or (patient.phone if patient else None)
    thread_id = await _thread_with(session, row, patient_id)
    # What was texted is read in the thread.
    apart = activity is not None and not (thread_id and activity[1] in _TEXTS)
    no_text = (await find_reach(session, phone)).no_text
    return TaskContext(task, activity[0] if activity and apart else None, thread_id, phone, no_text)


async def count_tasks(session: ClinicSession) -> TaskCounts:
    """How much there is to do."""
    return TaskCounts(*await queries.count_tasks(session, session.scope.user_id))


async def list_owners(database: Database, scope: ClinicScope) -> tuple[TaskOwner, ...]:
    """The team, by name."""
    return tuple(
        TaskOwner(one.user_id, one.name, not one.disabled and identity.allows(one.role, Permission.COMPLETE_TASKS))
        for one in await identity.list_members(database, scope)
    )


async def check_owner(database: Database, scope: ClinicScope, owner_id: UUID | None) -> None:
    """:class:`Invalid` for someone who cannot be given tasks."""
    if owner_id is None or any(one.active and one.id == owner_id for one in await list_owners(database, scope)):
        return
    raise Invalid("This person can't own a task", fields={"owner_id": "Choose a team member"})


async def change_task(session: ClinicSession, task_id: UUID, values: Mapping[str, Any]) -> Task:
    """Give a task an owner (``owner_id``), a due time (``due_at``) or a snooze (``snoozed_until``); None removes.

    :class:`Conflict` for an emergency that is to be put off, and for a task that is done; :class:`Invalid` for a
    snooze that ends in the past.
    """
    row = await queries.find_task(session, task_id, lock=True)
    if row is None:
        raise NotFound
    if row.completed_at is not None:
        raise Conflict("This task is done. Reopen it first.")
    until = values.get("snoozed_until")
    if until is not None and row.kind == TaskKind.EMERGENCY.value:
        raise Conflict("An emergency can't be snoozed.")
    if until is not None and until <= session.now():
        raise Invalid("Choose a later time", fields={"snoozed_until": "In the future"})
    await queries.change_task(session, task_id, values)
    await audit.record(session, "task.change", "task", [task_id])
    await realtime.publish(session, "task.changed", task_id)
    return (await _found(session, Wanted(status="all", id=task_id)))[0]


async def complete_task(session: ClinicSession, task_id: UUID) -> None:
    """Mark as done; again is no error. :class:`NotFound` when the clinic has no such task."""
    row = await queries.find_task(session, task_id, lock=True)
    if row is None:
        raise NotFound
    if row.completed_at is None:
        done = {"completed_at": session.now(), "completed_by": session.scope.actor}
        await queries.change_task(session, task_id, done)
        await audit.record(session, "task.complete", "task", [task_id])
        await realtime.publish(session, "task.changed", task_id)
        await jobs.emit(session, TASK_DONE, {"task_id": task_id})


async def reopen_task(session: ClinicSession, task_id: UUID) -> None:
    """To be done after all; twice is no error. :class:`Conflict` when its conversation has a newer such task.
    No one is alerted again: the person who reopens it has it in hand."""
    row = await queries.find_task(session, task_id, lock=True)
    if row is None:
        raise NotFound
    if row.completed_at is None:
        return
    if row.conversation_id is not None and await queries.has_open_twin(session, row):
        raise Conflict("There is a newer task of this conversation. Please work on that one.")
    again = {"completed_at": None, "completed_by": None, "snoozed_until": None}
    await queries.change_task(session, task_id, again)
    await audit.record(session, "task.reopen", "task", [task_id])
    await realtime.publish(session, "task.changed", task_id)


async def _found(session: ClinicSession, wanted: Wanted) -> list[Task]:
    rows = await queries.list_tasks(session, wanted, _MOST_LISTED)
    people = await patients.get_patients(session, [patient_id for _, patient_id in rows if patient_id])
    return [
        _task(session, row, patient_id, people[patient_id].name if patient_id in people else None)
        for row, patient_id in rows
    ]


def _task(session: ClinicSession, row: TaskRow, patient_id: UUID | None, name: str | None) -> Task:
    return Task(
        id=row.id,
        kind=TaskKind(row.kind),
        title=row.title,
        detail=session.unseal(row.detail_sealed),
        phone=session.unseal(row.phone_sealed) if row.phone_sealed else None,
        lead_id=row.lead_id,
        patient_id=patient_id,
        patient_name=name,
        owner_id=row.owner_id,
        due_at=row.due_at,
        snoozed_until=row.snoozed_until,
        created_at=row.created_at,
        completed_at=row.completed_at,
    )


async def _patient_by_phone(session: ClinicSession, phone: str | None) -> UUID | None:
    """The one patient with a number; None when it is no one's or shared."""
    people = await patients.find_by_phone(session, phone) if phone else []
    return people[0].id if len(people) == 1 else None


async def _thread_with(session: ClinicSession, row: TaskRow, patient_id: UUID | None) -> UUID | None:
    """Where one writes with the person of a task."""
    if row.conversation_id is not None:
        found = await queries.find_thread(session, ThreadRow.conversation_id == row.conversation_id)
        if found is not None:
            return found
    if row.phone_sealed:
        blind = session.blind(session.unseal(row.phone_sealed))
        found = await queries.find_thread(session, ThreadRow.address_blind == blind)
        if found is not None:
            return found
    return await queries.find_thread(session, ThreadRow.patient_id == patient_id) if patient_id else None
