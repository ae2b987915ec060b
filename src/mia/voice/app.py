"""The voice service's HTTP API, an application of its own that main mounts at ``/voice``."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from mia.platform.db.session import Database
from mia.platform.kernel.settings import Settings
from mia.voice.auth import key_generation
from mia.voice.http import install_hosted_errors
from mia.voice.language_models import LanguageModels
from mia.voice.resources.assistant import routes as assistant
from mia.voice.resources.call import routes as call
from mia.voice.resources.chat import routes as chat
from mia.voice.resources.org import routes as org
from mia.voice.resources.phone_number import routes as phone_number
from mia.voice.resources.session import routes as session
from mia.voice.resources.token.service import revoke_tokens
from mia.voice.services import Services
from mia.voice.telephony.line import Line


def create_voice_app(*, described: bool = True, sandbox: bool = True, line: Line | None = None) -> FastAPI:
    """The API, not yet connected to anything; see :func:`voice_service`. ``described``: whether it serves
    its OpenAPI document; ``sandbox``: whether phones of the sandbox may be picked up; ``line``: whose
    carrier may tell of its calls."""
    openapi_url = "/openapi.json" if described else None
    app = FastAPI(title="Mia voice service", openapi_url=openapi_url, docs_url=None, redoc_url=None)
    install_hosted_errors(app)
    for resource in (assistant, call, chat, org, phone_number, session):
        app.include_router(resource.router)
    if sandbox:
        app.include_router(call.sandbox_router)
    if line is not None:
        # The client library of WebSockets is loaded only where a carrier is.
        from mia.voice.telephony.routes import telephony_router

        app.include_router(telephony_router(line))
    app.state.line = line
    return app


@asynccontextmanager
async def voice_service(
    app: FastAPI, database: Database, settings: Settings, language_models: LanguageModels
) -> AsyncIterator[Services]:
    """Connect ``app`` for as long as the block lasts. Tokens issued under an earlier signing key are gone then."""
    await revoke_tokens(database, keep=key_generation(settings))
    services = Services(database, settings, language_models)
    app.state.database = database
    app.state.settings = settings
    app.state.services = services
    try:
        yield services
    finally:
        await services.close()
