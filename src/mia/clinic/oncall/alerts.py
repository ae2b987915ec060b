"""An alert from the moment a task is urgent until someone acknowledges it.

Each turn is one transaction: its messages, the count of turns and the time of the next are written together: a
process that dies repeats a turn whole or not at all. Messages are sent after that (``sending``).
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from mia.clinic.inbox import service as inbox
from mia.clinic.oncall import queries
from mia.clinic.oncall.contacts import Way, list_reachable
from mia.clinic.oncall.escalation import EVERY, whom
from mia.clinic.oncall.messages import SEND_DUE, Owner, tell, tell_owners
from mia.clinic.oncall.models import AlertRow, AlertSendRow
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.jobs import service as jobs
from mia.platform.kernel.errors import Invalid, NotFound, TooManyRequests
from mia.platform.kernel.ids import new_id
from mia.platform.realtime import service as realtime

TURN_DUE = "oncall.turn_due"
"""The event that has the job worker call :func:`take_turn` with its ``alert_id``."""

_SOON = timedelta(minutes=3)
_LOST = timedelta(minutes=1)
_TEST_AFTER = timedelta(minutes=1)


@dataclass(frozen=True)
class Told:
    """One message or call of an alert. ``state`` as in :class:`AlertSendRow`."""

    at: datetime
    name: str = field(repr=False)
    way: Way
    state: str


@dataclass(frozen=True)
class Alert:
    """How an alert stands. ``by`` is who acknowledged it, ``how``: text, link, app, call, or the task was done."""

    id: UUID
    task_id: UUID | None
    state: str
    raised_at: datetime
    next_at: datetime | None
    acknowledged_at: datetime | None
    by: str | None = field(repr=False)
    how: str | None
    told: tuple[Told, ...]


async def raise_alert(session: ClinicSession, task_id: UUID) -> None:
    """Begin to tell people of an urgent task; once for each task, however often it is asked."""
    if await _begin(session, task_id) is not None:
        await realtime.publish(session, "task.changed", task_id)


async def raise_test(session: ClinicSession, origin: str) -> UUID:
    """Tell everyone on call that this is a test, each in every way that works; once a minute at most."""
    await queries.lock_contacts(session)
    reachable = [one for one in await list_reachable(session) if one.ways]
    if not reachable:
        raise Invalid("No one can be reached yet. Add a contact with a working method.")
    last = await queries.last_test(session)
    if last is not None and session.now() - last.created_at < _TEST_AFTER:
        raise TooManyRequests("A test was just sent. Please wait a minute.", retry_after=60)
    row = await _begin(session, None)
    assert row is not None
    for one in reachable:
        await tell(session, row, one, 0, origin)
    return row.id


async def take_turn(session: ClinicSession, alert_id: UUID, owners: Sequence[Owner], origin: str) -> None:
    """Turn to the next person if the time has come and no one has acknowledged. Safe to repeat."""
    row = await queries.find_alert(session, id=alert_id, lock=True)
    if row is None or row.state != "open" or row.task_id is None or row.next_at is None:
        return
    if await inbox.is_done(session, row.task_id):
        await _acknowledge(session, row, "The team", "task")
        return
    early = row.next_at - session.now()
    if early > timedelta():
        await jobs.emit(session, TURN_DUE, {"alert_id": row.id}, after=min(early, _SOON))
        return
    reachable = [one for one in await list_reachable(session) if one.ways]
    place = whom(row.step, len(reachable))
    if place is None:
        await tell_owners(session, row, owners)
        values: dict[str, Any] = {"state": "unanswered", "next_at": None}
    else:
        await tell(session, row, reachable[place], row.step, origin)
        values = {"step": row.step + 1, "next_at": session.now() + EVERY}
        await jobs.emit(session, TURN_DUE, {"alert_id": row.id}, after=EVERY)
    await queries.change_alert(session, row.id, values)
    await realtime.publish(session, "task.changed", row.task_id)


async def hurry(session: ClinicSession, send: AlertSendRow) -> None:
    """A message or call has failed: when its turn has reached no one, the next one begins now."""
    row = await queries.find_alert(session, id=send.alert_id, lock=True)
    if row is None or row.state != "open" or send.purpose != "alert" or row.step != send.step + 1:
        return
    if not await queries.count_live(session, row.id, send.step):
        await queries.change_alert(session, row.id, {"next_at": session.now()})
        await jobs.emit(session, TURN_DUE, {"alert_id": row.id})


async def acknowledge(session: ClinicSession, alert_id: UUID, by: str, how: str) -> Alert:
    """Someone takes it: no one else is told. The first one counts. :class:`NotFound` for another id."""
    row = await queries.find_alert(session, id=alert_id, lock=True)
    if row is None:
        raise NotFound
    if row.state != "acknowledged":
        await _acknowledge(session, row, by, how)
    return await get_alert(session, alert_id)


async def get_alert(session: ClinicSession, alert_id: UUID) -> Alert:
    """One alert; :class:`NotFound` when the clinic has none of this id."""
    row = await queries.find_alert(session, id=alert_id)
    if row is None:
        raise NotFound
    return (await _opened(session, [row]))[0]


async def settle_task(session: ClinicSession, task_id: UUID) -> None:
    """Completing the task acknowledges the alert."""
    row = await queries.find_alert(session, task_id=task_id, lock=True)
    if row is not None and row.state != "acknowledged":
        await _acknowledge(session, row, "The team", "task")


async def list_open_tasks_alerts(session: ClinicSession) -> list[Alert]:
    """The alerts of the tasks that are open now, the oldest first.

    Every page of a clinic asks for them. They are about staff, not patients, so reading them leaves no entry in
    the audit log; reading the task, which says who needs help, does.
    """
    return await _opened(session, await queries.list_alerts(session, await inbox.list_open_urgent(session)))


async def last_test(session: ClinicSession) -> Alert | None:
    """The newest test."""
    row = await queries.last_test(session)
    return (await _opened(session, [row]))[0] if row else None


async def release_due(session: ClinicSession) -> int:
    """Take up again what was lost: turns whose time has come, messages and calls that were left. How many."""
    now = session.now()
    turns = await queries.list_due(session, now)
    sends = await queries.list_unsettled(session, now - _LOST)
    for alert_id in turns:
        await jobs.emit(session, TURN_DUE, {"alert_id": alert_id})
    for send_id in sends:
        await jobs.emit(session, SEND_DUE, {"send_id": send_id})
    return len(turns) + len(sends)


async def _begin(session: ClinicSession, task_id: UUID | None) -> AlertRow | None:
    """A new alert, its first turn due now; None when the task has one."""
    alert_id, now = new_id(), session.now()
    values = {
        "id": alert_id,
        "created_at": now,
        "task_id": task_id,
        "code": f"{secrets.randbelow(9000) + 1000}",
        "state": "open",
        "step": 0,
        "next_at": now if task_id else None,
    }
    if not await queries.add_alert(session, values):
        return None
    await audit.record(session, "alert.raise", "alert", [alert_id], "ok" if task_id else "test")
    if task_id:
        await jobs.emit(session, TURN_DUE, {"alert_id": alert_id})
    return await queries.find_alert(session, id=alert_id)


async def _acknowledge(session: ClinicSession, row: AlertRow, by: str, how: str) -> None:
    values = {
        "state": "acknowledged",
        "next_at": None,
        "acknowledged_at": session.now(),
        "acknowledged_how": how,
        "acknowledged_by_sealed": session.seal(by),
    }
    await queries.change_alert(session, row.id, values)
    await audit.record(session, "alert.acknowledge", "alert", [row.id], how)
    await show(session, row)


async def show(session: ClinicSession, row: AlertRow) -> None:
    """Tell the browsers that an alert, or a test, has moved on."""
    if row.task_id is not None:
        await realtime.publish(session, "task.changed", row.task_id)
    else:
        await realtime.publish(session, "settings.changed", session.scope.clinic_id)


async def _opened(session: ClinicSession, rows: Sequence[AlertRow]) -> list[Alert]:
    sends = await queries.list_sends(session, [row.id for row in rows])
    return [
        Alert(
            id=row.id,
            task_id=row.task_id,
            state=row.state,
            raised_at=row.created_at,
            next_at=row.next_at,
            acknowledged_at=row.acknowledged_at,
            by=session.unseal(row.acknowledged_by_sealed) if row.acknowledged_by_sealed else None,
            how=row.acknowledged_how,
            told=tuple(
                Told(one.created_at, session.unseal(one.name_sealed), Way(one.way), one.state)
                for one in sends
                if one.alert_id == row.id and one.purpose in ("alert", "owners")
            ),
        )
        for row in rows
    ]
