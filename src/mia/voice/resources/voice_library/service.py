"""The voice library: voices that an organization may choose, and the names that it gives them."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import Select, delete, func, select
from sqlalchemy.dialects.postgresql import insert

from mia.platform.db.session import OrgSession
from mia.platform.kernel.errors import Conflict, NotFound
from mia.platform.kernel.ids import new_id
from mia.voice.engine.providers import OfferedVoice, SpeechProviders, VoiceMaker, VoiceSample
from mia.voice.http import BadRequest
from mia.voice.resources.credential.service import EMBEDDED
from mia.voice.resources.credential.speech import configured
from mia.voice.resources.voice_library.catalog import LANGUAGES, Access, faults_told, require_provider
from mia.voice.resources.voice_library.models import LibraryVoiceRow
from mia.voice.resources.voice_library.schemas import LibraryQuery
from mia.voice.wire import Json, entity, without_none

MOST = 100
"""Voices under names of its own that a library has."""
_MOST_OFFERED = 500
"""Voices of a provider that a library shows."""


async def sync(session: OrgSession, providers: SpeechProviders, names: Sequence[str] = ()) -> list[Json]:
    """Bring the library up to what the providers have, all of the organization's when none is named; returns their
    voices in it."""
    chosen = names or [name for name in await configured(session) if name == EMBEDDED or name in providers]
    for name in chosen:
        await _refresh(session, await require_provider(session, providers, name))
    rows = _mine(session).where(LibraryVoiceRow.provider.in_(chosen)).order_by(*_ORDER)
    return [_render(row) for row in await session.sql.scalars(rows)]


async def list_voices(
    session: OrgSession, providers: SpeechProviders, provider: str, query: LibraryQuery
) -> list[Json]:
    """A page of the provider's voices in the library. They are looked up when there are none yet."""
    access = await require_provider(session, providers, provider)
    rows = _mine(session).where(LibraryVoiceRow.provider == provider)
    if await session.sql.scalar(rows.limit(1)) is None:
        await _refresh(session, access)
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


async def list_accents(session: OrgSession, providers: SpeechProviders, provider: str) -> list[Json]:
    """A voice for each accent that the provider has."""
    accents: dict[str, Json] = {}
    for voice in await list_voices(session, providers, provider, LibraryQuery(limit=1000)):
        if "accent" in voice:
            accents.setdefault(voice["accent"], voice)
    return list(accents.values())


async def search(session: OrgSession, providers: SpeechProviders, provider: str, name: str) -> list[Json]:
    """Voices whose name has ``name`` in it: those that the provider's customers share, where they do, else the
    provider's in the library."""
    access = await require_provider(session, providers, provider)
    if isinstance(access.provider, VoiceMaker):
        with faults_told(provider):
            shared = await access.provider.search(access.key, name)
        return [_found(each.voice_id, each.owner, each.name, each.gender, each.accent) for each in shared]
    known = await list_voices(session, providers, provider, LibraryQuery(limit=MOST, keyword=name or None))
    return [
        _found(each["providerId"], provider, each["name"], each.get("gender"), each.get("accent")) for each in known
    ]


async def add(
    session: OrgSession, providers: SpeechProviders, provider: str, voice_id: str, owner: str, name: str
) -> Json:
    """Have a provider's voice, or one that is shared there, under another name in the library; :class:`NotFound`
    when there is no such voice, :class:`Conflict` when a voice is called so."""
    access = await require_provider(session, providers, provider)
    await _require_room(session)
    if isinstance(access.provider, VoiceMaker) and owner != provider:
        with faults_told(provider):
            voice_id = await access.provider.adopt(access.key, owner, voice_id, name)
        found = OfferedVoice(voice_id, name)
    else:
        known = await list_voices(session, providers, provider, LibraryQuery(limit=1000))
        if owner != provider or all(each["providerId"] != voice_id for each in known):
            raise NotFound("Voice not found.")
        offered = next(each for each in known if each["providerId"] == voice_id)
        parts = {part: offered.get(part) or "" for part in ("gender", "accent")}
        found = OfferedVoice(voice_id, name, offered.get("languageCode") or "", **parts)
    return await _enter_own(session, provider, found)


async def clone(
    session: OrgSession,
    providers: SpeechProviders,
    provider: str,
    samples: Sequence[VoiceSample],
    told: Json,
) -> None:
    """Have a provider make a voice from recordings; it is in the library from then on."""
    access = await require_provider(session, providers, provider)
    if not isinstance(access.provider, VoiceMaker):
        raise BadRequest(f"{provider} makes no voices")
    await _require_room(session)
    labels = told.get("labels") or {}
    with faults_told(provider):
        voice_id = await access.provider.clone(
            access.key, told["name"], samples, told.get("description") or "", labels
        )
    await _enter_own(session, provider, OfferedVoice(voice_id, told["name"]))


def _found(voice_id: str, owner: str, name: str, gender: str | None, accent: str | None) -> Json:
    told = {"voiceId": voice_id, "publicOwnerId": owner, "name": name}
    return told | without_none({"gender": gender or None, "accent": accent or None})


_ORDER = (LibraryVoiceRow.created_at, LibraryVoiceRow.id)


async def _require_room(session: OrgSession) -> None:
    table = LibraryVoiceRow
    own = select(func.count()).where(table.org_id == session.scope.org_id, table.is_public.is_(False))
    if (await session.sql.scalar(own) or 0) >= MOST:
        raise Conflict(f"A library has at most {MOST} voices of its own.")


async def _refresh(session: OrgSession, access: Access) -> None:
    """Enter the provider's voices that are new, and take out those that are gone."""
    offered = list(await access.voices())[:_MOST_OFFERED]
    table = LibraryVoiceRow
    gone = (
        table.org_id == session.scope.org_id,
        table.provider == access.name,
        table.is_public.is_(True),
        table.slug.not_in([each.voice_id for each in offered]),
    )
    await session.sql.execute(delete(table).where(*gone))
    if offered:
        values = [_values(session, access.name, each, slug=each.voice_id, public=True) for each in offered]
        await session.sql.execute(insert(table).values(values).on_conflict_do_nothing())


async def _enter_own(session: OrgSession, provider: str, voice: OfferedVoice) -> Json:
    """Enter a voice under a name of the organization's; :class:`Conflict` when there is one of this name."""
    values = _values(session, provider, voice, slug=f"{voice.voice_id}:{voice.name}", public=False)
    entered = insert(LibraryVoiceRow).values(values).on_conflict_do_nothing().returning(LibraryVoiceRow.id)
    row_id: UUID | None = await session.sql.scalar(entered)
    if row_id is None:
        raise Conflict("There is a voice of this name.")
    return _render((await session.sql.scalars(_mine(session).where(LibraryVoiceRow.id == row_id))).one())


def _values(session: OrgSession, provider: str, voice: OfferedVoice, *, slug: str, public: bool) -> dict[str, Any]:
    return {
        "org_id": session.scope.org_id,
        "id": new_id(),
        "provider": provider,
        "provider_id": voice.voice_id,
        "slug": slug,
        "name": voice.name,
        "language": LANGUAGES.get(voice.language.partition("-")[0], voice.language),
        "language_code": voice.language,
        "gender": voice.gender,
        "accent": voice.accent,
        "is_public": public,
    }


def _mine(session: OrgSession) -> Select[LibraryVoiceRow]:
    return select(LibraryVoiceRow).where(LibraryVoiceRow.org_id == session.scope.org_id)


def _render(row: LibraryVoiceRow) -> Json:
    told = {
        "provider": row.provider,
        "providerId": row.provider_id,
        "slug": row.slug,
        "name": row.name,
        "language": row.language or None,
        "languageCode": row.language_code or None,
        "gender": row.gender or None,
        "accent": row.accent or None,
        "isPublic": row.is_public,
        "isDeleted": False,
    }
    return entity(row.id, row.org_id, row.created_at, row.updated_at) | without_none(told)
