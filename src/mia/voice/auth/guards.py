"""Who calls the voice API: bearer tokens of an organization, join tokens of one call, and the operator, who opens
organizations and issues their first tokens.

All of them end when the signing key is rotated: tokens carry the generation of the key they were issued under.

Only here is an :class:`OrgScope` made, apart from work on rows that already name their organization
(:func:`scope_of_row`).
"""

import hashlib
import hmac
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated, Literal, cast
from uuid import UUID

from fastapi import Depends, Request
from sqlalchemy import ColumnElement, select
from starlette.requests import HTTPConnection

from mia.identity import throttle
from mia.platform.db.session import Database, DatabaseDep, OrgSession
from mia.platform.http.source import current_source
from mia.platform.kernel.errors import Forbidden, NotFound, Unauthenticated
from mia.platform.kernel.scope import OrgScope, SystemScope
from mia.platform.kernel.settings import Settings
from mia.voice.auth.models import TokenRecord
from mia.voice.auth.pace import PUBLIC_TOKEN, TokenPace
from mia.voice.auth.restrictions import require_named
from mia.voice.auth.signed import JWT_HEADER, read_claims, sign_claims
from mia.voice.auth.websites import let_read, serves
from mia.voice.wire import Json

JOIN_WINDOW = timedelta(minutes=3)
"""How long after its creation a call may be joined; a browser may be asking for the microphone."""

ACCESS_WINDOW = timedelta(minutes=15)
"""How long an access token serves."""

TokenTag = Literal["private", "public"]
MemberRole = Literal["admin", "editor", "viewer"]

OPERATOR = "voice:operator"
"""The actor that the audit log names where the operator's credential was brought."""

_CALL_TOKEN_PURPOSE = "voice-call-token"
_ACCESS_TOKEN_PURPOSE = "voice-access-token"
_READING = ("GET", "HEAD")


@dataclass(frozen=True)
class JoinToken:
    """What a call's join token says. ``origin`` is the website whose page began the call with a public token."""

    org_id: UUID
    call_id: UUID
    origin: str | None = None


@dataclass(frozen=True)
class Caller:
    """Who brought a token. ``member_id`` and ``role`` are a member's; None: the organization's own token, which may
    do everything. ``restrictions`` say what a public token opens, ``cost_limit`` what the conversations of
    either kind may cost."""

    scope: OrgScope
    token_id: UUID
    tag: TokenTag
    member_id: UUID | None
    role: MemberRole | None
    restrictions: Json
    cost_limit: Json | None


def hash_token(value: str) -> bytes:
    """The stored form of a token's value."""
    return hashlib.sha256(value.encode()).digest()


def scope_of_row(org_id: UUID, actor: str) -> OrgScope:
    """Permission for the service itself to go on with a row of ``org_id`` it was handed by the system."""
    return OrgScope(org_id, actor)


def operator_credential(settings: Settings) -> str:
    """What the front office of this installation opens organizations with; it opens no conversation."""
    return settings.derived_secret("voice-operator")


def key_generation(settings: Settings) -> bytes:
    """Names the signing key in force, without telling anything of it."""
    return hashlib.sha256(settings.derived_secret("voice-token-generation").encode()).digest()[:16]


def is_operator(request: Request) -> bool:
    """Whether a request brings the operator's credential."""
    credential = operator_credential(request.app.state.settings)
    return hmac.compare_digest((bearer(request) or "").encode(), credential.encode())


async def _any_token(request: Request, database: DatabaseDep) -> Caller:
    value, settings = bearer(request), request.app.state.settings
    if value is None:
        raise Unauthenticated("Authorization header with a bearer token is required.")
    which = TokenRecord.value_hash == hash_token(value)
    if value.count(".") == 2:
        which = TokenRecord.id == _read_access_token(settings, value, database.clock.now())
    found = await _find_caller(database, which, key_generation(settings))
    if found is None:
        raise Unauthenticated("Invalid token.")
    request.state.caller = found  # for the log of requests
    pace: TokenPace = request.app.state.pace
    pace.count(found.token_id)
    return found


AnyCaller = Annotated[Caller, Depends(_any_token)]


async def _member(caller: AnyCaller) -> Caller:
    if caller.tag != "private":
        raise Forbidden("This needs a private token.")
    return caller


PrivateCaller = Annotated[Caller, Depends(_member)]
"""FastAPI parameter type: who brought a private token, in whatever role; 401 or 403 otherwise."""


async def _private_token(request: Request, caller: PrivateCaller) -> OrgScope:
    if caller.role == "viewer" and request.method not in _READING:
        raise Forbidden("Viewers only read.")
    return caller.scope


async def _admin(caller: PrivateCaller) -> OrgScope:
    if caller.role not in (None, "admin"):
        raise Forbidden("This needs a token of the organization, or of an admin.")
    return caller.scope


async def _named_token(request: Request, caller: AnyCaller, database: DatabaseDep) -> OrgScope:
    if caller.tag == "private":
        return await _private_token(request, caller)
    origin = request.headers.get("origin")
    if origin is not None and serves(origin, caller.restrictions):
        let_read(request.scope, origin)
    await require_named(request, caller.restrictions)
    limit = PUBLIC_TOKEN.of(request.app.state.settings)
    await throttle.check(database, limit, current_source().address or "", str(caller.token_id))
    return caller.scope


async def _is_private(caller: AnyCaller) -> bool:
    return caller.tag == "private"


IsPrivate = Annotated[bool, Depends(_is_private)]
"""FastAPI parameter type: whether the token is a private one."""


async def _only_reads(caller: PrivateCaller) -> bool:
    return caller.role == "viewer"


OnlyReads = Annotated[bool, Depends(_only_reads)]
"""FastAPI parameter type: whether the token is a viewer's, who is shown nothing that acts by being known."""


async def _may_say(caller: AnyCaller) -> bool:
    return caller.tag == "public" and bool(caller.restrictions.get("allowTransientAssistant"))


MaySay = Annotated[bool, Depends(_may_say)]
"""FastAPI parameter type: whether the browser of a call may have the assistant say what it likes. Who may bring an
assistant of their own could write any words into it; calls of private tokens are handed on to strangers."""


async def _operator(request: Request) -> Settings:
    if not is_operator(request):
        raise Unauthenticated("Invalid token.")
    settings: Settings = request.app.state.settings
    return settings


OperatorDep = Annotated[Settings, Depends(_operator)]
"""FastAPI parameter type: the settings, for anyone who brings the operator's credential; 401 otherwise."""

PrivateScope = Annotated[OrgScope, Depends(_private_token)]
"""FastAPI parameter type: the organization of a private token, whose bearer may do this; 401 or 403 otherwise."""

AdminScope = Annotated[OrgScope, Depends(_admin)]
"""FastAPI parameter type: the same for what only the organization itself and its admins may."""


async def _org_session(scope: PrivateScope, database: DatabaseDep) -> AsyncIterator[OrgSession]:
    async with database.org(scope) as session:
        yield session


async def _admin_session(scope: AdminScope, database: DatabaseDep) -> AsyncIterator[OrgSession]:
    async with database.org(scope) as session:
        yield session


OrgSessionDep = Annotated[OrgSession, Depends(_org_session, scope="function")]
"""FastAPI parameter type: a transaction of that organization, committed before the response is sent."""

AdminSessionDep = Annotated[OrgSession, Depends(_admin_session, scope="function")]
"""FastAPI parameter type: the same for what only the organization itself and its admins may."""

PublicScope = Annotated[OrgScope, Depends(_named_token)]
"""FastAPI parameter type: the organization of a private token, or of a public one that names what the request asks
for (:func:`~mia.voice.auth.restrictions.require_named`); 401, 403 or 429 otherwise."""


async def _find_caller(database: Database, which: ColumnElement[bool], generation: bytes) -> Caller | None:
    record = TokenRecord
    who = (record.org_id, record.id, record.tag, record.member_id, record.role)
    query = select(*who, record.restrictions, record.cost_limit)
    query = query.where(which, record.key_generation == generation)
    async with database.system(SystemScope.VOICE_TOKEN) as system:
        row = (await system.sql.execute(query)).one_or_none()
    if row is None:
        return None
    scope, tag, role = OrgScope(row.org_id, f"voice-token:{row.id}"), cast(TokenTag, row.tag), row.role
    return Caller(
        scope, row.id, tag, row.member_id, cast(MemberRole | None, role), row.restrictions or {}, row.cost_limit
    )


def bearer(request: HTTPConnection) -> str | None:
    """The bearer token of a request, if it has one."""
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    return value.strip() if scheme.lower() == "bearer" and value.strip() else None


async def brings_private_token(
    connection: HTTPConnection, database: Database, settings: Settings, org_id: UUID
) -> bool:
    """Whether a request comes with a private token of an organization, which is no viewer's."""
    value = bearer(connection)
    if value is None:
        return False
    found = await _find_caller(database, TokenRecord.value_hash == hash_token(value), key_generation(settings))
    if found is None or found.tag != "private" or found.role == "viewer":
        return False
    return found.scope.org_id == org_id


async def joining_scope(request: Request, database: Database, settings: Settings, call_id: UUID, *, leaving: bool
) -> OrgScope:  # fmt: skip
    """Who may join or leave a call: its join token, or a private token of its organization.

    A join token that has expired still serves for ``leaving``. :class:`Unauthenticated` otherwise.
    """
    value = bearer(request)
    if value is not None and value.count(".") == 1:
        token = read_join_token(settings, value, database.clock.now(), expired_ok=leaving)
        let_read(request.scope, token.origin)
        if token.call_id != call_id:
            raise Unauthenticated("Invalid or expired call token.")
        return OrgScope(token.org_id, f"voice-call:{call_id}")
    return await _private_token(request, await _member(await _any_token(request, database)))


async def erasing_scope(request: Request, database: Database, org_id: UUID) -> OrgScope:
    """Who may erase an organization: the operator, the organization itself and its admins. :class:`NotFound` for a
    token of another one."""
    if is_operator(request):
        return OrgScope(org_id, OPERATOR)
    scope = await _admin(await _member(await _any_token(request, database)))
    if scope.org_id != org_id:
        raise NotFound("Organization not found.")
    return scope


def sign_join_token(settings: Settings, token: JoinToken, expires_at: datetime) -> str:
    """A token that lets its bearer join, and hang up, one call until ``expires_at``."""
    claims = {"o": str(token.org_id), "c": str(token.call_id), "e": int(expires_at.timestamp())}
    claims |= {"w": token.origin} if token.origin else {}
    return sign_claims(settings, _CALL_TOKEN_PURPOSE, claims)


def read_join_token(settings: Settings, text: str, now: datetime, *, expired_ok: bool = False) -> JoinToken:
    """Check a join token; :class:`Unauthenticated` when it is not ours or too old.

    ``expired_ok`` is for hanging up, which must stay possible as long as the call lasts.
    """
    claims = read_claims(settings, _CALL_TOKEN_PURPOSE, text)
    if claims is None or not (expired_ok or claims["e"] >= now.timestamp()):
        raise Unauthenticated("Invalid or expired call token.")
    return JoinToken(UUID(claims["o"]), UUID(claims["c"]), claims.get("w"))


def sign_access_token(settings: Settings, caller: Caller, now: datetime) -> str:
    """A JSON Web Token that opens what the caller's token opens, for :data:`ACCESS_WINDOW` and no longer than that
    one."""
    times = {"iat": int(now.timestamp()), "exp": int((now + ACCESS_WINDOW).timestamp())}
    claims = {"sub": str(caller.token_id), "orgId": str(caller.scope.org_id), **times}
    return sign_claims(settings, _ACCESS_TOKEN_PURPOSE, claims, JWT_HEADER)


def _read_access_token(settings: Settings, text: str, now: datetime) -> UUID:
    """The token that an access token stands for; :class:`Unauthenticated` when it is not ours or too old."""
    claims = read_claims(settings, _ACCESS_TOKEN_PURPOSE, text)
    if claims is None or claims["exp"] < now.timestamp():
        raise Unauthenticated("Invalid or expired access token.")
    return UUID(claims["sub"])
