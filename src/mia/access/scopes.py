"""Whose data somebody may open. The only place where a ``ClinicScope`` is made."""

from uuid import UUID

from sqlalchemy import select

from mia.access.models import ClinicTenantRow, MembershipRow
from mia.access.sessions import Principal
from mia.audit import service as audit
from mia.db.session import Database, SystemSession
from mia.kernel.errors import NotFound
from mia.kernel.scope import ClinicScope, Role, SystemScope

ACCESS_DENIED = "Access denied to this clinic dashboard"
"""Said for foreign and unknown clinics alike (spec §4)."""


async def open_scope(database: Database, principal: Principal, slug: str) -> ClinicScope:
    """The scope of a user in a clinic; :class:`NotFound` for foreign and unknown clinics alike."""
    async with database.system(SystemScope.LOGIN) as session:
        scope = await find_scope(session, principal, slug)
    if scope is None:  # raised outside, so that the trail keeps the refusal
        raise NotFound(ACCESS_DENIED)
    return scope


async def find_scope(session: SystemSession, principal: Principal, slug: str) -> ClinicScope | None:
    """Like :func:`open_scope` within a transaction; None, and an audit entry, when it is refused."""
    if "\x00" in slug:  # in no stored text
        return None
    row = (
        await session.sql.execute(
            select(ClinicTenantRow.id, MembershipRow.role)
            .outerjoin(
                MembershipRow,
                (MembershipRow.clinic_id == ClinicTenantRow.id) & (MembershipRow.user_id == principal.user_id),
            )
            .where(ClinicTenantRow.slug == slug)
        )
    ).one_or_none()
    if row is None:
        return None
    if row.role is None:
        await audit.record_unscoped(
            session, "clinic.open", "clinic", "denied", user_id=principal.user_id, tenant_ids=[row.id]
        )
        return None
    return ClinicScope(row.id, audit.actor_of(principal.user_id), principal.user_id, Role(row.role))


def service_scope(clinic_id: UUID, actor: str) -> ClinicScope:
    """A scope for Mia's own work on a clinic it already knows (a call, an event, a periodic task).

    ``actor`` names the work in the audit trail, such as ``"mia"``. Never call it with an id that came
    from a request.
    """
    return ClinicScope(clinic_id, actor)
