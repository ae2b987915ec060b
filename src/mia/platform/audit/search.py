"""Reading the audit log: a tenant's entries by action, outcome, person and time, newest first."""

import base64
import binascii
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import Select, exists, select, text, tuple_

from mia.platform.audit.models import AuditEntryRow
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import Invalid

# From one action to the next one by the index: an audit log of six years has millions of rows and a few dozen
# actions.
_ACTIONS = text("""
    WITH RECURSIVE known AS (
        (SELECT action FROM audit_entries WHERE tenant_id = :tenant_id ORDER BY action LIMIT 1)
        UNION ALL
        SELECT (SELECT action FROM audit_entries WHERE tenant_id = :tenant_id AND action > known.action
                ORDER BY action LIMIT 1)
        FROM known WHERE known.action IS NOT NULL
    )
    SELECT action FROM known WHERE action IS NOT NULL
""")


@dataclass(frozen=True)
class Entry:
    """One entry of the audit log. ``actor`` is a person's id or the name of Mia's own work."""

    id: UUID
    at: datetime
    actor: str
    user_id: UUID | None
    action: str
    kind: str
    object_ids: tuple[UUID, ...]
    outcome: str
    address: str | None = None
    session_id: UUID | None = None


@dataclass(frozen=True)
class AuditSearch:
    """Which entries. ``since`` is included, ``until`` is not; ``cursor`` continues an earlier page."""

    action: str | None = None
    outcome: str | None = None
    user_id: UUID | None = None
    since: datetime | None = None
    until: datetime | None = None
    cursor: str | None = None
    limit: int = 50


@dataclass(frozen=True)
class AuditPage:
    """A page, and what asks for the next one."""

    entries: list[Entry]
    next_cursor: str | None


async def search_entries(session: ClinicSession, search: AuditSearch) -> AuditPage:
    """A page of the clinic's audit log; :class:`Invalid` for a cursor that is not ours."""
    query = _matching(session.scope.tenant_id, search)
    if search.cursor is not None:
        query = query.where(tuple_(AuditEntryRow.at, AuditEntryRow.id) < tuple_(*_read(search.cursor)))
    newest = query.order_by(AuditEntryRow.at.desc(), AuditEntryRow.id.desc())
    rows = (await session.sql.scalars(newest.limit(search.limit + 1))).all()
    entries = [_entry(row) for row in rows[: search.limit]]
    more = len(rows) > search.limit
    return AuditPage(entries, _write(entries[-1]) if more else None)


async def list_about(
    session: ClinicSession, patient_id: UUID, *, actions: Sequence[str] = (), limit: int = 500
) -> list[Entry]:
    """Entries about this patient alone (not the lists on which they stood), newest first; those of some
    ``actions`` when named."""
    query = select(AuditEntryRow).where(
        AuditEntryRow.tenant_id == session.scope.tenant_id,
        # As the index has it: a parameter in the place of 1 would not be seen to be the same.
        text("kind = 'patient' AND object_ids[1] = :patient_id").bindparams(patient_id=patient_id),
    )
    if actions:
        query = query.where(AuditEntryRow.action.in_(actions))
    newest = query.order_by(AuditEntryRow.at.desc(), AuditEntryRow.id.desc()).limit(limit)
    return [_entry(row) for row in await session.sql.scalars(newest)]


async def list_actions(session: ClinicSession) -> list[str]:
    """The actions found in the clinic's audit log, in order."""
    rows = await session.sql.scalars(_ACTIONS, {"tenant_id": session.scope.tenant_id})
    return list(rows.all())


async def list_admitted(session: ClinicSession, user_ids: Sequence[UUID]) -> set[UUID]:
    """Those of ``user_ids`` who have done something in the clinic, as distinct from strangers it refused."""
    admitted = set()
    for user_id in user_ids:
        of_theirs = (AuditEntryRow.tenant_id == session.scope.tenant_id) & (AuditEntryRow.user_id == user_id)
        if await session.sql.scalar(select(exists().where(of_theirs, AuditEntryRow.outcome == "ok"))):
            admitted.add(user_id)
    return admitted


def _matching(tenant_id: UUID, search: AuditSearch) -> Select[AuditEntryRow]:
    query = select(AuditEntryRow).where(AuditEntryRow.tenant_id == tenant_id)
    for column, value in (
        (AuditEntryRow.action, search.action),
        (AuditEntryRow.outcome, search.outcome),
        (AuditEntryRow.user_id, search.user_id),
    ):
        if value is not None:
            query = query.where(column == value)
    if search.since is not None:
        query = query.where(AuditEntryRow.at >= search.since)
    if search.until is not None:
        query = query.where(AuditEntryRow.at < search.until)
    return query


def _entry(row: AuditEntryRow) -> Entry:
    return Entry(
        id=row.id,
        at=row.at,
        actor=row.actor,
        user_id=row.user_id,
        action=row.action,
        kind=row.kind,
        object_ids=tuple(row.object_ids),
        outcome=row.outcome,
        address=row.address,
        session_id=row.session_id,
    )


def _write(entry: Entry) -> str:
    return base64.urlsafe_b64encode(f"{entry.at.isoformat()} {entry.id}".encode()).decode()


def _read(cursor: str) -> tuple[datetime, UUID]:
    try:
        at, _, entry_id = base64.urlsafe_b64decode(cursor.encode()).decode().partition(" ")
        moment = datetime.fromisoformat(at)
        if moment.tzinfo is None:
            raise ValueError("An instant has a zone")
        return moment, UUID(entry_id)
    except (ValueError, binascii.Error):
        raise Invalid("This list has expired. Please reload the page.") from None
