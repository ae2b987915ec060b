"""Invitations to a practice's team: to one address, in one role, for 72 hours, once."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Literal
from uuid import UUID
from zoneinfo import ZoneInfo

from sqlalchemy import ColumnElement, Row, Select, delete, outerjoin, select, update
from sqlalchemy.dialects.postgresql import insert

from mia.identity import emails, throttle
from mia.identity.models import ClinicTenantRow, InviteRow, MembershipRow, UserRow
from mia.identity.permissions import Permission
from mia.identity.ranks import check_rank, hold_rank
from mia.identity.session.sessions import normal_email
from mia.identity.tokens import digest, new_token
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession, Database
from mia.platform.kernel.errors import Conflict, NotFound
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import ClinicScope, Role, SystemScope
from mia.platform.kernel.settings import Settings
from mia.platform.mail import service as mail

INVITE_LIFE = timedelta(hours=72)
"""The compliance checklist, 17."""
_SHOWN_AFTER = timedelta(days=30)
"""How long an invitation that no one accepted can still be sent again."""


@dataclass(frozen=True)
class Invite:
    """An open invitation. ``invited_by`` is a name, None when an operator did it."""

    id: UUID
    email: str = field(repr=False)
    role: Role
    invited_by: str | None = field(repr=False)
    created_at: datetime
    expires_at: datetime
    expired: bool

    @property
    def status(self) -> Literal["pending", "expired"]:
        return "expired" if self.expired else "pending"


@dataclass(frozen=True)
class Sent:
    """An invitation that is on its way, and the link in it: for the operator who asked to see it."""

    invite: Invite
    link: str = field(repr=False)


async def list_invites(database: Database, scope: ClinicScope) -> list[Invite]:
    """The open invitations of a clinic, newest first."""
    async with database.accounts(scope) as session:
        query = _invites(session).order_by(InviteRow.created_at.desc(), InviteRow.id)
        return [_invite(session, row) for row in await session.sql.execute(query)]


async def invite(
    database: Database, settings: Settings, scope: ClinicScope, email: str, role: Role, address: str = ""
) -> Sent:
    """Invite an address. ``address`` is the network address it is asked from.

    :class:`Forbidden` for a manager who invites an owner, :class:`Conflict` for a member or an open
    invitation, :class:`Invalid` for an address no one can write to, :class:`TooManyRequests`.
    """
    check_rank(scope.role, role)
    email = normal_email(email)
    mail.check_recipient(email)
    await _check_limits(database, scope, email, address)
    async with database.accounts(scope) as session:
        check_rank(await hold_rank(session, Permission.MANAGE_TEAM), role)
        if await _is_member(session, email):
            raise Conflict("This person is already on the team.")
        now, token, invite_id = session.now(), new_token(), new_id()
        ended = delete(InviteRow).where(*_of_clinic(session), InviteRow.email == email, InviteRow.expires_at <= now)
        await session.sql.execute(ended)
        entered = await session.sql.scalar(
            insert(InviteRow)
            .values(
                clinic_id=scope.clinic_id,
                id=invite_id,
                created_at=now,
                email=email,
                role=role.value,
                invited_by=scope.user_id,
                token_hash=digest(token),
                expires_at=now + INVITE_LIFE,
            )
            .on_conflict_do_nothing(index_elements=[InviteRow.clinic_id, InviteRow.email])
            .returning(InviteRow.id)
        )
        if entered is None:
            raise Conflict("This address is invited already. You can send the invitation again.")
        await audit.record(session, "invite.create", "invite", [invite_id])
        return await _send(session, settings, invite_id, token)


async def resend(
    database: Database, settings: Settings, scope: ClinicScope, invite_id: UUID, address: str = ""
) -> Sent:
    """Send a new link, with 72 hours of its own; the former one is void. :class:`NotFound`, :class:`Forbidden`."""
    async with database.accounts(scope) as session:
        former = await _find(session, invite_id)
    check_rank(scope.role, former.role)
    await _check_limits(database, scope, former.email, address)
    async with database.accounts(scope) as session:
        token = new_token()
        changed = await session.sql.scalar(
            update(InviteRow)
            .where(*_of_clinic(session), InviteRow.id == invite_id)
            .values(
                token_hash=digest(token),
                expires_at=session.now() + INVITE_LIFE,
                ticket_hash=None,
                ticket_expires_at=None,
            )
            .returning(InviteRow.id)
        )
        if changed is None:
            raise NotFound
        await audit.record(session, "invite.resend", "invite", [invite_id])
        return await _send(session, settings, invite_id, token)


async def revoke(database: Database, scope: ClinicScope, invite_id: UUID) -> None:
    """Take an invitation back: its link is void at once. :class:`NotFound`, :class:`Forbidden`."""
    async with database.accounts(scope) as session:
        former = await _find(session, invite_id)
        check_rank(scope.role, former.role)
        await session.sql.execute(delete(InviteRow).where(*_of_clinic(session), InviteRow.id == invite_id))
        await audit.record(session, "invite.revoke", "invite", [invite_id])


async def forget_old_invites(database: Database) -> None:
    """Delete invitations that ran out a month ago. Periodic work."""
    async with database.system(SystemScope.CRON) as session:
        ended = session.now() - _SHOWN_AFTER
        await session.sql.execute(delete(InviteRow).where(InviteRow.expires_at < ended))


async def _check_limits(database: Database, scope: ClinicScope, email: str, address: str) -> None:
    await throttle.check(database, throttle.INVITATION, address, str(scope.clinic_id))
    await throttle.check(database, throttle.INVITED_ADDRESS, address, email)


async def _send(session: ClinicSession, settings: Settings, invite_id: UUID, token: str) -> Sent:
    sent = await _find(session, invite_id)
    clinic = await session.sql.get_one(ClinicTenantRow, session.scope.clinic_id)
    news = emails.Invitation(
        email=sent.email,
        inviter=sent.invited_by or "",
        clinic_name=clinic.name,
        role_label=sent.role.label,
        expires_at=sent.expires_at,
        zone=ZoneInfo(clinic.timezone),
        token=token,
    )
    await mail.queue(session, emails.invitation(news, settings), key=f"invite:{new_id()}", secret=True)
    return Sent(sent, news.link(settings))


async def _is_member(session: ClinicSession, email: str) -> bool:
    query = (
        select(UserRow.id)
        .join(MembershipRow, MembershipRow.user_id == UserRow.id)
        .where(MembershipRow.clinic_id == session.scope.clinic_id, UserRow.email == email)
    )
    return await session.sql.scalar(query) is not None


async def _find(session: ClinicSession, invite_id: UUID) -> Invite:
    row = (await session.sql.execute(_invites(session).where(InviteRow.id == invite_id))).one_or_none()
    if row is None:
        raise NotFound
    return _invite(session, row)


def _invites(session: ClinicSession) -> Select[*tuple[Any, ...]]:
    inviter = outerjoin(InviteRow, UserRow, UserRow.id == InviteRow.invited_by)
    return select(InviteRow, UserRow.name).select_from(inviter).where(*_of_clinic(session))


def _of_clinic(session: ClinicSession) -> tuple[ColumnElement[bool], ...]:
    # Accounts' transactions see the invitations of all clinics, as the one who accepts must.
    return (InviteRow.clinic_id == session.scope.clinic_id,)


def _invite(session: ClinicSession, found: Row[Any]) -> Invite:
    row: InviteRow = found.InviteRow
    return Invite(
        id=row.id,
        email=row.email,
        role=Role(row.role),
        invited_by=found.name,
        created_at=row.created_at,
        expires_at=row.expires_at,
        expired=row.expires_at <= session.now(),
    )
