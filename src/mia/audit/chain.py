"""The hash chain that makes a later change of the trail visible (compliance: 45 CFR 164.312(c)(2)).

Each entry's seal is ``SHA-256(seal before | canonical entry)``. Sealing is batched and separate from
writing, so that a write never waits for another one. The newest hash of each batch goes to the log,
which lies outside the database: whoever rewrites the whole chain does not match it.
"""

import hashlib
import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal
from uuid import UUID

import structlog
from sqlalchemy import Select, exists, func, insert, select, text

from mia.audit.models import AuditEntryRow, AuditSealRow
from mia.db.session import Database, SystemSession
from mia.kernel.scope import SystemScope

log = structlog.get_logger()

_BATCH = 1000
_GENESIS = bytes(32)
# No transaction lasts as long: an entry older than this below the newest sealed one is sealed itself.
_LATE = timedelta(hours=1)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class ChainState:
    """A sound chain: how many entries are sealed, and the newest hash to keep elsewhere."""

    sealed: int
    head: bytes


@dataclass(frozen=True)
class ChainBreak:
    """The first entry that does not agree with the chain, and in what way."""

    entry_id: UUID
    position: int | None
    reason: Literal["altered", "missing", "unsealed"]


async def seal_entries(database: Database) -> int:
    """Seal all entries not yet sealed; returns how many. Periodic work."""
    total = 0
    while True:
        async with database.system(SystemScope.CRON) as session:
            count = await _seal_batch(session)
        total += count
        if count < _BATCH:
            return total


async def verify_chain(session: SystemSession, tenant_id: UUID) -> ChainState | ChainBreak:
    """Recompute a tenant's chain from its beginning; name the first entry that broke it."""
    previous, position = _GENESIS, 0
    while True:
        page = await session.sql.execute(
            select(AuditSealRow, AuditEntryRow)
            .outerjoin(
                AuditEntryRow,
                (AuditEntryRow.tenant_id == AuditSealRow.tenant_id) & (AuditEntryRow.id == AuditSealRow.entry_id),
            )
            .where(AuditSealRow.tenant_id == tenant_id, AuditSealRow.position > position)
            .order_by(AuditSealRow.position)
            .limit(_BATCH)
        )
        rows = page.all()
        for seal, entry in rows:
            if entry is None:
                return ChainBreak(seal.entry_id, seal.position, "missing")
            if seal.position != position + 1 or seal.hash != _link(previous, entry):
                return ChainBreak(seal.entry_id, seal.position, "altered")
            previous, position = seal.hash, seal.position
        session.sql.expunge_all()
        if len(rows) < _BATCH:
            break
    slipped = await _slipped_in(session, tenant_id)
    return ChainBreak(slipped, None, "unsealed") if slipped else ChainState(position, previous)


async def _seal_batch(session: SystemSession) -> int:
    await session.sql.execute(text("SELECT pg_advisory_xact_lock(hashtextextended('audit_seals', 0))"))
    entries = (await session.sql.scalars(_unsealed().limit(_BATCH))).all()
    heads: dict[UUID, tuple[int, bytes]] = {}
    seals = []
    for entry in entries:
        head = heads.get(entry.tenant_id) or await _head(session, entry.tenant_id)
        position, hash_ = head[0] + 1, _link(head[1], entry)
        heads[entry.tenant_id] = (position, hash_)
        seals.append(
            {
                "tenant_id": entry.tenant_id,
                "position": position,
                "entry_id": entry.id,
                "entry_at": entry.at,
                "hash": hash_,
            }
        )
    if seals:
        await session.sql.execute(insert(AuditSealRow), seals)
    for tenant_id, (position, hash_) in heads.items():
        log.info("audit_sealed", tenant_id=str(tenant_id), position=position, head=hash_.hex())
    return len(seals)


def _unsealed() -> Select[AuditEntryRow]:
    newest = select(func.max(AuditSealRow.entry_at)).scalar_subquery()
    sealed = exists().where(
        AuditSealRow.tenant_id == AuditEntryRow.tenant_id, AuditSealRow.entry_id == AuditEntryRow.id
    )
    return (
        select(AuditEntryRow)
        .where(~sealed, AuditEntryRow.at > func.coalesce(newest - _LATE, _EPOCH))
        .order_by(AuditEntryRow.at, AuditEntryRow.id)
    )


async def _head(session: SystemSession, tenant_id: UUID) -> tuple[int, bytes]:
    row = (
        await session.sql.execute(
            select(AuditSealRow.position, AuditSealRow.hash)
            .where(AuditSealRow.tenant_id == tenant_id)
            .order_by(AuditSealRow.position.desc())
            .limit(1)
        )
    ).one_or_none()
    return (row.position, row.hash) if row else (0, _GENESIS)


async def _slipped_in(session: SystemSession, tenant_id: UUID) -> UUID | None:
    """An entry dated so far back that the sealing never saw it: written later than it says."""
    newest = select(func.max(AuditSealRow.entry_at)).scalar_subquery()
    sealed = exists().where(
        AuditSealRow.tenant_id == AuditEntryRow.tenant_id, AuditSealRow.entry_id == AuditEntryRow.id
    )
    found: UUID | None = await session.sql.scalar(
        select(AuditEntryRow.id)
        .where(AuditEntryRow.tenant_id == tenant_id, ~sealed, AuditEntryRow.at <= newest - _LATE)
        .order_by(AuditEntryRow.at, AuditEntryRow.id)
        .limit(1)
    )
    return found


def _link(previous: bytes, entry: AuditEntryRow) -> bytes:
    canonical = json.dumps(
        [
            str(entry.tenant_id),
            str(entry.id),
            entry.at.astimezone(UTC).isoformat(timespec="microseconds"),
            entry.actor,
            str(entry.user_id) if entry.user_id else None,
            entry.action,
            entry.kind,
            [str(object_id) for object_id in entry.object_ids],
            entry.outcome,
        ],
        separators=(",", ":"),
    )
    return hashlib.sha256(previous + canonical.encode()).digest()
