"""Programs that sign in for their user (spec §3, Session): a short access token, and a refresh token that is
changed at each use. A refresh token that comes a second time has been copied: its whole session ends.
"""

from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from sqlalchemy import delete, insert, select, update

from mia.identity.factors.second_factor import Code, Method, prove
from mia.identity.models import RefreshTokenRow, SessionRow, UserRow
from mia.identity.principal import Principal, SessionKind
from mia.identity.session.sessions import Client, SessionPolicy, note
from mia.identity.session.sign_in import authenticate
from mia.identity.tokens import digest, new_token
from mia.platform.db.session import AccountSession, Database
from mia.platform.kernel.errors import FactorDue, Unauthenticated
from mia.platform.kernel.scope import SystemScope
from mia.platform.kernel.settings import Settings

_REFRESH_TOKEN = "mrt_"
_VOID = "This refresh token is not valid. Please sign in again."
_DIGITS = 6


@dataclass(frozen=True)
class TokenUser:
    """Whose tokens they are."""

    id: UUID
    email: str
    name: str


@dataclass(frozen=True)
class TokenPair:
    """What a program keeps. ``expires_at`` is the access token's end."""

    access_token: str = field(repr=False)
    refresh_token: str = field(repr=False)
    issued_at: datetime
    expires_at: datetime
    user: TokenUser


async def sign_in_program(
    database: Database, settings: Settings, email: str, password: str, code: str | None, client: Client
) -> TokenPair:
    """Tokens for a password and, where the user has one, a second factor's code (of an app or for recovery).

    :class:`Unauthenticated` and :class:`TooManyRequests` as in the browser; :class:`FactorDue` without code.
    """
    policy = SessionPolicy.of(settings)
    signed_in = await authenticate(database, email, password, client, policy, SessionKind.API)
    principal = signed_in.principal
    if principal.factor_due:
        try:
            await _give_factor(database, settings, principal, code, client)
        except Exception:
            await _end(database, principal.session_id)
            raise
    async with database.system(SystemScope.LOGIN) as session:
        now = session.now()
        refresh = await _add_refresh_token(session, principal.session_id, now)
    user = TokenUser(principal.user_id, principal.email, principal.name)
    return TokenPair(signed_in.token, refresh, now, now + policy.idle, user)


async def refresh_tokens(database: Database, token: str, policy: SessionPolicy) -> TokenPair:
    """A new pair for a refresh token, whose former pair is void; :class:`Unauthenticated` for any other.

    A token that was used before ends the session it belongs to.
    """
    async with database.system(SystemScope.LOGIN) as session:
        pair = await _exchange(session, token, policy)
    if pair is None:  # raised outside, so that the end of a copied token's session stays
        raise Unauthenticated(_VOID)
    return pair


async def revoke_tokens(database: Database, token: str) -> None:
    """End the session of a refresh token, used or not; of any other text nothing."""
    async with database.system(SystemScope.LOGIN) as session:
        of_token = select(RefreshTokenRow.session_id).where(RefreshTokenRow.token_hash == digest(token))
        ended = delete(SessionRow).where(SessionRow.id.in_(of_token)).returning(SessionRow.user_id)
        user_id = await session.sql.scalar(ended)
        if user_id is not None:
            await note(session, user_id, "session.end")


async def _give_factor(
    database: Database, settings: Settings, principal: Principal, code: str | None, client: Client
) -> None:
    if code is None:
        raise FactorDue
    typed = "".join(code.split())
    of_app = len(typed) == _DIGITS and typed.isdecimal()
    proof = Code(Method.TOTP if of_app else Method.RECOVERY_CODE, code)
    await prove(database, settings, principal, proof, client)


async def _exchange(session: AccountSession, token: str, policy: SessionPolicy) -> TokenPair | None:
    """The session is locked first: of two with the same token the second sees that it has been used."""
    now = session.now()
    found = (
        await session.sql.execute(
            select(RefreshTokenRow.session_id, SessionRow.user_id, SessionRow.expires_at)
            .join(SessionRow, SessionRow.id == RefreshTokenRow.session_id)
            .where(RefreshTokenRow.token_hash == digest(token))
            .with_for_update(of=SessionRow)
        )
    ).one_or_none()
    if found is None or found.expires_at <= now:
        return None
    used = await session.sql.scalar(
        update(RefreshTokenRow)
        .where(RefreshTokenRow.token_hash == digest(token), RefreshTokenRow.used_at.is_(None))
        .values(used_at=now)
        .returning(RefreshTokenRow.session_id)
        .execution_options(synchronize_session=False)
    )
    if used is None:
        await note(session, found.user_id, "session.token_reuse", "denied")
        await session.sql.execute(delete(SessionRow).where(SessionRow.id == found.session_id))
        return None
    access, ends = SessionKind.API.new_token(), min(now + policy.idle, found.expires_at)
    await session.sql.execute(
        update(SessionRow)
        .where(SessionRow.id == found.session_id)
        .values(token_hash=digest(access), token_expires_at=ends, last_seen_at=now)
        .execution_options(synchronize_session=False)
    )
    refresh = await _add_refresh_token(session, found.session_id, now)
    await note(session, found.user_id, "session.refresh")
    user = (await session.sql.scalars(select(UserRow).where(UserRow.id == found.user_id))).one()
    return TokenPair(access, refresh, now, ends, TokenUser(user.id, user.email, user.name))


async def _add_refresh_token(session: AccountSession, session_id: UUID, now: datetime) -> str:
    token = _REFRESH_TOKEN + new_token()
    await session.sql.execute(
        insert(RefreshTokenRow).values(token_hash=digest(token), session_id=session_id, created_at=now)
    )
    return token


async def _end(database: Database, session_id: UUID) -> None:
    async with database.system(SystemScope.LOGIN) as session:
        await session.sql.execute(delete(SessionRow).where(SessionRow.id == session_id))
