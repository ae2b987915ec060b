"""Is the audit log as it was written? Its chain is computed again and compared with the anchors outside.

Entries may be deleted when the law no longer asks for them: that a chain's oldest entries are gone is no break,
where an anchor shows that they are older than :data:`KEPT`. Their seals stay.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal
from uuid import UUID

from sqlalchemy import Row, select, text

from mia.platform.audit.anchors import Anchor, Anchors
from mia.platform.audit.chain import BATCH, GENESIS, LATE, is_sealed, plain_seal_of, seal_of
from mia.platform.audit.models import AuditEntryRow, AuditSealRow
from mia.platform.db.encryption import DataKey
from mia.platform.db.session import AuditSession

KEPT = timedelta(days=6 * 366)
"""Six years (45 CFR 164.316(b)(2)(i))."""

_TENANTS = text("""
    WITH RECURSIVE known AS (
        (SELECT tenant_id FROM audit_entries ORDER BY tenant_id LIMIT 1)
        UNION ALL
        SELECT (SELECT tenant_id FROM audit_entries WHERE tenant_id > known.tenant_id ORDER BY tenant_id LIMIT 1)
        FROM known WHERE known.tenant_id IS NOT NULL
    )
    SELECT tenant_id FROM known WHERE tenant_id IS NOT NULL
""")

Reason = Literal["altered", "missing", "unsealed", "unkeyed", "other_key", "rewritten", "cut_off"]


@dataclass(frozen=True)
class ChainState:
    """A sound chain: how many entries are sealed, the newest seal, and the newest anchor that agrees with it."""

    sealed: int
    head: bytes
    anchor: Anchor | None = None


@dataclass(frozen=True)
class ChainBreak:
    """The first row that does not agree with the chain or an anchor, and in what way.

    ``entry_id`` is None where the entry's id is gone too (``cut_off``), ``position`` where the entry never had one
    (``unsealed``).
    """

    entry_id: UUID | None
    position: int | None
    reason: Reason


async def audited_tenants(session: AuditSession, anchors: Anchors) -> list[UUID]:
    """Every tenant that has entries, or has an anchor that says it had."""
    found = set(await session.sql.scalars(_TENANTS))
    return sorted(found | anchors.by_tenant.keys())


async def verify_chain(
    session: AuditSession, tenant_id: UUID, anchors: Sequence[Anchor] = ()
) -> ChainState | ChainBreak:
    """Compute a tenant's chain again from its beginning; name the first row that broke it."""
    chain = _Chain(session.key, anchors)
    while True:
        page = await session.sql.execute(
            select(AuditSealRow, AuditEntryRow)
            .outerjoin(
                AuditEntryRow,
                (AuditEntryRow.tenant_id == AuditSealRow.tenant_id) & (AuditEntryRow.id == AuditSealRow.entry_id),
            )
            .where(AuditSealRow.tenant_id == tenant_id, AuditSealRow.position > chain.position)
            .order_by(AuditSealRow.position)
            .limit(BATCH)
        )
        rows = page.all()
        if broken := chain.follow(rows):
            return broken
        session.sql.expunge_all()
        if len(rows) < BATCH:
            break
    if chain.position < chain.last_anchored:
        return ChainBreak(None, chain.position + 1, "cut_off")
    slipped = await _slipped_in(session, tenant_id)
    if slipped is not None:
        return ChainBreak(slipped, None, "unsealed")
    return ChainState(chain.position, chain.head, anchors[-1] if anchors else None)


class _Chain:
    """One walk along a chain. ``position`` and ``head`` are those of the last row that was found right."""

    def __init__(self, key: DataKey, anchors: Sequence[Anchor]) -> None:
        self.position, self.head = 0, GENESIS
        self.last_anchored = max((anchor.position for anchor in anchors), default=0)
        self._key = key
        self._keyed = False
        self._anchored = {anchor.position: anchor.head for anchor in anchors}
        expired = datetime.now(UTC) - KEPT
        self._expired_to = max((anchor.position for anchor in anchors if anchor.at < expired), default=0)

    def follow(self, rows: Iterable[Row[AuditSealRow, AuditEntryRow]]) -> ChainBreak | None:
        """Go on along these rows; the first one that is not right, if any."""
        for seal, entry in rows:
            if reason := self._fault(seal, entry):
                return ChainBreak(seal.entry_id, seal.position, reason)
            self.position, self.head = seal.position, seal.hash
        return None

    def _fault(self, seal: AuditSealRow, entry: AuditEntryRow | None) -> Reason | None:
        if seal.position != self.position + 1:
            return "altered"
        if seal.position in self._anchored and seal.hash != self._anchored[seal.position]:
            return "rewritten"
        if seal.key_id is None and self._keyed:
            return "unkeyed"
        if seal.key_id not in (None, self._key.id):
            return "other_key"
        self._keyed = seal.key_id is not None
        if entry is None:
            return None if seal.position <= self._expired_to else "missing"
        return None if seal.hash == self._expected(seal, entry) else "altered"

    def _expected(self, seal: AuditSealRow, entry: AuditEntryRow) -> bytes:
        if seal.key_id is None:
            return plain_seal_of(self.head, entry)
        return seal_of(self._key, self.head, seal.position, entry)


async def _slipped_in(session: AuditSession, tenant_id: UUID) -> UUID | None:
    """An entry dated so far back that the sealing never saw it: written later than it says."""
    newest = select(AuditSealRow.entry_at).order_by(AuditSealRow.entry_at.desc()).limit(1).scalar_subquery()
    found: UUID | None = await session.sql.scalar(
        select(AuditEntryRow.id)
        .where(AuditEntryRow.tenant_id == tenant_id, ~is_sealed(), AuditEntryRow.at <= newest - LATE)
        .order_by(AuditEntryRow.at, AuditEntryRow.id)
        .limit(1)
    )
    return found
