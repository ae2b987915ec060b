"""Sessions: opaque tokens of 256 bits, of which the database holds the SHA-256.

A browser's session ends without use and after a time at all; its token changes whenever the person proves who
they are or what they may do changes. A user who has a second factor is let in nowhere before it is given.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import delete, insert, select, update

from mia.identity.models import MembershipRow, SessionRow, UserRow
from mia.identity.principal import Principal, SessionKind
from mia.identity.session.passwords import Passwords
from mia.identity.throttle import network_of
from mia.identity.tokens import digest
from mia.platform.audit import service as audit
from mia.platform.db.session import AccountSession, Database
from mia.platform.http.source import note_session
from mia.platform.kernel.errors import Unauthenticated
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import SystemScope
from mia.platform.kernel.settings import Settings

PASSWORDS = Passwords()
"""The one bounded pool of this process."""

FRESH = timedelta(minutes=10)
"""How long after a password or factor was given sensitive changes need none again."""
HALFWAY = timedelta(minutes=10)
"""How long a session waits for the second factor."""

_DEVICE_LENGTH = 120


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
    """A new session. ``token`` goes into the browser's cookie, or to the program that signed in."""

    token: str = field(repr=False)
    principal: Principal


@dataclass(frozen=True)
class Renewed:
    """A session that goes on. ``token`` is the browser's new one; None for a program, whose token changes at
    each refresh anyway."""

    token: str | None = field(repr=False)
    principal: Principal


async def begin(
    session: AccountSession,
    user_id: UUID,
    client: Client,
    policy: SessionPolicy,
    kind: SessionKind = SessionKind.BROWSER,
) -> SignedIn:
    """A new session for a user whose password (or invitation) has been checked.

    It still owes the second factor when the user has one, and then waits for it for a short time only.
    """
    token, now = kind.new_token(), session.now()
    user = (await session.sql.scalars(select(UserRow).where(UserRow.id == user_id))).one()
    values = {
        "id": new_id(),
        "user_id": user.id,
        "created_at": now,
        "last_seen_at": now,
        "proved_at": now,
        "expires_at": now + (HALFWAY if user.second_factor else policy.absolute),
        "kind": kind.value,
        "token_expires_at": None if kind is SessionKind.BROWSER else now + policy.idle,
    }
    row = (
        await session.sql.scalars(
            insert(SessionRow)
            .values(
                **values,
                token_hash=digest(token),
                device="".join(c for c in client.device if c.isprintable())[:_DEVICE_LENGTH],
                network=network_of(client.address),
            )
            .returning(SessionRow)
        )
    ).one()
    note_session(row.id)
    due = user.second_factor
    return SignedIn(
        token,
        Principal(user.id, row.id, user.email, user.name, kind, user.second_factor, due, now, row.expires_at),
    )


async def renew(
    session: AccountSession, principal: Principal, policy: SessionPolicy, *, factor: bool = False
) -> Renewed:
    """After the user has proved something, or may do something else: the session goes on with a new token.

    ``factor``: what was proved is a second factor. :class:`Unauthenticated` when the session has ended meanwhile.
    """
    now, token = session.now(), None
    values: dict[str, Any] = {"proved_at": now, "last_seen_at": now}
    if principal.kind is SessionKind.BROWSER:
        token = principal.kind.new_token()
        values["token_hash"] = digest(token)
    if factor:
        values |= {"factor_at": now, "expires_at": SessionRow.created_at + policy.absolute}
    expires_at = await session.sql.scalar(
        update(SessionRow)
        .where(SessionRow.id == principal.session_id, SessionRow.expires_at > now)
        .values(**values)
        .returning(SessionRow.expires_at)
        .execution_options(synchronize_session=False)
    )
    if expires_at is None:
        raise Unauthenticated
    given = principal.has_factor or factor
    due = principal.factor_due and not factor
    return Renewed(
        token, replace(principal, has_factor=given, factor_due=due, proved_at=now, expires_at=expires_at)
    )


async def sign_out(database: Database, token: str) -> None:
    """End the session of a token, whether or not it still lives."""
    async with database.system(SystemScope.LOGIN) as session:
        ended = delete(SessionRow).where(SessionRow.token_hash == digest(token))
        row = (await session.sql.execute(ended.returning(SessionRow.id, SessionRow.user_id))).one_or_none()
        if row is not None:
            note_session(row.id)
            await note(session, row.user_id, "session.end")


async def note(session: AccountSession, user_id: UUID, action: str, outcome: str = "ok") -> None:
    """An audit entry about a user's account, in the audit log of each clinic they work for."""
    await audit.record_unscoped(
        session,
        action,
        action.split(".")[0],
        outcome,
        user_id=user_id,
        tenant_ids=await clinic_ids(session, user_id),
    )


async def clinic_ids(session: AccountSession, user_id: UUID) -> Sequence[UUID]:
    """The clinics a user works for."""
    query = select(MembershipRow.clinic_id).where(MembershipRow.user_id == user_id)
    return (await session.sql.scalars(query)).all()


def normal_email(email: str) -> str:
    """The stored form of an email address."""
    return email.strip().lower()
