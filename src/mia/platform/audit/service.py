"""The audit log: one row for each access to health information and each change of rights.

Rows are written in the transaction of the work they describe, so that there is never one without the
other. A periodic job seals them into a keyed hash chain per tenant (``chain.py``), whose heads are kept outside
the database (``anchors.py``) and can be checked against it (``verification.py``).
"""

from collections.abc import Sequence
from typing import Any, cast
from uuid import UUID

from sqlalchemy import Select, Table, bindparam, func, insert, select

from mia.platform.audit.anchors import (
    ANCHOR_EVERY,
    Anchor,
    AnchorFile,
    Anchors,
    accept_chains,
    anchor_heads,
    read_heads,
)
from mia.platform.audit.chain import seal_entries
from mia.platform.audit.models import AuditEntryRow
from mia.platform.audit.retention import PURGE_EVERY, content_cutoff, list_receipts, record_purge
from mia.platform.audit.search import (
    AuditSearch,
    Entry,
    list_about,
    list_actions,
    list_admitted,
    search_entries,
)
from mia.platform.audit.verification import ChainBreak, ChainState, audited_tenants, verify_chain
from mia.platform.db.session import AccountSession, ClinicSession, OrgSession
from mia.platform.db.together import Insertion, Write, write_together
from mia.platform.http.source import RequestSource, current_source
from mia.platform.kernel.ids import encode, new_id
from mia.platform.kernel.scope import ClinicScope, OrgScope

_ENTRIES = cast(Table, AuditEntryRow.__table__)
_ENTER = insert(_ENTRIES)
"""Into the table, not of the class: nothing has to be made of what no one reads back."""

_ENTRY = Insertion(
    _ENTRIES,
    *("tenant_id", "id", "actor", "user_id", "action", "kind", "object_ids", "outcome", "address", "session_id"),
)

_BY_REQUEST = ("tok_", "voice-token:", "voice-monitor:")
"""Actors that are programs: they have no user but still a network address."""

PLATFORM = UUID(int=0)
"""The tenant of entries that concern no clinic, such as a sign-in with an unknown email."""


async def record(
    session: ClinicSession | OrgSession, action: str, kind: str, ids: Sequence[UUID] = (), outcome: str = "ok"
) -> None:
    """Note that the session's actor did ``action`` (``"patient.read"``) to the objects ``ids`` of ``kind``.

    ``action``, ``kind`` and ``outcome`` are fixed words; the database refuses anything else.
    """
    await write_together(session.sql, [entry(session, action, kind, ids, outcome)])


def entry(
    session: ClinicSession | OrgSession, action: str, kind: str, ids: Sequence[UUID] = (), outcome: str = "ok"
) -> Write:
    """What :func:`record` notes, to be written together with what it is about."""
    return _ENTRY.of({**_entry(session, action, kind, outcome), "object_ids": list(ids)})


def noting(found: Select[*tuple[Any, ...]], object_id: str) -> Select[*tuple[Any, ...]]:
    """A query in which the column named ``object_id`` says what is read, made to enter by the same statement that
    the session's actor has read it; it notes nothing where it finds nothing. Its further parameters:
    :func:`reading`."""
    rows, table = found.cte("found"), AuditEntryRow
    columns = [
        table.tenant_id, table.id, table.actor, table.user_id, table.action, table.kind, table.outcome,
        table.address, table.session_id,
    ]  # fmt: skip
    values = [bindparam(f"noted_{column.key}", type_=column.type) for column in columns]
    read = select(*values, func.array_agg(rows.c[object_id].distinct())).select_from(rows).having(func.count() > 0)
    names = [*(column.key for column in columns), table.object_ids.key]
    return select(rows).add_cte(insert(_ENTRIES).from_select(names, read).cte("noted"))


def reading(session: ClinicSession, action: str, kind: str) -> dict[str, Any]:
    """What :func:`noting` enters of the reading of objects of a kind."""
    return {f"noted_{name}": value for name, value in _entry(session, action, kind, "ok").items()}


def _entry(session: ClinicSession | OrgSession, action: str, kind: str, outcome: str) -> dict[str, Any]:
    scope = session.scope
    source = _source_of(scope)
    return {
        "tenant_id": scope.tenant_id,
        "id": new_id(),
        "actor": scope.actor,
        "user_id": scope.user_id if isinstance(scope, ClinicScope) else None,
        "action": action,
        "kind": kind,
        "outcome": outcome,
        "address": source.address,
        "session_id": source.session_id,
    }


def _source_of(scope: ClinicScope | OrgScope) -> RequestSource:
    """Where the request of a person or a program comes from; nothing of what Mia does for a visitor, whose address
    is health information here."""
    is_person = isinstance(scope, ClinicScope) and scope.user_id is not None
    return current_source() if is_person or scope.actor.startswith(_BY_REQUEST) else RequestSource()


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

    It is kept in the audit log of each tenant, or in the platform's where there is none. ``ids`` are the objects,
    ``actor`` is who did it where that is not the user.
    """
    source = current_source()
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
            "address": source.address,
            "session_id": source.session_id,
        }
        for tenant_id in (tenant_ids or [PLATFORM])
    ]
    await session.sql.execute(_ENTER, rows)


def actor_of(user_id: UUID | None) -> str:
    """A person's name in the audit log; Mia's own work names itself."""
    return encode("usr", user_id) if user_id else "anonymous"
