"""``/voice-library``, and what each provider of voices is asked for by its name."""

from typing import Annotated

from fastapi import APIRouter, Query

from mia.voice.auth.guards import OrgSessionDep, PrivateScope
from mia.voice.http import BadRequest
from mia.voice.resources.voice_library import service
from mia.voice.resources.voice_library.schemas import AddVoice, LibraryQuery, SearchVoices, SesameVoice, SyncLibrary
from mia.voice.wire import Json

router = APIRouter(tags=["voice library"])


@router.post("/voice-library/sync", status_code=201)
async def sync_voices(body: SyncLibrary, session: OrgSessionDep) -> list[Json]:
    """Look up what voices there are."""
    return await service.sync(session, body.named or list(service.VOICES))


@router.post("/voice-library/sync/{provider}", status_code=201)
async def sync_voices_of(provider: str, session: OrgSessionDep) -> list[Json]:
    return await service.sync(session, [provider])


@router.post("/voice-library/create-sesame-voice", status_code=201)
async def create_sesame_voice(_body: SesameVoice, _scope: PrivateScope) -> None:
    """No provider that makes voices is configured."""
    service.require_provider("sesame")


@router.get("/voice-library/{provider}")
async def list_voices(provider: str, query: Annotated[LibraryQuery, Query()], session: OrgSessionDep) -> list[Json]:
    return await service.list_voices(session, provider, query)


@router.get("/voice-library/{provider}/accents")
async def list_accents(provider: str, session: OrgSessionDep) -> list[Json]:
    """A voice for each accent."""
    return await service.list_accents(session, provider)


@router.post("/11labs/voice/clone", status_code=201)
async def clone_voice(_scope: PrivateScope) -> None:
    """No provider that makes voices is configured; the recordings that come with it are not read."""
    service.require_provider("11labs")


@router.get("/{provider}/voice/search")
@router.get("/{provider}/voices/search")
async def search_voices(
    provider: str, query: Annotated[SearchVoices, Query()], session: OrgSessionDep
) -> list[Json]:
    return await service.search(session, provider, query.name)


@router.post("/{provider}/voice/add", status_code=201)
@router.post("/{provider}/voices/add", status_code=201)
async def add_voice(provider: str, body: AddVoice, session: OrgSessionDep) -> Json:
    """Have a provider's voice in the library under another name."""
    return await service.add(session, provider, body.voice_id, body.owner_id, body.name)


@router.get("/{provider}/locations")
@router.get("/{provider}/workflows")
@router.get("/{provider}/workflows/{workflow_id}/hooks")
async def ask_provider(provider: str, _scope: PrivateScope) -> Json:
    """No provider that has locations, or workflows of its own, is configured."""
    service.require_provider(provider)
    raise BadRequest(f"{provider} has neither locations nor workflows of its own")
