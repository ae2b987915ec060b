"""The audit trail: one row for each access to health information and each change of rights.

Rows are written in the transaction of the work they describe, so that there is never one without the
other. A periodic job seals them into a hash chain per tenant (see ``chain.py``).
"""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import insert

from mia.audit.chain import ChainBreak, ChainState, seal_entries, verify_chain
from mia.audit.models import AuditEntryRow
from mia.audit.retention import PURGE_EVERY, Receipt, content_cutoff, list_receipts, record_purge
from mia.audit.search import Entry, TrailPage, TrailSearch, list_actions, list_admitted, search_entries
from mia.db.session import AccountSession, ClinicSession, OrgSession
from mia.kernel.ids import encode, new_id
from mia.kernel.scope import ClinicScope

__all__ = [
    "PLATFORM",
    "PURGE_EVERY",
    "ChainBreak",
    "ChainState",
    "Entry",
    "Receipt",
    "TrailPage",
    "TrailSearch",
    "actor_of",
    "content_cutoff",
    "list_actions",
    "list_admitted",
    "list_receipts",
    "record",
    "record_purge",
    "record_unscoped",
    "seal_entries",
    "search_entries",
    "verify_chain",
]

PLATFORM = UUID(int=0)
"""The tenant of entries that concern no clinic, such as a sign-in with an unknown e-mail."""


async def record(
    session: ClinicSession | OrgSession, action: str, kind: str, ids: Sequence[UUID] = (), outcome: str = "ok"
) -> None:
    """Note that the session's actor did ``action`` (``"patient.read"``) to the objects ``ids`` of ``kind``.

    ``action``, ``kind`` and ``outcome`` are fixed words; the database refuses anything else.
    """
    scope = session.scope
    await session.sql.execute(
        insert(AuditEntryRow).values(
            tenant_id=scope.tenant_id,
            id=new_id(),
            actor=scope.actor,
            user_id=scope.user_id if isinstance(scope, ClinicScope) else None,
            action=action,
            kind=kind,
            object_ids=list(ids),
            outcome=outcome,
        )
    )


async def record_unscoped(
    session: AccountSession,
    action: str,
    kind: str,
    outcome: str,
    *,
    user_id: UUID | None,
    tenant_ids: Sequence[UUID],
    ids: Sequence[UUID] = (),
    actor: str | None = None,
) -> None:
    """Note what happened before a clinic's scope was given: a sign-in, a sign-out, a refused entry.

    It stands in the trail of each tenant, or in the platform's where there is none. ``ids`` are the objects,
    ``actor`` is who did it where that is not the user.
    """
    rows: list[dict[str, object]] = [
        {
            "tenant_id": tenant_id,
            "id": new_id(),
            "actor": actor or actor_of(user_id),
            "user_id": user_id,
            "action": action,
            "kind": kind,
            "object_ids": list(ids),
            "outcome": outcome,
        }
        for tenant_id in (tenant_ids or [PLATFORM])
    ]
    await session.sql.execute(insert(AuditEntryRow), rows)


def actor_of(user_id: UUID | None) -> str:
    """How a person stands in the trail; work of Mia's own names itself."""
    return encode("usr", user_id) if user_id else "anonymous"
