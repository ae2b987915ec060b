"""Who may change which team members: a Clinic Administrator all, a Manager all but administrators."""

from sqlalchemy import select

from mia.identity.models import ClinicTenantRow, MembershipRow
from mia.identity.permissions import Permission, allows
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import Forbidden
from mia.platform.kernel.scope import Role


def check_rank(actor: Role | None, *roles: Role | None) -> None:
    """:class:`Forbidden` unless someone of role ``actor`` may give, take or touch these roles.

    None as actor is the operator at the command line, who may.
    """
    if actor not in (None, Role.OWNER) and Role.OWNER in roles:
        raise Forbidden("Only a Clinic Administrator may do this for a Clinic Administrator.")


async def hold_rank(session: ClinicSession, permission: Permission) -> Role | None:
    """The actor's role now; from here to the commit no one else changes this team, its tokens or invitations.

    Needs a session that sees accounts. :class:`Forbidden` for someone who lost ``permission`` while they
    waited. None is the operator at the command line.
    """
    scope = session.scope
    clinic = select(ClinicTenantRow.id).where(ClinicTenantRow.id == scope.clinic_id)
    await session.sql.execute(clinic.with_for_update(key_share=True))
    if scope.user_id is None:
        return None
    actor = await session.sql.get(MembershipRow, (scope.clinic_id, scope.user_id))
    if actor is None or actor.disabled_at or not allows(Role(actor.role), permission):
        raise Forbidden("Your role does not allow this.")
    return Role(actor.role)
