"""A new password for an account that is there: what it may be, and what happens with it."""

from dataclasses import dataclass, field
from uuid import UUID

from sqlalchemy import delete, select, update

from mia.identity import emails
from mia.identity.models import ClinicTenantRow, MembershipRow, PasswordResetRow, UserRow
from mia.identity.principal import Principal
from mia.identity.scopes import platform_scope
from mia.identity.session.endings import Ending, end_sessions
from mia.identity.session.password_policy import check_password
from mia.identity.session.sessions import PASSWORDS, Client, SessionPolicy, renew
from mia.identity.session.sign_in import confirm
from mia.platform.audit import service as audit
from mia.platform.db.session import AccountSession, ClinicSession, Database
from mia.platform.kernel.errors import Invalid, Unauthenticated
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import SystemScope
from mia.platform.kernel.settings import Settings
from mia.platform.mail import service as mail

_WRONG = "The current password is not right."


@dataclass(frozen=True)
class Account:
    """A person's account as a change of its password needs it. ``clinics`` are ids and names, disabled or not."""

    user_id: UUID
    email: str = field(repr=False)
    name: str = field(repr=False)
    clinics: tuple[tuple[UUID, str], ...]

    def check(self, password: str) -> None:
        """:class:`Invalid` when the password may not be this person's."""
        check_password(password, [self.name, self.email, *(name for _, name in self.clinics)])


async def find_account(session: AccountSession, user_id: UUID) -> Account | None:
    """The account of a user; None when there is none."""
    user = await session.sql.get(UserRow, user_id)
    if user is None:
        return None
    clinics = await session.sql.execute(
        select(ClinicTenantRow.id, ClinicTenantRow.name)
        .join(MembershipRow, MembershipRow.clinic_id == ClinicTenantRow.id)
        .where(MembershipRow.user_id == user_id)
    )
    return Account(user.id, user.email, user.name, tuple((row.id, row.name) for row in clinics))


async def apply_password(
    session: ClinicSession, settings: Settings, account: Account, encoded: str, *, keep: UUID | None = None
) -> None:
    """Store a hash, end the account's sessions but ``keep`` and its open links, and tell the person.

    For the platform's transaction (``platform_scope``).
    """
    await session.sql.execute(update(UserRow).where(UserRow.id == account.user_id).values(password_hash=encoded))
    await session.sql.execute(delete(PasswordResetRow).where(PasswordResetRow.user_id == account.user_id))
    await end_sessions(session, account.user_id, Ending.PASSWORD, keep=keep)
    await audit.record_unscoped(
        session,
        "password.change",
        "user",
        "ok",
        user_id=account.user_id,
        tenant_ids=[clinic_id for clinic_id, _ in account.clinics],
        ids=[account.user_id],
    )
    news = emails.password_changed(emails.Reader(account.email, account.name), settings, session.now())
    await mail.queue(session, news, key=f"password-changed:{new_id()}")


async def change_own_password(
    database: Database,
    settings: Settings,
    principal: Principal,
    current: str,
    password: str,
    client: Client,
    policy: SessionPolicy,
) -> str | None:
    """Give a signed-in user a new password; their other sessions end, and this one has the returned token.

    :class:`Invalid` for a wrong current or a refused new one, :class:`TooManyRequests` after many tries.
    """
    try:
        await confirm(database, principal, current, client)
    except Invalid:
        raise Invalid(_WRONG, fields={"current_password": _WRONG}) from None
    async with database.system(SystemScope.LOGIN) as system:
        account = await find_account(system, principal.user_id)
    if account is None:
        raise Unauthenticated
    account.check(password)
    encoded = await PASSWORDS.hash(password)
    async with database.accounts(platform_scope("access")) as session:
        await apply_password(session, settings, account, encoded, keep=principal.session_id)
        return (await renew(session, principal, policy)).token
