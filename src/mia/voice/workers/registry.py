"""Which media workers there are and how busy they are.

Freshness is judged by the database's clock. After a restart of the database workers get a grace
period, since none could have reported while it was down.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import ColumnElement, DateTime, and_, delete, func, not_, select
from sqlalchemy.dialects.postgresql import insert

from mia.platform.db.session import SystemSession
from mia.voice.workers.models import MediaWorkerRecord

HEARTBEAT_SECONDS = 1.0
LOST_AFTER_SECONDS = 6.0
_FORGOTTEN_AFTER_SECONDS = 3600.0
_RESTART_GRACE_SECONDS = 12.0


@dataclass(frozen=True)
class WorkerState:
    """What a media worker reports with each heartbeat: its lines, those of them that browsers may use, and how many
    of both are in use."""

    id: UUID
    address: str
    capacity: int
    active: int
    web_capacity: int
    web_active: int
    draining: bool


def _seconds_ago(seconds: float) -> ColumnElement[datetime]:
    return func.now(type_=DateTime(timezone=True)) - func.make_interval(0, 0, 0, 0, 0, 0, seconds)


def is_fresh() -> ColumnElement[bool]:
    """SQL: the worker has been heard of lately."""
    return MediaWorkerRecord.heartbeat_at >= _seconds_ago(LOST_AFTER_SECONDS)


def is_lost() -> ColumnElement[bool]:
    """SQL: the worker has not been heard of for too long."""
    settled = func.pg_postmaster_start_time(type_=DateTime(timezone=True)) < _seconds_ago(_RESTART_GRACE_SECONDS)
    return and_(not_(is_fresh()), settled)


async def report_worker(system: SystemSession, state: WorkerState) -> None:
    """Register a worker, or note that it lives."""
    values = {
        "address": state.address,
        "capacity": state.capacity,
        "active": state.active,
        "web_capacity": state.web_capacity,
        "web_active": state.web_active,
        "draining": state.draining,
        "heartbeat_at": func.now(),
    }
    row = insert(MediaWorkerRecord).values(id=state.id, **values)
    await system.sql.execute(row.on_conflict_do_update(index_elements=["id"], set_=values))


async def drop_worker(system: SystemSession, worker_id: UUID) -> None:
    """The worker has ended in good order."""
    await system.sql.execute(delete(MediaWorkerRecord).where(MediaWorkerRecord.id == worker_id))


async def replace_address(system: SystemSession, address: str, worker_id: UUID) -> None:
    """A worker that listened at ``address`` before must be gone: another one listens there now."""
    gone = (MediaWorkerRecord.address == address, MediaWorkerRecord.id != worker_id)
    await system.sql.execute(delete(MediaWorkerRecord).where(*gone))


async def addresses_with_room(system: SystemSession, *, web: bool = False) -> Sequence[str]:
    """Addresses of live workers that can take a call (``web``: one from a browser), the least busy first."""
    worker = MediaWorkerRecord
    free = [worker.active < worker.capacity] + ([worker.web_active < worker.web_capacity] if web else [])
    query = select(worker.address).where(~is_lost(), ~worker.draining, *free)
    return (await system.sql.scalars(query.order_by(worker.active, worker.started_at))).all()


async def idle_address(system: SystemSession) -> str | None:
    """The address of a live worker that holds no call, of the one that is longest there."""
    worker = MediaWorkerRecord
    query = select(worker.address).where(is_fresh(), ~worker.draining, worker.active == 0)
    return await system.sql.scalar(query.order_by(worker.started_at).limit(1))


async def count_lines(system: SystemSession) -> int:
    """Lines of all live workers that take calls, in use or not."""
    lines = select(func.coalesce(func.sum(MediaWorkerRecord.capacity), 0))
    return await system.sql.scalar(lines.where(is_fresh(), ~MediaWorkerRecord.draining)) or 0


async def is_any_live(system: SystemSession) -> bool:
    """Whether a worker has been heard of lately, busy or not: its models are loaded."""
    query = select(MediaWorkerRecord.id).where(is_fresh(), ~MediaWorkerRecord.draining).limit(1)
    return await system.sql.scalar(query) is not None


async def forget_old_workers(system: SystemSession) -> None:
    """Remove the rows of workers lost long ago."""
    old = MediaWorkerRecord.heartbeat_at < _seconds_ago(_FORGOTTEN_AFTER_SECONDS)
    await system.sql.execute(delete(MediaWorkerRecord).where(old))
