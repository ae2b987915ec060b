"""Whose data someone may open. The only place where a ``ClinicScope`` is made."""

from uuid import UUID

from sqlalchemy import select

from mia.identity.grants import OpenGrant, find_grant
from mia.identity.models import ClinicTenantRow, MembershipRow
from mia.identity.principal import Principal
from mia.platform.audit import service as audit
from mia.platform.db.session import Database, SystemSession
from mia.platform.kernel.errors import EnrolmentDue, NotFound
from mia.platform.kernel.ids import encode
from mia.platform.kernel.scope import ClinicScope, Role, SystemScope

ACCESS_DENIED = "Access denied to this clinic dashboard"
"""Said for foreign and unknown clinics alike (spec §4)."""

SHOWCASE = "downtown-medspa"
"""The demo practice: any signed-in user may read its client analytics (spec §2), nothing else."""


async def open_scope(database: Database, principal: Principal, slug: str) -> ClinicScope:
    """The scope of a user in a clinic; :class:`NotFound` for foreign and unknown clinics alike."""
    async with database.system(SystemScope.LOGIN) as session:
        scope = await find_scope(session, principal, slug)
    if scope is None:  # raised outside, so that the audit log keeps the refusal
        raise NotFound(ACCESS_DENIED)
    return scope


async def open_figures(database: Database, principal: Principal, slug: str) -> ClinicScope:
    """The scope in which a user may read the figures of a clinic: a member's own, or of the demo practice a scope
    without role. :class:`NotFound` for other clinics of others; the route reads figures alone."""
    async with database.system(SystemScope.LOGIN) as session:
        showcase = select(ClinicTenantRow.id).where(ClinicTenantRow.slug == SHOWCASE, ClinicTenantRow.sample)
        clinic_id = await session.sql.scalar(showcase) if slug == SHOWCASE else None
        theirs = select(MembershipRow.clinic_id).where(
            MembershipRow.user_id == principal.user_id, MembershipRow.disabled_at.is_(None)
        )
        member = clinic_id is not None and clinic_id in set(await session.sql.scalars(theirs))
    if clinic_id is None or member:
        return await open_scope(database, principal, slug)
    return ClinicScope(clinic_id, audit.actor_of(principal.user_id), principal.user_id)


async def find_scope(
    session: SystemSession, principal: Principal, slug: str, *, active: bool = True
) -> ClinicScope | None:
    """Like :func:`open_scope` within a transaction; None, and an audit entry, when it is refused.

    Support on a visit gets the role of the visit, and an entry for each request; ``active`` is False for
    streams, which ask again and again. :class:`EnrolmentDue` when the clinic requires a second factor, and the
    user has none.
    """
    if "\x00" in slug:  # in no stored text
        return None
    row = (
        await session.sql.execute(
            select(ClinicTenantRow.id, ClinicTenantRow.require_second_factor, MembershipRow.role)
            .outerjoin(
                MembershipRow,
                (MembershipRow.clinic_id == ClinicTenantRow.id)
                & (MembershipRow.user_id == principal.user_id)
                & MembershipRow.disabled_at.is_(None),
            )
            .where(ClinicTenantRow.slug == slug)
        )
    ).one_or_none()
    if row is None:
        return None
    if row.role is None:
        grant = await find_grant(session, row.id, principal.user_id)
        if grant is not None:
            return await _visit(session, principal, grant, strict=row.require_second_factor, active=active)
        await audit.record_unscoped(
            session, "clinic.open", "clinic", "denied", user_id=principal.user_id, tenant_ids=[row.id]
        )
        return None
    return member_scope(principal, row.id, row.role, strict=row.require_second_factor)


def member_scope(principal: Principal, clinic_id: UUID, role: str, *, strict: bool) -> ClinicScope:
    """The scope of someone who has this role in the clinic, as the database has just said.

    :class:`EnrolmentDue` where a second factor is required (``strict``) of someone who has none.
    """
    if strict and not principal.has_factor:
        raise EnrolmentDue
    return ClinicScope(clinic_id, audit.actor_of(principal.user_id), principal.user_id, Role(role))


async def _visit(
    session: SystemSession, principal: Principal, grant: OpenGrant, *, strict: bool, active: bool
) -> ClinicScope:
    """The scope of support on a visit; its reason is found by the visit's id in the entry."""
    scope = member_scope(principal, grant.clinic_id, grant.role, strict=strict)
    if active:
        await audit.record_unscoped(
            session,
            "support.request",
            "support",
            "ok",
            user_id=principal.user_id,
            tenant_ids=[grant.clinic_id],
            ids=[grant.id],
        )
    return scope


def token_scope(clinic_id: UUID, token_id: UUID) -> ClinicScope:
    """The scope of a program that brought one of the clinic's API tokens: no person, no role."""
    return ClinicScope(clinic_id, encode("tok", token_id))


def service_scope(clinic_id: UUID, actor: str) -> ClinicScope:
    """A scope for Mia's own work on a clinic it already knows (a call, an event, a periodic task).

    ``actor`` names the work in the audit log, such as ``"mia"``. Never call it with an id that came
    from a request.
    """
    return ClinicScope(clinic_id, actor)


def platform_scope(actor: str) -> ClinicScope:
    """A scope for emails and events of accounts, which belong to a person and not to a clinic."""
    return ClinicScope(audit.PLATFORM, actor)


async def email_scopes(session: SystemSession, actor: str) -> list[ClinicScope]:
    """The scopes of all emails: each clinic's, and the platform's."""
    clinic_ids = await session.sql.scalars(select(ClinicTenantRow.id).order_by(ClinicTenantRow.slug))
    return [*(service_scope(clinic_id, actor) for clinic_id in clinic_ids), platform_scope(actor)]
