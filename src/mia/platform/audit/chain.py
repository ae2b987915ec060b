"""The keyed hash chain that makes a later change of the audit log visible (45 CFR 164.312(c)(2)).

Each entry's seal is ``HMAC-SHA-256(key, seal before | entry)``. The key is a data key wrapped by the master key, so
that the owner of the database cannot compute a chain again. Chains begun before version 0.2 start with plain
SHA-256 seals, which have no key id; they go on with keyed ones.

Sealing is batched and separate from writing, so that a write never waits for another one.
"""

import hashlib
import json
from datetime import UTC, datetime, timedelta
from uuid import UUID

from sqlalchemy import Exists, Select, exists, func, insert, select, text

from mia.platform.audit.models import AuditEntryRow, AuditSealRow
from mia.platform.db.encryption import DataKey
from mia.platform.db.session import AuditSession, Database

BATCH = 1000
GENESIS = bytes(32)
"""What the first seal of a chain follows."""
LATE = timedelta(hours=1)
"""No transaction lasts as long: an entry older than this below the newest sealed one is sealed itself."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


async def seal_entries(database: Database) -> int:
    """Seal all entries not yet sealed; returns how many. Periodic work."""
    total = 0
    while True:
        async with database.audit() as session:
            count = await _seal_batch(session)
        total += count
        if count < BATCH:
            return total


def seal_of(key: DataKey, previous: bytes, position: int, entry: AuditEntryRow) -> bytes:
    """The keyed seal of an entry at a position, after the seal before."""
    session_id = str(entry.session_id) if entry.session_id else None
    return key.mac(b"audit-chain", previous + _canonical([position, *_fields(entry), entry.address, session_id]))


def plain_seal_of(previous: bytes, entry: AuditEntryRow) -> bytes:
    """The seal of an entry as versions before 0.2 made it."""
    return hashlib.sha256(previous + _canonical(_fields(entry))).digest()


def is_sealed() -> Exists:
    """The condition that an entry has its seal."""
    return exists().where(
        AuditSealRow.tenant_id == AuditEntryRow.tenant_id, AuditSealRow.entry_id == AuditEntryRow.id
    )


async def _seal_batch(session: AuditSession) -> int:
    await session.sql.execute(text("SELECT pg_advisory_xact_lock(hashtextextended('audit_seals', 0))"))
    entries = (await session.sql.scalars(_unsealed().limit(BATCH))).all()
    heads: dict[UUID, tuple[int, bytes]] = {}
    seals = []
    for entry in entries:
        last, previous = heads.get(entry.tenant_id) or await _head(session, entry.tenant_id)
        position = last + 1
        seal = seal_of(session.key, previous, position, entry)
        heads[entry.tenant_id] = (position, seal)
        seals.append(
            {
                "tenant_id": entry.tenant_id,
                "position": position,
                "entry_id": entry.id,
                "entry_at": entry.at,
                "hash": seal,
                "key_id": session.key.id,
            }
        )
    if seals:
        await session.sql.execute(insert(AuditSealRow), seals)
    return len(seals)


def _unsealed() -> Select[AuditEntryRow]:
    newest = select(func.max(AuditSealRow.entry_at)).scalar_subquery()
    return (
        select(AuditEntryRow)
        .where(~is_sealed(), AuditEntryRow.at > func.coalesce(newest - LATE, _EPOCH))
        .order_by(AuditEntryRow.at, AuditEntryRow.id)
    )


async def _head(session: AuditSession, tenant_id: UUID) -> tuple[int, bytes]:
    row = (
        await session.sql.execute(
            select(AuditSealRow.position, AuditSealRow.hash)
            .where(AuditSealRow.tenant_id == tenant_id)
            .order_by(AuditSealRow.position.desc())
            .limit(1)
        )
    ).one_or_none()
    return (row.position, row.hash) if row else (0, GENESIS)


def _fields(entry: AuditEntryRow) -> list[object]:
    return [
        str(entry.tenant_id),
        str(entry.id),
        entry.at.astimezone(UTC).isoformat(timespec="microseconds"),
        entry.actor,
        str(entry.user_id) if entry.user_id else None,
        entry.action,
        entry.kind,
        [str(object_id) for object_id in entry.object_ids],
        entry.outcome,
    ]


def _canonical(fields: list[object]) -> bytes:
    return json.dumps(fields, separators=(",", ":")).encode()
