"""Passkeys: what is stored of them, and the challenges that their ceremonies answer.

A challenge belongs to one session and purpose, and is taken away by the first answer, right or wrong. The
library takes a while to load, so that only who needs a ceremony imports it.
"""

import base64
import binascii
import os
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from psycopg.errors import UniqueViolation
from sqlalchemy import delete, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import IntegrityError

from mia.identity.factors.relying_party import KnownKey, RelyingParty
from mia.identity.models import PasskeyChallengeRow, PasskeyRow
from mia.identity.principal import Principal
from mia.platform.db.session import AccountSession
from mia.platform.kernel.errors import Conflict, NotFound
from mia.platform.kernel.ids import new_id

MOST = 20
"""Passkeys of a person."""

_ENROL, _SIGN_IN = "enrol", "sign_in"
_LIFE = timedelta(minutes=5)
_CHALLENGE_BYTES = 32


@dataclass(frozen=True)
class Passkey:
    """A passkey as its owner sees it."""

    id: UUID
    name: str
    created_at: datetime
    last_used_at: datetime | None


async def enrolment_options(session: AccountSession, principal: Principal, party: RelyingParty) -> dict[str, Any]:
    """What the browser needs to make a passkey; :class:`Conflict` when the person has too many."""
    from mia.identity.factors.ceremonies import creation_options

    known = await _known(session, principal.user_id)
    if len(known) >= MOST:
        raise Conflict(f"You have {MOST} passkeys. Remove one that is not needed any more.")
    challenge = await _challenge(session, principal.session_id, _ENROL)
    user = (principal.user_id, principal.email, principal.name)
    return creation_options(party, challenge, user, list(known.values()))


async def enrol_passkey(
    session: AccountSession, principal: Principal, party: RelyingParty, name: str, credential: dict[str, Any]
) -> Passkey | None:
    """Store a new passkey; None when it does not answer this session's challenge."""
    from mia.identity.factors.ceremonies import check_creation

    challenge = await _take_challenge(session, principal.session_id, _ENROL)
    key = check_creation(party, challenge, credential) if challenge else None
    if key is None:
        return None
    values = {
        "id": new_id(),
        "user_id": principal.user_id,
        "credential_id": key.credential_id,
        "public_key": key.public_key,
        "sign_count": key.sign_count,
        "transports": list(key.transports),
        "name": name,
        "created_at": session.now(),
    }
    try:
        async with session.sql.begin_nested():
            row = (await session.sql.scalars(insert(PasskeyRow).values(**values).returning(PasskeyRow))).one()
    except IntegrityError as error:
        if isinstance(error.orig, UniqueViolation):
            raise Conflict("This passkey is registered already.") from None
        raise
    return _passkey(row)


async def sign_in_options(session: AccountSession, principal: Principal, party: RelyingParty) -> dict[str, Any]:
    """What the browser needs to use a passkey; :class:`Conflict` when the person has none."""
    from mia.identity.factors.ceremonies import request_options

    known = await _known(session, principal.user_id)
    if not known:
        raise Conflict("There is no passkey for this account.")
    challenge = await _challenge(session, principal.session_id, _SIGN_IN)
    return request_options(party, challenge, list(known.values()))


async def use_passkey(
    session: AccountSession, principal: Principal, party: RelyingParty, credential: dict[str, Any]
) -> bool:
    """Whether the person's passkey has answered this session's challenge.

    An authenticator whose count of signatures does not go up may be a copy, and is refused.
    """
    from mia.identity.factors.ceremonies import check_assertion

    challenge = await _take_challenge(session, principal.session_id, _SIGN_IN)
    key = await _claimed(session, principal.user_id, credential)
    count = check_assertion(party, challenge, credential, key) if challenge and key else None
    if key is None or count is None:
        return False
    await session.sql.execute(
        update(PasskeyRow)
        .where(PasskeyRow.credential_id == key.credential_id)
        .values(sign_count=count, last_used_at=session.now())
        .execution_options(synchronize_session=False)
    )
    return True


async def list_passkeys(session: AccountSession, user_id: UUID) -> list[Passkey]:
    """The person's passkeys, oldest first."""
    query = select(PasskeyRow).where(PasskeyRow.user_id == user_id).order_by(PasskeyRow.created_at, PasskeyRow.id)
    return [_passkey(row) for row in await session.sql.scalars(query)]


async def remove_passkey(session: AccountSession, user_id: UUID, passkey_id: UUID) -> None:
    """Forget one; :class:`NotFound` when the person has no such passkey."""
    ours = (PasskeyRow.user_id == user_id) & (PasskeyRow.id == passkey_id)
    if await session.sql.scalar(delete(PasskeyRow).where(ours).returning(PasskeyRow.id)) is None:
        raise NotFound


async def _known(session: AccountSession, user_id: UUID) -> dict[bytes, KnownKey]:
    rows = await session.sql.scalars(select(PasskeyRow).where(PasskeyRow.user_id == user_id))
    return {row.credential_id: _key(row) for row in rows}


async def _claimed(session: AccountSession, user_id: UUID, credential: dict[str, Any]) -> KnownKey | None:
    """The passkey a credential says it is, for one transaction at a time."""
    try:
        text = str(credential.get("rawId", ""))
        claimed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (binascii.Error, ValueError):
        return None
    row = await session.sql.scalar(
        select(PasskeyRow)
        .where(PasskeyRow.user_id == user_id, PasskeyRow.credential_id == claimed)
        .with_for_update()
    )
    return _key(row) if row else None


async def _challenge(session: AccountSession, session_id: UUID, purpose: str) -> bytes:
    challenge = os.urandom(_CHALLENGE_BYTES)
    values = {"challenge": challenge, "expires_at": session.now() + _LIFE}
    statement = insert(PasskeyChallengeRow).values(session_id=session_id, purpose=purpose, **values)
    keys = [PasskeyChallengeRow.session_id, PasskeyChallengeRow.purpose]
    await session.sql.execute(statement.on_conflict_do_update(index_elements=keys, set_=values))
    return challenge


async def _take_challenge(session: AccountSession, session_id: UUID, purpose: str) -> bytes | None:
    ours = (PasskeyChallengeRow.session_id == session_id) & (PasskeyChallengeRow.purpose == purpose)
    taken = await session.sql.execute(
        delete(PasskeyChallengeRow)
        .where(ours)
        .returning(PasskeyChallengeRow.challenge, PasskeyChallengeRow.expires_at)
    )
    row = taken.one_or_none()
    return row.challenge if row and row.expires_at > session.now() else None


def _key(row: PasskeyRow) -> KnownKey:
    return KnownKey(row.credential_id, row.public_key, row.sign_count, tuple(row.transports))


def _passkey(row: PasskeyRow) -> Passkey:
    return Passkey(row.id, row.name, row.created_at, row.last_used_at)
