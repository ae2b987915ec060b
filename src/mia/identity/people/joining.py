"""How an invited person joins: the email's link shows what it is for, a password opens the door, once."""

from dataclasses import dataclass, field
from datetime import timedelta
from uuid import UUID

from sqlalchemy import ColumnElement, delete, select, update
from sqlalchemy.dialects.postgresql import insert

from mia.identity import throttle
from mia.identity.models import ClinicTenantRow, InviteRow, MembershipRow, UserRow
from mia.identity.session.password_policy import check_password
from mia.identity.session.sessions import PASSWORDS, Client, SessionPolicy, SignedIn
from mia.identity.session.sign_in import authenticate
from mia.identity.tokens import digest, new_token
from mia.platform.audit import service as audit
from mia.platform.db.session import Database, SystemSession
from mia.platform.kernel.errors import Invalid, Void
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import Role, SystemScope

TICKET_LIFE = timedelta(minutes=30)
"""How long the shown invitation leaves to choose a name and a password."""

_VOID = "Invalid or expired invite link"
_NAME_DUE = "Please enter your name."


@dataclass(frozen=True)
class ShownInvite:
    """What the person is shown. ``ticket`` goes into a short cookie; ``has_account``: they have a password."""

    ticket: str = field(repr=False)
    email: str = field(repr=False)
    clinic_name: str
    role: Role
    has_account: bool


@dataclass(frozen=True)
class _Open:
    """An invitation whose ticket someone holds. ``user_id`` is None for a person without an account."""

    clinic_id: UUID
    email: str = field(repr=False)
    clinic_name: str
    user_id: UUID | None


async def show_invite(database: Database, token: str, client: Client) -> ShownInvite:
    """What a link is for; :class:`Void` when it is for nothing (anymore). A later look voids the former ticket."""
    await throttle.check(database, throttle.LINK_USE, client.address)
    ticket = new_token()
    async with database.system(SystemScope.LOGIN) as session:
        now = session.now()
        row = (
            await session.sql.execute(
                update(InviteRow)
                .where(InviteRow.token_hash == digest(token), InviteRow.expires_at > now)
                .values(ticket_hash=digest(ticket), ticket_expires_at=now + TICKET_LIFE)
                .returning(InviteRow.email, InviteRow.role)
            )
        ).one_or_none()
        found = await _find(session, ticket) if row else None
    if row is None or found is None:
        raise Void(_VOID)
    return ShownInvite(ticket, found.email, found.clinic_name, Role(row.role), found.user_id is not None)


async def accept_invite(
    database: Database, ticket: str, name: str, password: str, client: Client, policy: SessionPolicy
) -> SignedIn:
    """Join the clinic and sign in. Who has an account proves it by its password; it is not changed otherwise.

    :class:`Void` for no ticket, with which the link may be opened again; :class:`Invalid` for a missing name or
    a refused password, :class:`Unauthenticated` for the wrong one of an account.
    """
    async with database.system(SystemScope.LOGIN) as session:
        found = await _find(session, ticket)
    if found is None:
        raise Void(_VOID)
    if found.user_id is not None:
        signed_in = await authenticate(database, found.email, password, client, policy)
        async with database.system(SystemScope.LOGIN) as session:
            joined = await _join(session, ticket, found.user_id)
        if not joined:
            raise Void(_VOID)
        return signed_in
    await _join_anew(database, ticket, found, name.strip(), password)
    return await authenticate(database, found.email, password, client, policy)


async def _join_anew(database: Database, ticket: str, found: _Open, name: str, password: str) -> None:
    if not name:
        raise Invalid(_NAME_DUE, fields={"name": _NAME_DUE})
    check_password(password, [name, found.email, found.clinic_name])
    encoded = await PASSWORDS.hash(password)
    user_id = new_id()
    async with database.system(SystemScope.LOGIN) as session:
        entered = await session.sql.scalar(
            insert(UserRow)
            .values(id=user_id, email=found.email, name=name, password_hash=encoded)
            .on_conflict_do_nothing(index_elements=[UserRow.email])
            .returning(UserRow.id)
        )
        # Another request may have been first, with this invitation or one of another clinic.
        joined = entered is not None and await _join(session, ticket, user_id)
        if not joined:
            raise Void(_VOID)


async def _join(session: SystemSession, ticket: str, user_id: UUID) -> bool:
    """Use the invitation up and enter the membership; False when someone was first."""
    spent = (
        await session.sql.execute(
            delete(InviteRow)
            .where(*_opened_by(session, ticket))
            .returning(InviteRow.clinic_id, InviteRow.id, InviteRow.role)
        )
    ).one_or_none()
    if spent is None:
        return False
    member = {"clinic_id": spent.clinic_id, "user_id": user_id, "role": spent.role}
    await session.sql.execute(insert(MembershipRow).values(member).on_conflict_do_nothing())
    await audit.record_unscoped(
        session, "invite.accept", "invite", "ok", user_id=user_id, tenant_ids=[spent.clinic_id], ids=[spent.id]
    )
    return True


async def _find(session: SystemSession, ticket: str) -> _Open | None:
    row = (
        await session.sql.execute(
            select(InviteRow.clinic_id, InviteRow.email, ClinicTenantRow.name, UserRow.id)
            .join(ClinicTenantRow, ClinicTenantRow.id == InviteRow.clinic_id)
            .outerjoin(UserRow, UserRow.email == InviteRow.email)
            .where(*_opened_by(session, ticket))
        )
    ).one_or_none()
    return _Open(*row) if row else None


def _opened_by(session: SystemSession, ticket: str) -> tuple[ColumnElement[bool], ...]:
    now = session.now()
    return (
        InviteRow.ticket_hash == digest(ticket),
        InviteRow.ticket_expires_at > now,
        InviteRow.expires_at > now,
    )
