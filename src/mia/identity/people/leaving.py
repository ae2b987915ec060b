"""Revokes what a demoted or removed admin created: API tokens and invitations.

An API token's secret was shown to its maker, and an invitation goes to an address its author chose. Neither may
outlive the right to create it (45 CFR 164.308(a)(3)(ii)(C), termination procedures).
"""

from uuid import UUID

from sqlalchemy import delete, update

from mia.identity.models import ApiTokenRow, InviteRow
from mia.identity.permissions import Permission, allows
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.scope import Role


async def close_doors(session: ClinicSession, user_id: UUID, role: Role | None) -> None:
    """End what a member made and may make no longer. ``role`` is theirs from now on, None for one who is out.

    For a session that sees accounts. Each token and invitation that ends is kept in the audit log.
    """
    if not allows(role, Permission.MANAGE_TOKENS):
        await _revoke_tokens(session, user_id)
    if role is not Role.OWNER:
        await _revoke_invites(session, user_id, owners_only=allows(role, Permission.MANAGE_TEAM))


async def _revoke_tokens(session: ClinicSession, user_id: UUID) -> None:
    statement = (
        update(ApiTokenRow)
        .where(
            ApiTokenRow.clinic_id == session.scope.clinic_id,
            ApiTokenRow.created_by == user_id,
            ApiTokenRow.revoked_at.is_(None),
        )
        .values(revoked_at=session.now())
        .returning(ApiTokenRow.id)
        .execution_options(synchronize_session=False)
    )
    if ended := sorted(await session.sql.scalars(statement)):
        await audit.record(session, "token.revoke", "token", ended)


async def _revoke_invites(session: ClinicSession, user_id: UUID, *, owners_only: bool) -> None:
    statement = delete(InviteRow).where(
        InviteRow.clinic_id == session.scope.clinic_id, InviteRow.invited_by == user_id
    )
    if owners_only:
        statement = statement.where(InviteRow.role == Role.OWNER.value)
    statement = statement.execution_options(synchronize_session=False)
    if ended := sorted(await session.sql.scalars(statement.returning(InviteRow.id))):
        await audit.record(session, "invite.revoke", "invite", ended)
