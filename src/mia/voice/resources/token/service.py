"""Tokens of an organization. A value is told once; after that a token is known by its beginning."""

from uuid import UUID

from sqlalchemy import Select, func, select

from mia.platform.audit import service as audit
from mia.platform.db.session import OrgSession
from mia.platform.kernel.errors import Conflict, NotFound
from mia.voice.auth.guards import TokenTag
from mia.voice.auth.models import TokenRecord
from mia.voice.auth.spending import spent_in_period
from mia.voice.auth.tokens import issue_token
from mia.voice.http import BadRequest
from mia.voice.resources.assistant.models import AssistantRecord
from mia.voice.resources.pricing.service import prices_of
from mia.voice.wire import Json, ListQuery, entity, without_none

MOST = 100
"""Tokens of an organization."""

_KIND = "voice_token"
_UNSEEN = "..."


async def create_token(session: OrgSession, body: Json, generation: bytes) -> Json:
    """Issue a token; only this answer tells its value. :class:`Conflict` when the name is another token's."""
    tag: TokenTag = body.get("tag") or "private"
    restrictions = await checked_restrictions(session, tag, body.get("restrictions"))
    limit = await checked_limit(session, body.get("costLimit"))
    await _lock(session)
    await _require_free(session, body.get("name"))
    if (await session.sql.scalar(select(func.count()).select_from(_mine(session).subquery())) or 0) >= MOST:
        raise Conflict(f"An organization has at most {MOST} tokens.")
    token_id, value = await issue_token(
        session, body.get("name"), generation, tag, restrictions=restrictions, cost_limit=limit
    )
    await audit.record(session, "voice_token.issue", _KIND, [token_id])
    return await _render(session, await _require(session, token_id)) | {"value": value}


async def list_tokens(session: OrgSession, query: ListQuery) -> list[Json]:
    """The organization's tokens, the newest first."""
    rows = query.narrow(_mine(session), TokenRecord.created_at, TokenRecord.updated_at)
    newest = (TokenRecord.created_at.desc(), TokenRecord.id.desc())
    found = (await session.sql.scalars(rows.order_by(*newest).limit(query.limit))).all()
    return [await _render(session, row) for row in found]


async def read_token(session: OrgSession, token_id: UUID) -> Json:
    """One token; :class:`NotFound` when the organization has none of that id."""
    return await _render(session, await _require(session, token_id))


async def change_token(session: OrgSession, token_id: UUID, patch: Json) -> Json:
    """Call a token something else, or have it open something else, from the next request on."""
    row = await _require(session, token_id)
    if patch.get("tag") not in (None, row.tag):
        raise BadRequest("A public token cannot become a private one, nor the other way round: issue another.")
    if patch.get("name") not in (None, row.name):
        await _lock(session)
        await _require_free(session, patch["name"])
    if "name" in patch:
        row.name = patch["name"]
    if "restrictions" in patch:
        row.restrictions = await checked_restrictions(session, row.tag, patch["restrictions"])
    if "costLimit" in patch:
        row.cost_limit = await checked_limit(session, patch["costLimit"])
    row.updated_at = session.now()
    await audit.record(session, "voice_token.change", _KIND, [token_id])
    return await _render(session, row)


async def end_token(session: OrgSession, token_id: UUID) -> Json:
    """End a token, and return what it was: from the next request on it opens nothing."""
    row = await _require(session, token_id)
    shown = await _render(session, row)
    await session.sql.delete(row)
    await audit.record(session, "voice_token.end", _KIND, [token_id])
    return shown


async def checked_restrictions(session: OrgSession, tag: str, restrictions: Json | None) -> Json | None:
    """What a token of this tag may open; :class:`BadRequest` for a private one that is restricted, or a public one
    that names nothing, or an assistant that the organization does not have."""
    if tag == "private":
        if restrictions:
            raise BadRequest("restrictions are for public tokens: a private one may do everything")
        return None
    named = [UUID(each) for each in (restrictions or {}).get("allowedAssistantIds") or ()]
    if not restrictions or not (named or restrictions.get("allowTransientAssistant")):
        raise BadRequest(
            "A public token opens only what its restrictions name: allowedAssistantIds or allowTransientAssistant"
        )
    mine = (AssistantRecord.org_id == session.scope.org_id, AssistantRecord.id.in_(named))
    known = set(await session.sql.scalars(select(AssistantRecord.id).where(*mine)))
    unknown = [str(each) for each in named if each not in known]
    if unknown:
        raise BadRequest(*(f"restrictions.allowedAssistantIds: {each} is no assistant" for each in unknown))
    return without_none(restrictions)


async def checked_limit(session: OrgSession, limit: Json | None) -> Json | None:
    """What the conversations of a token may cost; :class:`BadRequest` while nothing would ever be counted."""
    if limit is None:
        return None
    if not await prices_of(session):
        raise BadRequest(
            "costLimit needs prices: without prices of the organization every conversation costs nothing"
        )
    return {"amount": limit["amount"], "period": limit.get("period") or "month"}


async def _lock(session: OrgSession) -> None:
    """Until the transaction ends, no one else issues or names a token of the organization."""
    name = f"voice-tokens:{session.scope.org_id}"
    await session.sql.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(name, 0))))


async def _require_free(session: OrgSession, name: str | None) -> None:
    if name is not None and await session.sql.scalar(_mine(session).where(TokenRecord.name == name)) is not None:
        raise Conflict("There is a token of this name.")


def _mine(session: OrgSession) -> Select[TokenRecord]:
    return select(TokenRecord).where(TokenRecord.org_id == session.scope.org_id)


async def _require(session: OrgSession, token_id: UUID) -> TokenRecord:
    row = await session.sql.get(TokenRecord, (session.scope.org_id, token_id))
    if row is None:
        raise NotFound("Token not found.")
    return row


async def _render(session: OrgSession, row: TokenRecord) -> Json:
    spent = await spent_in_period(session, row.id, row.cost_limit) if row.cost_limit else None
    shown = {
        "tag": row.tag,
        "name": row.name,
        "value": f"{row.beginning or ''}{_UNSEEN}",
        "restrictions": row.restrictions,
        "costLimit": row.cost_limit,
        "spent": spent,
        "userId": str(row.member_id) if row.member_id else None,
        "role": row.role,
    }
    return entity(row.id, row.org_id, row.created_at, row.updated_at) | without_none(shown)
