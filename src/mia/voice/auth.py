"""Who calls the voice API: bearer tokens of an organization, join tokens of one call, and the operator, who opens
organizations and issues their tokens.

All three end when the signing key is rotated: tokens carry the generation of the key they were issued under.

Only here is an :class:`OrgScope` made, apart from work on rows that already name their organization
(:func:`scope_of_row`).
"""

import base64
import hashlib
import hmac
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated, Literal
from uuid import UUID

from fastapi import Depends, Request
from sqlalchemy import select

from mia.platform.db.session import Database, DatabaseDep, OrgSession
from mia.platform.kernel.errors import Forbidden, Unauthenticated
from mia.platform.kernel.scope import OrgScope, SystemScope
from mia.platform.kernel.settings import Settings
from mia.voice.resources.token.models import TokenRecord

JOIN_WINDOW = timedelta(minutes=3)
"""How long after its creation a call may be joined; a browser may be asking for the microphone."""

TokenTag = Literal["private", "public"]

_CALL_TOKEN_PURPOSE = "voice-call-token"


@dataclass(frozen=True)
class JoinToken:
    """What a call's join token says."""

    org_id: UUID
    call_id: UUID


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


async def _any_token(request: Request, database: DatabaseDep) -> tuple[OrgScope, str]:
    value = bearer(request)
    if value is None:
        raise Unauthenticated("Authorization header with a bearer token is required.")
    found = await _find_token(database, value, key_generation(request.app.state.settings))
    if found is None:
        raise Unauthenticated("Invalid token.")
    return found


async def _private_token(found: Annotated[tuple[OrgScope, str], Depends(_any_token)]) -> OrgScope:
    scope, tag = found
    if tag != "private":
        raise Forbidden("This needs a private token.")
    return scope


async def _token_of_any_tag(found: Annotated[tuple[OrgScope, str], Depends(_any_token)]) -> OrgScope:
    return found[0]


async def _operator(request: Request) -> Settings:
    settings: Settings = request.app.state.settings
    if not hmac.compare_digest((bearer(request) or "").encode(), operator_credential(settings).encode()):
        raise Unauthenticated("Invalid token.")
    return settings


OperatorDep = Annotated[Settings, Depends(_operator)]
"""FastAPI parameter type: the settings, for anyone who brings the operator's credential; 401 otherwise."""

PrivateScope = Annotated[OrgScope, Depends(_private_token)]
"""FastAPI parameter type: the organization of a private token; 401 or 403 otherwise."""


async def _org_session(scope: PrivateScope, database: DatabaseDep) -> AsyncIterator[OrgSession]:
    async with database.org(scope) as session:
        yield session


OrgSessionDep = Annotated[OrgSession, Depends(_org_session, scope="function")]
"""FastAPI parameter type: a transaction of that organization, committed before the response is sent."""

PublicScope = Annotated[OrgScope, Depends(_token_of_any_tag)]
"""FastAPI parameter type: the organization of a private or public token; 401 otherwise."""


async def _find_token(database: Database, value: str, generation: bytes) -> tuple[OrgScope, str] | None:
    query = select(TokenRecord.org_id, TokenRecord.id, TokenRecord.tag).where(
        TokenRecord.value_hash == hash_token(value), TokenRecord.key_generation == generation
    )
    async with database.system(SystemScope.VOICE_TOKEN) as system:
        row = (await system.sql.execute(query)).one_or_none()
    return None if row is None else (OrgScope(row.org_id, f"voice-token:{row.id}"), row.tag)


def bearer(request: Request) -> str | None:
    """The bearer token of a request, if it has one."""
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    return value.strip() if scheme.lower() == "bearer" and value.strip() else None


async def joining_scope(request: Request, database: Database, settings: Settings, call_id: UUID, *, leaving: bool
) -> OrgScope:  # fmt: skip
    """Who may join or leave a call: its join token, or a private token of its organization.

    A join token that has expired still serves for ``leaving``. :class:`Unauthenticated` otherwise.
    """
    value = bearer(request)
    if value is not None and "." in value:
        token = read_join_token(settings, value, database.clock.now(), expired_ok=leaving)
        if token.call_id != call_id:
            raise Unauthenticated("Invalid or expired call token.")
        return OrgScope(token.org_id, f"voice-call:{call_id}")
    return await _private_token(await _any_token(request, database))


def sign_join_token(settings: Settings, token: JoinToken, expires_at: datetime) -> str:
    """A token that lets its bearer join, and hang up, one call until ``expires_at``."""
    claims = {"o": str(token.org_id), "c": str(token.call_id), "e": int(expires_at.timestamp())}
    body = _encode(json.dumps(claims, separators=(",", ":")).encode())
    return f"{body}.{_encode(_mac(settings, body))}"


def read_join_token(settings: Settings, text: str, now: datetime, *, expired_ok: bool = False) -> JoinToken:
    """Check a join token; :class:`Unauthenticated` when it is not ours or too old.

    ``expired_ok`` is for hanging up, which must stay possible as long as the call lasts.
    """
    body, _, signature = text.partition(".")
    try:
        genuine = hmac.compare_digest(_decode(signature), _mac(settings, body))
        claims = json.loads(_decode(body)) if genuine else {}
    except ValueError:
        genuine, claims = False, {}
    if not genuine or not (expired_ok or claims["e"] >= now.timestamp()):
        raise Unauthenticated("Invalid or expired call token.")
    return JoinToken(UUID(claims["o"]), UUID(claims["c"]))


def _mac(settings: Settings, body: str) -> bytes:
    return hmac.new(settings.derived_secret(_CALL_TOKEN_PURPOSE).encode(), body.encode(), hashlib.sha256).digest()


def _encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
