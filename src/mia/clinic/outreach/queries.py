"""Reads and writes of intents to contact someone."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Select, delete, func, or_, select, text, update
from sqlalchemy.dialects.postgresql import insert as upsert

from mia.clinic.consent.service import Channel
from mia.clinic.outreach.models import OutreachRow
from mia.clinic.outreach.purpose import Intent
from mia.platform.db.session import ClinicSession

_FIELDS = [one.name for one in fields(Intent)]
_LEFT_NOBODY = ("failed", "blocked", "cancelled")
_PLANNED = ("scheduled", "sending")


async def hold_person(session: ClinicSession, person_id: UUID) -> None:
    """Until the transaction ends, no one else decides about contacting this person."""
    key = f"outreach:{session.scope.clinic_id}:{person_id}"
    await session.sql.execute(text("SELECT pg_advisory_xact_lock(hashtextextended(:key, 0))"), {"key": key})


async def add_intent(session: ClinicSession, values: Mapping[str, Any]) -> bool:
    """False when the key is known already."""
    row = {"clinic_id": session.scope.clinic_id, **values}
    statement = upsert(OutreachRow).values(row).on_conflict_do_nothing().returning(OutreachRow.id)
    return await session.sql.scalar(statement) is not None


async def add_past(session: ClinicSession, rows: Sequence[Mapping[str, Any]]) -> None:
    """Enter intents that were carried out long ago."""
    values = [{"clinic_id": session.scope.clinic_id, **row} for row in rows]
    await session.sql.execute(upsert(OutreachRow), values, execution_options={"render_nulls": True})


async def find_intent(session: ClinicSession, *, lock: bool = False, **by: Any) -> Intent | None:
    """The intent with these column values."""
    row = await session.sql.scalar(_locked(_fresh().filter_by(**by), lock))
    return _intent(row) if row else None


async def list_intents(session: ClinicSession, *, lock: bool = False, **by: Any) -> list[Intent]:
    """All with these column values, oldest first."""
    return await _list(session, _locked(_fresh().filter_by(**by).order_by(OutreachRow.id), lock))


async def list_of_leads(session: ClinicSession, lead_ids: Sequence[UUID]) -> list[Intent]:
    """All of some leads, oldest first."""
    return await _list(session, _fresh(OutreachRow.lead_id.in_(lead_ids)).order_by(OutreachRow.id))


async def change_intent(session: ClinicSession, id: UUID, values: Mapping[str, Any]) -> None:
    await session.sql.execute(update(OutreachRow).where(OutreachRow.id == id).values(**values))


async def drop_intent(session: ClinicSession, id: UUID) -> None:
    await session.sql.execute(delete(OutreachRow).where(OutreachRow.id == id))


async def newest_touch(session: ClinicSession, since: datetime, *, lock: bool = False, **by: Any) -> Intent | None:
    """The last that may have reached someone since an instant, of those with these column values."""
    query = (
        _fresh(OutreachRow.touched_at >= since, OutreachRow.state.not_in(_LEFT_NOBODY))
        .filter_by(**by)
        .order_by(OutreachRow.touched_at.desc(), OutreachRow.id.desc())
        .limit(1)
    )
    row = await session.sql.scalar(_locked(query, lock))
    return _intent(row) if row else None


async def list_touches(
    session: ClinicSession,
    purpose: str,
    address_blinds: Sequence[bytes],
    since: datetime,
    *,
    patient_id: UUID | None = None,
    leave_out: UUID | None = None,
) -> list[datetime]:
    """When someone was, or will be, contacted for a purpose: at each address, which others may share, and as a
    patient."""
    at, whose = (
        func.coalesce(OutreachRow.touched_at, OutreachRow.due_at),
        OutreachRow.address_blind.in_(address_blinds),
    )
    query = select(at).where(
        OutreachRow.purpose == purpose,
        whose if patient_id is None else or_(OutreachRow.patient_id == patient_id, whose),
        or_(OutreachRow.touched_at.is_not(None), OutreachRow.state.in_(_PLANNED)),
        at > since,
    )
    if leave_out is not None:
        query = query.where(OutreachRow.id != leave_out)
    return list(await session.sql.scalars(query))


async def last_begun(
    session: ClinicSession, wording: str, address_blind: bytes, leave_out: UUID | None
) -> datetime | None:
    """When an address last got, or is to get, a message of this wording."""
    query = select(func.max(OutreachRow.created_at)).where(
        OutreachRow.address_blind == address_blind,
        OutreachRow.wording == wording,
        OutreachRow.state.not_in(_LEFT_NOBODY),
    )
    if leave_out is not None:
        query = query.where(OutreachRow.id != leave_out)
    return await session.sql.scalar(query)


async def list_due(session: ClinicSession, due: datetime, stuck: datetime, limit: int) -> list[Intent]:
    """Intents whose time has come, and calls that were being placed when something stopped."""
    is_due = (OutreachRow.state == "scheduled") & (OutreachRow.due_at <= due)
    is_stuck = (
        (OutreachRow.state == "sending")
        & (OutreachRow.channel == Channel.CALL.value)
        & OutreachRow.voice_id.is_(None)
        & (OutreachRow.touched_at <= stuck)
    )
    return await _list(session, _fresh(or_(is_due, is_stuck)).order_by(OutreachRow.due_at).limit(limit))


async def list_unsettled(session: ClinicSession, before: datetime, limit: int) -> list[Intent]:
    """Messages that were due before an instant, handed on, and of which nothing was heard."""
    query = _fresh(
        OutreachRow.state == "sending",
        OutreachRow.channel != Channel.CALL.value,
        OutreachRow.due_at < before,
    )
    return await _list(session, query.order_by(OutreachRow.due_at).limit(limit))


async def empty_before(session: ClinicSession, before: datetime) -> int:
    """Remove what tells of a person from intents that ended and were begun before an instant; how many."""
    return await _empty(session, OutreachRow.created_at < before)


async def empty_of(session: ClinicSession, patient_ids: Sequence[UUID]) -> int:
    """The same for some patients."""
    return await _empty(session, OutreachRow.patient_id.in_(patient_ids))


async def _empty(session: ClinicSession, condition: ColumnElement[bool]) -> int:
    tells = or_(OutreachRow.address_sealed.is_not(None), OutreachRow.words_sealed.is_not(None))
    emptied = (
        update(OutreachRow)
        .where(condition, tells, OutreachRow.state.not_in(_PLANNED))
        .values(address_sealed=None, address_blind=None, words_sealed=None, offers=[])
        .returning(OutreachRow.id)
    )
    return len((await session.sql.execute(emptied)).all())


def _fresh(*where: ColumnElement[bool]) -> Select[OutreachRow]:
    return select(OutreachRow).where(*where).execution_options(populate_existing=True)


def _locked(query: Select[OutreachRow], lock: bool) -> Select[OutreachRow]:
    return query.with_for_update() if lock else query


async def _list(session: ClinicSession, query: Select[OutreachRow]) -> list[Intent]:
    return [_intent(row) for row in await session.sql.scalars(query)]


def _intent(row: OutreachRow) -> Intent:
    return Intent(**{name: getattr(row, name) for name in _FIELDS} | {"channel": Channel(row.channel)})
