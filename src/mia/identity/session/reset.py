"""A forgotten password: an email with a link that opens the account's password once, for half an hour.

Whether an address is someone's shows nowhere: the request only leaves an event, and what differs is done
by the job that handles it.
"""

from dataclasses import dataclass, field
from datetime import timedelta
from uuid import UUID

from sqlalchemy import delete, select, update
from sqlalchemy.dialects.postgresql import insert

from mia.identity import emails, throttle
from mia.identity.models import PasswordResetRow, UserRow
from mia.identity.scopes import platform_scope
from mia.identity.session.password_change import Account, apply_password, find_account
from mia.identity.session.sessions import PASSWORDS, Client, normal_email
from mia.identity.tokens import digest, new_token
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession, Database
from mia.platform.jobs import service as jobs
from mia.platform.kernel.errors import Void
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import SystemScope
from mia.platform.kernel.settings import Settings
from mia.platform.mail import service as mail

RESET_REQUESTED = "access.reset_requested"
"""The event that has the job worker call :func:`send_reset_link` with its ``user_id``."""

LINK_LIFE = timedelta(minutes=30)
"""ASVS 5, 6.4.3; the compliance checklist, 16."""
TICKET_LIFE = timedelta(minutes=10)
"""How long the exchanged link leaves to type a password."""

_VOID = "Invalid or expired reset link. Please try again."


@dataclass(frozen=True)
class ResetTicket:
    """What an exchanged link becomes: it goes into a short cookie."""

    token: str = field(repr=False)


async def request_reset(database: Database, email: str, client: Client) -> None:
    """Send a reset link if the address has an account; the steps are the same if it does not.

    :class:`TooManyRequests` by network address only. After many requests the user keeps the newest link and gets no
    further one, so no one can lock them out by requesting links.
    """
    email = normal_email(email)
    await throttle.check(database, throttle.PASSWORD_RESET, client.address)
    async with database.accounts(platform_scope("access")) as session:
        admission = await throttle.admit(session, throttle.RESET_EMAIL, client.address, email)
        user_id = await session.sql.scalar(select(UserRow.id).where(UserRow.email == email))
        if admission.allowed:
            await jobs.emit(session, RESET_REQUESTED, {"user_id": user_id or new_id()})


async def send_reset_link(database: Database, settings: Settings, event_id: UUID, user_id: UUID) -> None:
    """Write the email for one request; a second call for the same event changes nothing."""
    async with database.accounts(platform_scope("access")) as session:
        account = await find_account(session, user_id)
        if account is None:
            await audit.record_unscoped(session, "password.reset", "user", "denied", user_id=None, tenant_ids=[])
            return
        access, refresh = new_token(), new_token()
        reader = emails.Reader(account.email, account.name)
        email = emails.reset_link(reader, settings, access, refresh)
        if await mail.queue(session, email, key=f"password-reset:{event_id}", secret=True) is None:
            return
        await _open(session, account, access, refresh)


async def exchange_link(database: Database, access: str, refresh: str, client: Client) -> ResetTicket:
    """The ticket for a link's two halves, once; :class:`Void` for everything else."""
    await throttle.check(database, throttle.LINK_USE, client.address)
    ticket = ResetTicket(new_token())
    async with database.system(SystemScope.LOGIN) as session:
        now = session.now()
        # Of two that come at one time the second waits for the first, and then finds no such row.
        user_id = await session.sql.scalar(
            update(PasswordResetRow)
            .where(
                PasswordResetRow.access_hash == digest(access),
                PasswordResetRow.refresh_hash == digest(refresh),
                PasswordResetRow.link_expires_at > now,
            )
            .values(
                access_hash=None,
                refresh_hash=None,
                ticket_hash=digest(ticket.token),
                ticket_expires_at=now + TICKET_LIFE,
            )
            .returning(PasswordResetRow.user_id)
        )
    if user_id is None:
        raise Void(_VOID)
    return ticket


async def set_new_password(database: Database, settings: Settings, ticket: str, password: str) -> None:
    """Give the ticket's account a password and sign it out everywhere. A second factor stays as it is.

    :class:`Invalid` for a password that is refused, with which the ticket stays; :class:`Void` for no ticket.
    """
    async with database.system(SystemScope.LOGIN) as system:
        user_id = await system.sql.scalar(
            select(PasswordResetRow.user_id).where(
                PasswordResetRow.ticket_hash == digest(ticket), PasswordResetRow.ticket_expires_at > system.now()
            )
        )
        account = await find_account(system, user_id) if user_id else None
    if account is None:
        raise Void(_VOID)
    account.check(password)
    encoded = await PASSWORDS.hash(password)
    async with database.accounts(platform_scope("access")) as session:
        spent = await _spend(session, ticket)
        if spent:
            await apply_password(session, settings, account, encoded)
            # Earlier password attempts must not lock the owner out now.
            await throttle.clear(session, throttle.SIGN_IN, account.email)
            await throttle.clear(session, throttle.RESET_EMAIL, account.email)
    if not spent:
        raise Void(_VOID)


async def forget_old_resets(database: Database) -> None:
    """Delete links and tickets that have run out. Periodic work."""
    async with database.system(SystemScope.CRON) as session:
        ended = session.now() - TICKET_LIFE
        await session.sql.execute(delete(PasswordResetRow).where(PasswordResetRow.link_expires_at < ended))


async def _open(session: ClinicSession, account: Account, access: str, refresh: str) -> None:
    """Enter a link; a former one is void from here on. Someone who is typing a password may end that first."""
    now = session.now()
    values = {
        "created_at": now,
        "access_hash": digest(access),
        "refresh_hash": digest(refresh),
        "link_expires_at": now + LINK_LIFE,
    }
    statement = insert(PasswordResetRow).values(user_id=account.user_id, **values)
    await session.sql.execute(
        statement.on_conflict_do_update(index_elements=[PasswordResetRow.user_id], set_=values)
    )
    tenant_ids = [clinic_id for clinic_id, _ in account.clinics]
    await audit.record_unscoped(
        session, "password.reset", "user", "ok", user_id=account.user_id, tenant_ids=tenant_ids
    )


async def _spend(session: ClinicSession, ticket: str) -> bool:
    statement = (
        delete(PasswordResetRow)
        .where(PasswordResetRow.ticket_hash == digest(ticket), PasswordResetRow.ticket_expires_at > session.now())
        .returning(PasswordResetRow.user_id)
    )
    return await session.sql.scalar(statement) is not None
