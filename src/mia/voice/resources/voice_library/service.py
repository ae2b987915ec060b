"""Voices: those that this installation can speak with, and the names that an organization gives them."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import Select, select
from sqlalchemy.dialects.postgresql import insert

from mia.platform.db.session import OrgSession
from mia.platform.kernel.errors import Conflict, NotFound
from mia.platform.kernel.ids import new_id
from mia.voice.http import BadRequest
from mia.voice.resources.voice_library.models import LibraryVoiceRow
from mia.voice.resources.voice_library.schemas import LibraryQuery
from mia.voice.wire import Json, entity

EMBEDDED = "mia"
OWNER = "mia"
"""Who the embedded voices belong to, in a search and where one is added."""
MOST = 100
"""Voices that a library has."""


@dataclass(frozen=True)
class Voice:
    """A voice as its provider describes it. ``provider_id`` is what ``voice.voiceId`` of an assistant says."""

    provider_id: str
    name: str
    language: str
    language_code: str
    gender: str
    accent: str


VOICES = {EMBEDDED: (Voice("heart", "Heart", "English", "en-US", "female", "American"),)}
"""The voices of each provider that this installation speaks with."""


def require_provider(provider: str) -> Sequence[Voice]:
    """The voices of a provider; :class:`BadRequest` with the list of those there are for any other."""
    voices = VOICES.get(provider)
    if voices is None:
        raise BadRequest(f"provider must be one of the following values: {', '.join(VOICES)}")
    return voices


async def sync(session: OrgSession, providers: Sequence[str]) -> list[Json]:
    """Bring the library up to what the providers have; returns their voices in it."""
    for provider in providers:
        for voice in require_provider(provider):
            await _put(session, provider, voice, slug=voice.provider_id)
    rows = _mine(session).where(LibraryVoiceRow.provider.in_(providers)).order_by(*_ORDER)
    return [_render(row) for row in await session.sql.scalars(rows)]


async def list_voices(session: OrgSession, provider: str, query: LibraryQuery) -> list[Json]:
    """A page of the provider's voices in the library."""
    await sync(session, [provider])
    rows = _mine(session).where(LibraryVoiceRow.provider == provider)
    rows = query.narrow(rows, LibraryVoiceRow.created_at, LibraryVoiceRow.updated_at)
    if query.keyword:
        rows = rows.where(LibraryVoiceRow.name.icontains(query.keyword, autoescape=True))
    asked = (
        (LibraryVoiceRow.language, query.language),
        (LibraryVoiceRow.accent, query.accent),
        (LibraryVoiceRow.gender, query.gender),
    )
    for column, value in asked:
        if value:
            rows = rows.where(column.ilike(value.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")))
    page = rows.order_by(*_ORDER).limit(query.limit).offset((query.page - 1) * query.limit)
    return [_render(row) for row in await session.sql.scalars(page)]


async def list_accents(session: OrgSession, provider: str) -> list[Json]:
    """A voice for each accent that the provider has."""
    accents: dict[str, Json] = {}
    for voice in await sync(session, [provider]):
        accents.setdefault(voice["accent"], voice)
    return list(accents.values())


async def search(session: OrgSession, provider: str, name: str) -> list[Json]:
    """The provider's voices in the library whose name has ``name`` in it."""
    found = await list_voices(session, provider, LibraryQuery(limit=MOST, keyword=name or None))
    return [
        {"voiceId": each["providerId"], "publicOwnerId": OWNER}
        | {part: each[part] for part in ("name", "gender", "accent")}
        for each in found
    ]


async def add(session: OrgSession, provider: str, voice_id: str, owner: str, name: str) -> Json:
    """Give a provider's voice another name in the library; :class:`NotFound` when the provider has no such voice,
    :class:`Conflict` when a voice is called so."""
    found = next((each for each in require_provider(provider) if each.provider_id == voice_id), None)
    if found is None or owner != OWNER:
        raise NotFound("Voice not found.")
    if len(await sync(session, [provider])) >= MOST:
        raise Conflict(f"A library has at most {MOST} voices.")
    row_id = await _put(session, provider, found, slug=f"{voice_id}:{name}", name=name)
    if row_id is None:
        raise Conflict("There is a voice of this name.")
    return _render((await session.sql.scalars(_mine(session).where(LibraryVoiceRow.id == row_id))).one())


_ORDER = (LibraryVoiceRow.created_at, LibraryVoiceRow.id)


async def _put(
    session: OrgSession, provider: str, voice: Voice, *, slug: str, name: str | None = None
) -> UUID | None:
    """Enter a voice; None when there is one of this slug."""
    values: dict[str, Any] = asdict(voice) | {"provider": provider, "slug": slug, "is_public": name is None}
    values |= {"org_id": session.scope.org_id, "id": new_id(), "name": name or voice.name}
    entered = insert(LibraryVoiceRow).values(values).on_conflict_do_nothing().returning(LibraryVoiceRow.id)
    return await session.sql.scalar(entered)


def _mine(session: OrgSession) -> Select[LibraryVoiceRow]:
    return select(LibraryVoiceRow).where(LibraryVoiceRow.org_id == session.scope.org_id)


def _render(row: LibraryVoiceRow) -> Json:
    return entity(row.id, row.org_id, row.created_at, row.updated_at) | {
        "provider": row.provider,
        "providerId": row.provider_id,
        "slug": row.slug,
        "name": row.name,
        "language": row.language,
        "languageCode": row.language_code,
        "gender": row.gender,
        "accent": row.accent,
        "isPublic": row.is_public,
        "isDeleted": False,
    }
