"""How long content is kept, and the receipts of what was removed."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import insert, select

from mia.platform.audit.models import PurgeReceiptRow
from mia.platform.db.session import ClinicSession, OrgSession, SystemSession
from mia.platform.kernel.ids import new_id

PURGE_EVERY = timedelta(hours=1)
"""How often purges run; nothing outlives its time between two runs."""


@dataclass(frozen=True)
class Receipt:
    """A purge that removed something. ``count`` things of ``kind`` were older than ``cutoff``."""

    kind: str
    count: int
    cutoff: datetime
    at: datetime


def content_cutoff(now: datetime, retention_days: int) -> datetime:
    """What is older goes now, so that nothing is kept longer than ``retention_days``."""
    return now - timedelta(days=retention_days) + PURGE_EVERY


async def record_purge(
    session: ClinicSession | OrgSession | SystemSession,
    tenant_id: UUID,
    counts: Mapping[str, int],
    cutoff: datetime,
) -> None:
    """Leave a receipt for each kind of which something was removed."""
    rows = [
        {
            "tenant_id": tenant_id,
            "id": new_id(),
            "at": session.now(),
            "kind": kind,
            "count": count,
            "cutoff": cutoff,
        }
        for kind, count in counts.items()
        if count
    ]
    if rows:
        await session.sql.execute(insert(PurgeReceiptRow), rows)


async def list_receipts(session: ClinicSession | OrgSession) -> list[Receipt]:
    """What was removed for a tenant, newest first."""
    query = select(PurgeReceiptRow).where(PurgeReceiptRow.tenant_id == session.scope.tenant_id)
    rows = await session.sql.scalars(query.order_by(PurgeReceiptRow.at.desc(), PurgeReceiptRow.id.desc()))
    return [Receipt(row.kind, row.count, row.cutoff, row.at) for row in rows]
