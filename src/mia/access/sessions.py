"""Signing in and out: opaque session tokens of 256 bits, of which the database holds the SHA-256."""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

import structlog
from sqlalchemy import delete, insert, select, update

from mia.access import throttle
from mia.access.models import MembershipRow, SessionRow, UserRow
from mia.access.passwords import Passwords
from mia.audit import service as audit
from mia.db.session import Database, SystemSession
from mia.kernel.errors import TooManyRequests, Unauthenticated
from mia.kernel.ids import new_id
from mia.kernel.scope import SystemScope
from mia.kernel.settings import Settings

log = structlog.get_logger()

PASSWORDS = Passwords()
"""The one bounded pool of this process."""

_SEEN_EVERY = timedelta(seconds=30)
_DEVICE_LENGTH = 120


@dataclass(frozen=True)
class Principal:
    """Who asks: a signed-in user and the session that says so."""

    user_id: UUID
    session_id: UUID
    email: str
    name: str


@dataclass(frozen=True)
class Client:
    """Where a sign-in comes from: address and the browser's self-description."""

    address: str
    device: str


@dataclass(frozen=True)
class SessionPolicy:
    """How long a session lives without use, and at all."""

    idle: timedelta
    absolute: timedelta

    @classmethod
    def of(cls, settings: Settings) -> "SessionPolicy":
        return cls(
            idle=timedelta(minutes=settings.session_idle_minutes),
            absolute=timedelta(hours=settings.session_absolute_hours),
        )


@dataclass(frozen=True)
class SignedIn:
    """A new session. ``token`` goes into the browser's cookie and nowhere else."""

    token: str
    principal: Principal


async def authenticate(
    database: Database, email: str, password: str, client: Client, policy: SessionPolicy
) -> SignedIn:
    """Begin a session; :class:`Unauthenticated` the same for unknown users and wrong passwords.

    :class:`TooManyRequests` after too many attempts on the account or from the address.
    """
    email = normal_email(email)
    async with database.system(SystemScope.LOGIN) as session:
        admission = await throttle.admit(session, email, client.address)
        user = await session.sql.scalar(select(UserRow).where(UserRow.email == email))
        clinic_ids = await _clinic_ids(session, user.id) if user else []
    if not admission.allowed:
        log.info("sign_in_throttled")
        raise TooManyRequests(retry_after=admission.retry_after)
    # No transaction is open while the password is being checked.
    correct = await PASSWORDS.verify(user.password_hash if user else None, password)
    if user is None or not correct:
        async with database.system(SystemScope.LOGIN) as session:
            user_id = user.id if user else None
            await audit.record_unscoped(
                session, "session.create", "session", "denied", user_id=user_id, tenant_ids=clinic_ids
            )
        raise Unauthenticated("Invalid login credentials")
    renewed = await PASSWORDS.hash(password) if PASSWORDS.needs_rehash(user.password_hash) else None
    async with database.system(SystemScope.LOGIN) as session:
        if renewed:
            await session.sql.execute(
                update(UserRow)
                .where(UserRow.id == user.id, UserRow.password_hash == user.password_hash)
                .values(password_hash=renewed)
            )
        await throttle.forget(session, email, admission)
        await audit.record_unscoped(
            session, "session.create", "session", "ok", user_id=user.id, tenant_ids=clinic_ids
        )
        return await _begin(session, user, client, policy)


async def resume(
    session: SystemSession, token: str, policy: SessionPolicy, *, active: bool = True
) -> Principal | None:
    """The principal behind a token, or None when it is unknown or has run out.

    ``active`` is False for streams: they look on, they do not keep a session alive.
    """
    now = session.now()
    row = (
        await session.sql.execute(
            select(SessionRow.id, SessionRow.user_id, SessionRow.last_seen_at, UserRow.email, UserRow.name)
            .join(UserRow, UserRow.id == SessionRow.user_id)
            .where(
                SessionRow.token_hash == _hash(token),
                SessionRow.expires_at > now,
                SessionRow.last_seen_at > now - policy.idle,
            )
        )
    ).one_or_none()
    if row is None:
        return None
    if active and now - row.last_seen_at >= _SEEN_EVERY:
        await session.sql.execute(update(SessionRow).where(SessionRow.id == row.id).values(last_seen_at=now))
    return Principal(row.user_id, row.id, row.email, row.name)


async def sign_out(database: Database, token: str) -> None:
    """End the session of a token, whether or not it still lives."""
    async with database.system(SystemScope.LOGIN) as session:
        user_id = await session.sql.scalar(
            delete(SessionRow).where(SessionRow.token_hash == _hash(token)).returning(SessionRow.user_id)
        )
        if user_id is not None:
            clinic_ids = await _clinic_ids(session, user_id)
            await audit.record_unscoped(
                session, "session.end", "session", "ok", user_id=user_id, tenant_ids=clinic_ids
            )


async def forget_old_sessions(database: Database, policy: SessionPolicy) -> None:
    """Delete sessions that have run out. Periodic work."""
    async with database.system(SystemScope.CRON) as session:
        now = session.now()
        await session.sql.execute(
            delete(SessionRow).where((SessionRow.expires_at < now) | (SessionRow.last_seen_at < now - policy.idle))
        )


def normal_email(email: str) -> str:
    """The stored form of an e-mail address."""
    return email.strip().lower()


async def _begin(session: SystemSession, user: UserRow, client: Client, policy: SessionPolicy) -> SignedIn:
    token, now = secrets.token_urlsafe(32), session.now()
    session_id = new_id()
    await session.sql.execute(
        insert(SessionRow).values(
            id=session_id,
            token_hash=_hash(token),
            user_id=user.id,
            created_at=now,
            last_seen_at=now,
            expires_at=now + policy.absolute,
            device=client.device[:_DEVICE_LENGTH],
            network=throttle.network_of(client.address),
        )
    )
    return SignedIn(token, Principal(user.id, session_id, user.email, user.name))


async def _clinic_ids(session: SystemSession, user_id: UUID) -> list[UUID]:
    query = select(MembershipRow.clinic_id).where(MembershipRow.user_id == user_id)
    return list((await session.sql.scalars(query)).all())


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
