"""Reads and writes of on-call contacts and alerts."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import delete, func, insert, or_, select, text, update
from sqlalchemy.dialects.postgresql import insert as upsert

from mia.clinic.oncall.models import AlertRow, AlertSendRow, OnCallContactRow
from mia.platform.db.session import ClinicSession


async def list_contacts(session: ClinicSession) -> Sequence[OnCallContactRow]:
    return (await session.sql.scalars(select(OnCallContactRow).order_by(OnCallContactRow.position))).all()


async def find_contact(session: ClinicSession, phone_blind: bytes) -> OnCallContactRow | None:
    query = select(OnCallContactRow).where(OnCallContactRow.phone_blind == phone_blind)
    return await session.sql.scalar(query.order_by(OnCallContactRow.position).limit(1))


async def lock_contacts(session: ClinicSession) -> None:
    """Until the transaction ends, no one else changes the list."""
    key = f"oncall:{session.scope.clinic_id}"
    await session.sql.execute(text("SELECT pg_advisory_xact_lock(hashtextextended(:key, 0))"), {"key": key})


async def replace_contacts(session: ClinicSession, rows: Sequence[Mapping[str, Any]]) -> None:
    clinic_id = session.scope.clinic_id
    await session.sql.execute(delete(OnCallContactRow))
    if rows:
        await session.sql.execute(insert(OnCallContactRow), [{"clinic_id": clinic_id, **row} for row in rows])
    session.sql.expire_all()


async def add_alert(session: ClinicSession, values: Mapping[str, Any]) -> bool:
    """Whether it is new: a task has one alert."""
    row = {"clinic_id": session.scope.clinic_id, **values}
    statement = upsert(AlertRow).values(row).on_conflict_do_nothing().returning(AlertRow.id)
    return await session.sql.scalar(statement) is not None


async def find_alert(
    session: ClinicSession, *, id: UUID | None = None, task_id: UUID | None = None, lock: bool = False
) -> AlertRow | None:
    which = AlertRow.id == id if id else AlertRow.task_id == task_id
    query = select(AlertRow).where(which).execution_options(populate_existing=True)
    return await session.sql.scalar(query.with_for_update() if lock else query)


async def list_alerts(session: ClinicSession, task_ids: Sequence[UUID]) -> Sequence[AlertRow]:
    """The alerts of tasks."""
    query = select(AlertRow).where(AlertRow.task_id.in_(task_ids))
    return (await session.sql.scalars(query.order_by(AlertRow.created_at))).all()


async def last_test(session: ClinicSession) -> AlertRow | None:
    query = select(AlertRow).where(AlertRow.task_id.is_(None))
    return await session.sql.scalar(query.order_by(AlertRow.created_at.desc()).limit(1))


async def list_due(session: ClinicSession, now: datetime) -> Sequence[UUID]:
    """Open alerts whose next turn has come."""
    query = select(AlertRow.id).where(AlertRow.state == "open", AlertRow.next_at <= now)
    return (await session.sql.scalars(query)).all()


async def change_alert(session: ClinicSession, id: UUID, values: Mapping[str, Any]) -> None:
    await session.sql.execute(update(AlertRow).where(AlertRow.id == id).values(**values))


async def add_send(session: ClinicSession, values: Mapping[str, Any]) -> bool:
    """Whether it is new."""
    row = {"clinic_id": session.scope.clinic_id, **values}
    statement = upsert(AlertSendRow).values(row).on_conflict_do_nothing().returning(AlertSendRow.id)
    return await session.sql.scalar(statement) is not None


async def find_send(session: ClinicSession, id: UUID, *, lock: bool = False) -> AlertSendRow | None:
    query = select(AlertSendRow).where(AlertSendRow.id == id).execution_options(populate_existing=True)
    return await session.sql.scalar(query.with_for_update() if lock else query)


async def list_sends(session: ClinicSession, alert_ids: Sequence[UUID]) -> Sequence[AlertSendRow]:
    """In the order they were made."""
    query = select(AlertSendRow).where(AlertSendRow.alert_id.in_(alert_ids))
    return (await session.sql.scalars(query.order_by(AlertSendRow.created_at, AlertSendRow.id))).all()


async def list_texted(session: ClinicSession, recipient_id: UUID, since: datetime) -> Sequence[AlertRow]:
    """The alerts that someone was texted of since an instant, the newest first."""
    sent = select(AlertSendRow.alert_id).where(
        AlertSendRow.recipient_id == recipient_id,
        AlertSendRow.way == "text",
        AlertSendRow.purpose == "alert",
        AlertSendRow.created_at >= since,
    )
    query = select(AlertRow).where(AlertRow.id.in_(sent))
    return (await session.sql.scalars(query.order_by(AlertRow.created_at.desc()))).all()


async def list_unsettled(session: ClinicSession, before: datetime) -> Sequence[UUID]:
    """Messages and calls that wait, or whose handing over was interrupted, since before an instant."""
    query = select(AlertSendRow.id).where(
        or_(
            AlertSendRow.state == "queued",
            (AlertSendRow.state == "sending") & AlertSendRow.provider_id.is_(None),
        ),
        AlertSendRow.created_at < before,
    )
    return (await session.sql.scalars(query)).all()


async def count_live(session: ClinicSession, alert_id: UUID, step: int) -> int:
    """Messages and calls of a turn that have reached someone, or still may."""
    query = select(func.count()).where(
        AlertSendRow.alert_id == alert_id,
        AlertSendRow.purpose == "alert",
        AlertSendRow.step == step,
        AlertSendRow.state.in_(["queued", "sending", "sent"]),
    )
    return await session.sql.scalar(query) or 0


async def change_send(session: ClinicSession, id: UUID, values: Mapping[str, Any]) -> None:
    await session.sql.execute(update(AlertSendRow).where(AlertSendRow.id == id).values(**values))
