"""Chain heads kept outside the database: without them, no one could tell that a chain's end was cut off.

A head is appended to a file of its own and logged. Each line of the file carries a MAC by the chain's key, so that
only Mia can write one.
"""

import asyncio
import hmac
import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID

import structlog
from sqlalchemy import text

from mia.platform.db.encryption import DataKey
from mia.platform.db.session import AuditSession, Database
from mia.platform.telemetry.metrics import AUDIT_ANCHORED

log = structlog.get_logger()

ANCHOR_EVERY = timedelta(minutes=15)
"""How often heads are anchored. An end cut off within this time of being written can go unseen."""

_PURPOSE = b"audit-anchor"

# From one tenant to the next one by the primary key: chains of six years have millions of rows.
_HEADS = text("""
    WITH RECURSIVE tenants AS (
        (SELECT tenant_id FROM audit_seals ORDER BY tenant_id LIMIT 1)
        UNION ALL
        SELECT (SELECT tenant_id FROM audit_seals WHERE tenant_id > tenants.tenant_id ORDER BY tenant_id LIMIT 1)
        FROM tenants WHERE tenants.tenant_id IS NOT NULL
    )
    SELECT tenants.tenant_id, head.position, head.hash FROM tenants CROSS JOIN LATERAL (
        SELECT position, hash FROM audit_seals WHERE audit_seals.tenant_id = tenants.tenant_id
        ORDER BY position DESC LIMIT 1
    ) AS head WHERE tenants.tenant_id IS NOT NULL
""")


@dataclass(frozen=True)
class Anchor:
    """The head of a tenant's chain at an instant: the seal (``head``) of its row number ``position``."""

    tenant_id: UUID
    position: int
    head: bytes
    at: datetime


@dataclass
class Anchors:
    """What an anchor file holds. ``foreign`` are the numbers of lines that Mia did not write."""

    by_tenant: dict[UUID, list[Anchor]] = field(default_factory=dict)
    foreign: list[int] = field(default_factory=list)

    def of(self, tenant_id: UUID) -> Sequence[Anchor]:
        """A tenant's anchors, oldest first."""
        return self.by_tenant.get(tenant_id, ())


@dataclass(frozen=True)
class AnchorFile:
    """A file that is only ever appended to: one JSON object a line, mode 0600."""

    path: Path
    key: DataKey

    def append(self, anchors: Iterable[Anchor], *, accepting: bool = False) -> None:
        """Add lines and wait until the disk has them.

        ``accepting``: what the file holds so far about rows beyond these heads no longer counts.
        """
        lines = [self._line({"accepted": datetime.now(UTC).isoformat()})] if accepting else []
        lines += [
            self._line(
                {
                    "at": anchor.at.isoformat(),
                    "tenant": str(anchor.tenant_id),
                    "position": anchor.position,
                    "head": anchor.head.hex(),
                }
            )
            for anchor in anchors
        ]
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with os.fdopen(os.open(self.path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600), "ab") as file:
            file.write(b"".join(lines))
            file.flush()
            os.fsync(file.fileno())

    def read(self) -> Anchors:
        """All lines; none when there is no file."""
        found, before = Anchors(), dict[UUID, list[Anchor]]()
        if not self.path.exists():
            return found
        with self.path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                match self._parse(line):
                    case None:
                        found.foreign.append(number)
                    case Anchor() as anchor:
                        found.by_tenant.setdefault(anchor.tenant_id, []).append(anchor)
                    case True:
                        before, found = _merged(before, found), Anchors()
        return Anchors(_merged(before, found), found.foreign)

    def _line(self, values: dict[str, object]) -> bytes:
        mac = self.key.mac(_PURPOSE, json.dumps(values, sort_keys=True).encode()).hex()
        return json.dumps(values | {"mac": mac}).encode() + b"\n"

    def _parse(self, line: bytes) -> "Anchor | bool | None":
        """An anchor, True for a line that accepts a restored database, None for what is not ours."""
        try:
            values = json.loads(line)
            mac = bytes.fromhex(values.pop("mac"))
            if not hmac.compare_digest(mac, self.key.mac(_PURPOSE, json.dumps(values, sort_keys=True).encode())):
                return None
        except (ValueError, KeyError, TypeError, AttributeError):
            return None
        if "accepted" in values:
            return True
        head, at = bytes.fromhex(values["head"]), datetime.fromisoformat(values["at"])
        return Anchor(UUID(values["tenant"]), values["position"], head, at)


async def read_heads(session: AuditSession) -> list[Anchor]:
    """The heads of all chains as they are now."""
    at = datetime.now(UTC)  # the machine's time: a development clock says nothing of when the file was written
    rows = await session.sql.execute(_HEADS)
    return [Anchor(row.tenant_id, row.position, bytes(row.hash), at) for row in rows]


async def anchor_heads(database: Database, path: Path, known: dict[UUID, int]) -> list[Anchor]:
    """Write the heads that have moved since ``known`` (a tenant's last anchored position) to the file and the log.

    Returns them, and enters them in ``known``.
    """
    async with database.audit() as session:
        moved = [head for head in await read_heads(session) if known.get(head.tenant_id) != head.position]
        file = AnchorFile(path, session.key)
    if moved:
        await asyncio.to_thread(file.append, moved)
    AUDIT_ANCHORED.set_to_current_time()
    for head in moved:
        known[head.tenant_id] = head.position
        log.warning("audit_anchored", tenant_id=str(head.tenant_id), position=head.position, head=head.head.hex())
    return moved


async def accept_chains(database: Database, path: Path) -> list[Anchor]:
    """Take the chains as they are now for the right ones, after a database was restored from a backup."""
    async with database.audit() as session:
        heads = await read_heads(session)
        file = AnchorFile(path, session.key)
    await asyncio.to_thread(file.append, heads, accepting=True)
    log.warning("audit_chains_accepted", chains=len(heads))
    return heads


def _merged(before: dict[UUID, list[Anchor]], found: Anchors) -> dict[UUID, list[Anchor]]:
    """Older anchors and those after an acceptance: of the older ones, those that it did not set aside."""
    return {
        tenant_id: [old for old in before.get(tenant_id, ()) if old.position <= anchors[0].position] + anchors
        for tenant_id, anchors in found.by_tenant.items()
    }
