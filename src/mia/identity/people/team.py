"""A practice's team: roles, last activity and disabled members. One active owner always remains."""

from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from sqlalchemy import func, select

from mia.identity.models import MembershipRow, UserRow
from mia.identity.people.leaving import close_doors
from mia.identity.permissions import Permission
from mia.identity.ranks import check_rank, hold_rank
from mia.identity.session.endings import Ending, end_sessions
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession, Database
from mia.platform.kernel.errors import Conflict, NotFound
from mia.platform.kernel.scope import ClinicScope, Role

_LAST_OWNER = "A practice needs at least one Clinic Administrator."


@dataclass(frozen=True)
class Member:
    """Someone of the team. ``last_active_at`` is about when they used this clinic last."""

    user_id: UUID
    name: str = field(repr=False)
    email: str = field(repr=False)
    role: Role
    last_active_at: datetime | None
    disabled: bool
    second_factor: bool


async def list_members(database: Database, scope: ClinicScope) -> list[Member]:
    """The team, by name."""
    async with database.accounts(scope) as session:
        query = (
            select(MembershipRow, UserRow)
            .join(UserRow, UserRow.id == MembershipRow.user_id)
            .where(MembershipRow.clinic_id == scope.clinic_id)
            .order_by(func.lower(UserRow.name), UserRow.id)
        )
        return [_member(membership, user) for membership, user in await session.sql.execute(query)]


async def change_member(
    database: Database, scope: ClinicScope, user_id: UUID, *, role: Role | None = None, disabled: bool | None = None
) -> Member:
    """Change a role, or disable or re-enable a member; None leaves it unchanged. Applies from the next request on.

    The member's sessions end so that none outlives its rights; the caller's own continue. Tokens and invitations
    the member may no longer create end too. :class:`NotFound`; :class:`Forbidden` for a manager who touches an
    owner; :class:`Conflict` for the last owner.
    """
    async with database.accounts(scope) as session:
        actor, membership = await _locked(session, user_id)
        check_rank(actor, Role(membership.role), role)
        changed = False
        if role is not None and role.value != membership.role:
            membership.role, changed = role.value, True
            await audit.record(session, "member.role", "user", [user_id])
        if disabled is not None and disabled != (membership.disabled_at is not None):
            membership.disabled_at, changed = (session.now() if disabled else None), True
            await audit.record(session, "member.disable" if disabled else "member.enable", "user", [user_id])
        if changed:
            shut_out = membership.disabled_at is not None
            await _settle(session, user_id, Ending.DISABLED if shut_out else Ending.ROLE)
            await close_doors(session, user_id, None if membership.disabled_at else Role(membership.role))
        return _member(membership, await session.sql.get_one(UserRow, user_id))


async def remove_member(database: Database, scope: ClinicScope, user_id: UUID) -> None:
    """Take someone off the team; their account and what they did stay.

    What ends with it, and the errors, are those of :func:`change_member`.
    """
    async with database.accounts(scope) as session:
        actor, membership = await _locked(session, user_id)
        check_rank(actor, Role(membership.role))
        await session.sql.delete(membership)
        await audit.record(session, "member.remove", "user", [user_id])
        await _settle(session, user_id, Ending.DISABLED)
        await close_doors(session, user_id, None)


async def _locked(session: ClinicSession, user_id: UUID) -> tuple[Role | None, MembershipRow]:
    """The actor's role now and a membership; from here to the commit no one else changes this team."""
    role = await hold_rank(session, Permission.MANAGE_TEAM)
    membership = await session.sql.get(MembershipRow, (session.scope.clinic_id, user_id))
    if membership is None:
        raise NotFound
    return role, membership


async def _settle(session: ClinicSession, user_id: UUID, why: Ending) -> None:
    """End the sessions of a changed member, unless it is oneself; :class:`Conflict` when no owner is left."""
    owners = select(func.count()).where(
        MembershipRow.clinic_id == session.scope.clinic_id,
        MembershipRow.role == Role.OWNER.value,
        MembershipRow.disabled_at.is_(None),
    )
    await session.sql.flush()
    if not await session.sql.scalar(owners):
        raise Conflict(_LAST_OWNER)
    if user_id != session.scope.user_id:
        await end_sessions(session, user_id, why)


def _member(membership: MembershipRow, user: UserRow) -> Member:
    return Member(
        user_id=user.id,
        name=user.name,
        email=user.email,
        role=Role(membership.role),
        last_active_at=membership.last_active_at,
        disabled=membership.disabled_at is not None,
        second_factor=user.second_factor,
    )
