"""Tokens: issued, and ended with the signing key that was in force when they were issued."""

import secrets
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import delete
from sqlalchemy.dialects.postgresql import insert

from mia.platform.db.session import Database, OrgSession
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import SystemScope
from mia.voice.auth.guards import MemberRole, TokenTag, hash_token
from mia.voice.auth.models import TokenRecord
from mia.voice.wire import Json

_SECRET_BYTES = 32
_SHOWN = 6


@dataclass(frozen=True)
class TokenOf:
    """The member whose token it is."""

    member_id: UUID
    role: MemberRole


async def issue_token(
    session: OrgSession,
    name: str | None,
    generation: bytes,
    tag: TokenTag = "private",
    *,
    restrictions: Json | None = None,
    cost_limit: Json | None = None,
    of: TokenOf | None = None,
) -> tuple[UUID, str]:
    """A new token of the organization, or ``of`` a member; returns its id and its value, which is not kept.

    The organization's token of the same ``name`` ends. ``generation`` is the signing key's in force
    (:func:`~mia.voice.auth.guards.key_generation`): under another key the token opens nothing.
    """
    value = secrets.token_urlsafe(_SECRET_BYTES)
    values = {
        "id": new_id(),  # also of one that is replaced: what was signed for its id ends with it
        "created_at": session.now(),
        "tag": tag,
        "beginning": value[:_SHOWN],
        "value_hash": hash_token(value),
        "key_generation": generation,
        "restrictions": restrictions,
        "cost_limit": cost_limit,
        "member_id": of.member_id if of else None,
        "role": of.role if of else None,
        "updated_at": session.now(),
    }
    row = {"org_id": session.scope.org_id, "name": name, **values}
    replaced = insert(TokenRecord).values(row).on_conflict_do_update(index_elements=["org_id", "name"], set_=values)
    token_id = await session.sql.scalar(replaced.returning(TokenRecord.id))
    assert token_id is not None
    return token_id, value


async def end_tokens_of(session: OrgSession, member_id: UUID) -> int:
    """End a member's tokens; returns how many there were."""
    mine = (TokenRecord.org_id == session.scope.org_id, TokenRecord.member_id == member_id)
    return len((await session.sql.scalars(delete(TokenRecord).where(*mine).returning(TokenRecord.id))).all())


async def revoke_tokens(database: Database, *, keep: bytes | None = None) -> int:
    """End every token of every organization, but those issued under the key generation ``keep``.

    Anyone who brings one is refused from the next request on; the front office then gets itself a new one. Returns
    how many there were. Rotating the signing key has the same effect in each process that knows the new key.
    """
    ended = delete(TokenRecord).returning(TokenRecord.id)
    if keep is not None:
        ended = ended.where(TokenRecord.key_generation != keep)
    async with database.system(SystemScope.VOICE_TOKEN) as system:
        return len((await system.sql.scalars(ended)).all())
