"""Signing in with a password, and giving it again before a sensitive change."""

import structlog
from sqlalchemy import select, update

from mia.identity import throttle
from mia.identity.models import UserRow
from mia.identity.principal import Principal, SessionKind
from mia.identity.session.sessions import (
    FRESH,
    PASSWORDS,
    Client,
    SessionPolicy,
    SignedIn,
    begin,
    clinic_ids,
    normal_email,
    note,
)
from mia.identity.throttle import Admission
from mia.platform.audit import service as audit
from mia.platform.db.session import Database
from mia.platform.kernel.errors import Invalid, PasswordDue, TooManyRequests, Unauthenticated
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import SystemScope

log = structlog.get_logger()


async def authenticate(
    database: Database,
    email: str,
    password: str,
    client: Client,
    policy: SessionPolicy,
    kind: SessionKind = SessionKind.BROWSER,
) -> SignedIn:
    """Begin a session; :class:`Unauthenticated` the same for unknown users and wrong passwords.

    :class:`TooManyRequests` after too many attempts on the account or from the address. When the user has a
    second factor, the session owes it.
    """
    user, admission = await _checked(database, email, password, client)
    renewed = await PASSWORDS.hash(password) if PASSWORDS.needs_rehash(user.password_hash) else None
    async with database.system(SystemScope.LOGIN) as session:
        if renewed:
            await session.sql.execute(
                update(UserRow)
                .where(UserRow.id == user.id, UserRow.password_hash == user.password_hash)
                .values(password_hash=renewed)
            )
        await throttle.forget(session, admission)
        signed_in = await begin(session, user.id, client, policy, kind)
        await note(session, user.id, "session.create", "factor_due" if user.second_factor else "ok")
        return signed_in


async def confirm(database: Database, principal: Principal, password: str | None, client: Client) -> None:
    """Let a sensitive change pass: the password is right, or the person proved who they are just now.

    :class:`PasswordDue` when it must be given, :class:`Invalid` (field ``password``) when it is wrong.
    """
    if password is None:
        if database.clock.now() - principal.proved_at > FRESH:
            raise PasswordDue
        return
    try:
        _, admission = await _checked(database, principal.email, password, client, "session.confirm")
    except Unauthenticated:
        message = "That password is not right."
        raise Invalid(message, fields={"password": message}) from None
    async with database.system(SystemScope.LOGIN) as session:
        await throttle.forget(session, admission)


async def _checked(
    database: Database, email: str, password: str, client: Client, action: str = "session.create"
) -> tuple[UserRow, Admission]:
    """The user whose password it is; errors as in :func:`authenticate`, with an entry ``action`` in the audit
    log."""
    email = normal_email(email)
    async with database.system(SystemScope.LOGIN) as session:
        admission = await throttle.admit(session, throttle.SIGN_IN, client.address, email)
        user = await session.sql.scalar(select(UserRow).where(UserRow.email == email))
        # No one's address takes the same steps.
        user_id = user.id if user else None
        tenant_ids = await clinic_ids(session, user_id or new_id())
        if not admission.allowed and (await throttle.admit(session, throttle.SIGN_IN_NOTE, "", email)).allowed:
            await audit.record_unscoped(
                session, action, "session", "throttled", user_id=user_id, tenant_ids=tenant_ids
            )
    if not admission.allowed:
        log.info("sign_in_throttled")
        raise TooManyRequests(retry_after=admission.retry_after)
    # No transaction is open while the password is being checked.
    correct = await PASSWORDS.verify(user.password_hash if user else None, password)
    if user is None or not correct:
        async with database.system(SystemScope.LOGIN) as session:
            await audit.record_unscoped(
                session, action, "session", "denied", user_id=user_id, tenant_ids=tenant_ids
            )
        raise Unauthenticated("Invalid login credentials")
    return user, admission
