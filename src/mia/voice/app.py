"""The voice service's HTTP API, an application of its own that main mounts at ``/voice``."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from mia.platform.db.session import Database
from mia.platform.kernel.settings import Settings
from mia.voice.auth.guards import key_generation
from mia.voice.auth.pace import TokenPace
from mia.voice.auth.tokens import revoke_tokens
from mia.voice.auth.websites import WebsiteMiddleware
from mia.voice.engine.providers import SpeechProviders
from mia.voice.http import install_hosted_errors
from mia.voice.language_models import LanguageModels
from mia.voice.logs.requests import RequestLog
from mia.voice.masking import ViewerMiddleware
from mia.voice.objects.ports import ObjectStore
from mia.voice.resources.analytics import routes as analytics
from mia.voice.resources.assistant import pages as assistant_pages
from mia.voice.resources.assistant import routes as assistant
from mia.voice.resources.call import live as live_call
from mia.voice.resources.call import pages as call_pages
from mia.voice.resources.call import recording_routes as recording
from mia.voice.resources.call import routes as call
from mia.voice.resources.call import socket as call_socket
from mia.voice.resources.campaign import routes as campaign
from mia.voice.resources.chat import routes as chat
from mia.voice.resources.credential import routes as credential
from mia.voice.resources.file import routes as file
from mia.voice.resources.file.service import MOST_BYTES
from mia.voice.resources.knowledge_base import routes as knowledge_base
from mia.voice.resources.log import routes as log
from mia.voice.resources.org import routes as org
from mia.voice.resources.phone_number import routes as phone_number
from mia.voice.resources.session import routes as session
from mia.voice.resources.speech import routes as speech
from mia.voice.resources.squad import routes as squad
from mia.voice.resources.support import routes as support
from mia.voice.resources.telephony import vonage_routes as vonage
from mia.voice.resources.telephony.routes import telephony_router
from mia.voice.resources.template import routes as template
from mia.voice.resources.test_suite import routes as test_suite
from mia.voice.resources.token import routes as token
from mia.voice.resources.tool import routes as tool
from mia.voice.resources.voice_library import routes as voice_library
from mia.voice.resources.workflow import routes as workflow
from mia.voice.services import Services
from mia.voice.telephony.line import Line

FILE_PATHS = ("/voice/file", "/voice/file/upload", "/voice/11labs/voice/clone")
FILE_LIMIT = MOST_BYTES + 100_000
"""Bytes of the body of a request that brings a file: the file and what stands around it."""


def create_voice_app(*, described: bool = True, sandbox: bool = True, line: Line | None = None) -> FastAPI:
    """The API, not yet connected to anything; see :func:`voice_service`. ``described``: whether it serves
    its OpenAPI document; ``sandbox``: whether phones of the sandbox may be picked up; ``line``: whose
    carrier may tell of its calls."""
    openapi_url = "/openapi.json" if described else None
    app = FastAPI(title="Mia voice service", openapi_url=openapi_url, docs_url=None, redoc_url=None)
    install_hosted_errors(app)
    for resource in (
        assistant,
        assistant_pages,
        call,
        call_pages,
        call_socket,
        campaign,
        chat,
        credential,
        file,
        knowledge_base,
        live_call,
        log,
        org,
        phone_number,
        recording,
        session,
        speech,
        squad,
        workflow,
        support,
        template,
        test_suite,
        token,
        tool,
        analytics,
        voice_library,
        vonage,
    ):
        app.include_router(resource.router)
    if sandbox:
        app.include_router(call.sandbox_router)
    app.include_router(telephony_router(line))
    app.add_middleware(RequestLog)
    app.add_middleware(WebsiteMiddleware)
    app.add_middleware(ViewerMiddleware)
    app.state.line = line
    app.state.pace = TokenPace()
    return app


@asynccontextmanager
async def voice_service(
    app: FastAPI,
    database: Database,
    settings: Settings,
    language_models: LanguageModels,
    objects: ObjectStore | None = None,
    speech: SpeechProviders | None = None,
) -> AsyncIterator[Services]:
    """Connect ``app`` for as long as the block lasts. Tokens issued under an earlier signing key are gone then.
    ``objects`` holds the contents of files; without one, the database does. ``speech``: the providers that
    may be used."""
    await revoke_tokens(database, keep=key_generation(settings))
    services = Services(database, settings, language_models, objects, speech)
    app.state.database = database
    app.state.settings = settings
    app.state.services = services
    try:
        yield services
    finally:
        await services.close()
