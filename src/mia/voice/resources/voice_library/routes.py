"""``/voice-library``, and what each provider of voices is asked for by its name."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.datastructures import UploadFile

from mia.platform.db.session import OrgSession
from mia.voice.auth.guards import OrgSessionDep
from mia.voice.engine.providers import VoiceSample
from mia.voice.http import BadRequest
from mia.voice.resources.tool.accounts.offering import accounts_with, offered
from mia.voice.resources.voice_library import service
from mia.voice.resources.voice_library.catalog import require_provider
from mia.voice.resources.voice_library.schemas import (
    AddVoice,
    CloneVoice,
    LibraryQuery,
    SearchVoices,
    SesameVoice,
    SyncLibrary,
    WorkflowQuery,
)
from mia.voice.services import Services, ServicesDep
from mia.voice.wire import Json

router = APIRouter(tags=["voice library"])

_SAMPLES = 10
"""Recordings of who is to be imitated; together they have at most what a request may have."""


@router.post("/voice-library/sync", status_code=201)
async def sync_voices(body: SyncLibrary, session: OrgSessionDep, services: ServicesDep) -> list[Json]:
    """Look up what voices there are."""
    return await service.sync(session, services.speech, body.named)


@router.post("/voice-library/sync/{provider}", status_code=201)
async def sync_voices_of(provider: str, session: OrgSessionDep, services: ServicesDep) -> list[Json]:
    return await service.sync(session, services.speech, [provider])


@router.post("/voice-library/create-sesame-voice", status_code=201)
async def create_sesame_voice(_body: SesameVoice, session: OrgSessionDep, services: ServicesDep) -> None:
    """This provider is not served."""
    await require_provider(session, services.speech, "sesame")


@router.get("/voice-library/{provider}")
async def list_voices(
    provider: str, query: Annotated[LibraryQuery, Query()], session: OrgSessionDep, services: ServicesDep
) -> list[Json]:
    return await service.list_voices(session, services.speech, provider, query)


@router.get("/voice-library/{provider}/accents")
async def list_accents(provider: str, session: OrgSessionDep, services: ServicesDep) -> list[Json]:
    """A voice for each accent."""
    return await service.list_accents(session, services.speech, provider)


@router.post("/11labs/voice/clone", status_code=201)
async def clone_voice(request: Request, session: OrgSessionDep, services: ServicesDep) -> None:
    """Have a voice made from recordings. They are read only where the organization has a key with the provider, and
    that they are of someone who agrees is for the organization to see to, as the provider's terms say."""
    await require_provider(session, services.speech, "11labs")
    async with request.form(max_files=_SAMPLES, max_fields=10) as form:
        told = CloneVoice.of({name: form.get(name) for name in form if name != "files"})
        samples = [await _sample(each) for each in form.getlist("files")]
    if not samples:
        raise BadRequest("files should not be empty")
    await service.clone(session, services.speech, "11labs", samples, told.given())


async def _sample(part: Any) -> VoiceSample:
    if not isinstance(part, UploadFile) or not (part.content_type or "").startswith("audio/"):
        raise BadRequest("files must be sound")
    return VoiceSample(part.filename or "sample", part.content_type or "", await part.read())


@router.get("/{provider}/voice/search")
@router.get("/{provider}/voices/search")
async def search_voices(
    provider: str, query: Annotated[SearchVoices, Query()], session: OrgSessionDep, services: ServicesDep
) -> list[Json]:
    return await service.search(session, services.speech, provider, query.name)


@router.post("/{provider}/voice/add", status_code=201)
@router.post("/{provider}/voices/add", status_code=201)
async def add_voice(provider: str, body: AddVoice, session: OrgSessionDep, services: ServicesDep) -> Json:
    """Have a provider's voice in the library under another name."""
    return await service.add(session, services.speech, provider, body.voice_id, body.owner_id, body.name)


@router.get("/{provider}/locations")
async def list_locations(provider: str, session: OrgSessionDep, services: ServicesDep) -> Json:
    """The places that the organization's account at a provider is for."""
    return await _offered(session, services, provider, "locations")


@router.get("/{provider}/workflows")
async def list_workflows(
    provider: str, query: Annotated[WorkflowQuery, Query()], session: OrgSessionDep, services: ServicesDep
) -> Json:
    """What the organization's account at a provider can run."""
    return await _offered(session, services, provider, "workflows", query.location_id)


@router.get("/{provider}/workflows/{workflow_id}/hooks")
async def list_hooks(provider: str, workflow_id: str, session: OrgSessionDep, services: ServicesDep) -> Json:
    """What begins one of them."""
    return await _offered(session, services, provider, "hooks", workflow=workflow_id)


async def _offered(
    session: OrgSession,
    services: Services,
    provider: str,
    what: str,
    location: str | None = None,
    workflow: str | None = None,
) -> Json:
    accounts = await accounts_with(session)
    named = "gohighlevel" if provider == "ghl" else provider
    if named not in accounts:
        await require_provider(session, services.speech, provider, beside=accounts)
        raise BadRequest(f"{provider} has neither locations nor workflows of its own")
    found: Json = await offered(session, services.messages, named, what, location, workflow)
    return found
