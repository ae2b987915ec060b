"""``/credential``: for the organization itself and its admins."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query

from mia.platform.kernel.errors import NotFound
from mia.voice.auth.guards import AdminScope, AdminSessionDep
from mia.voice.http import BadRequest
from mia.voice.resources.credential.schemas import (
    CreateCredential,
    ReportConnection,
    StartSession,
    TriggerAction,
    UpdateCredential,
)
from mia.voice.resources.credential.service import CREDENTIALS, PROVIDERS, SPEECH, require_served
from mia.voice.services import ServicesDep
from mia.voice.wire import Json, ListQuery

router = APIRouter(prefix="/credential", tags=["credential"])

_SERVED = ", ".join(PROVIDERS)


@router.post("", status_code=201)
async def create_credential(body: CreateCredential, session: AdminSessionDep, services: ServicesDep) -> Json:
    """Keep a credential; its secrets are never shown again."""
    require_served(body.provider, set(SPEECH) - set(services.speech))
    return await CREDENTIALS.create(session, body.given())


@router.get("")
async def list_credentials(query: Annotated[ListQuery, Query()], session: AdminSessionDep) -> list[Json]:
    return await CREDENTIALS.list(session, query)


@router.post("/session", status_code=201)
async def start_session(_body: StartSession, _scope: AdminScope) -> Json:
    """No provider whose consent a person would have to give is used here."""
    raise BadRequest(
        f"No credential is obtained by a session here: POST /credential takes those of {_SERVED} as they are"
    )


@router.post("/trigger", status_code=201)
async def trigger_action(body: TriggerAction, _scope: AdminScope) -> None:
    """No provider that is used here has actions."""
    raise BadRequest(f"action_name names no action: credentials of {_SERVED} have none")


@router.post("/webhook", status_code=201)
async def report_connection(_body: ReportConnection, _scope: AdminScope) -> None:
    """No session was handed out, so that there is no connection to report."""
    raise NotFound("Connection not found.")


@router.get("/{id}")
async def read_credential(id: UUID, session: AdminSessionDep) -> Json:
    return await CREDENTIALS.read(session, id)


@router.patch("/{id}")
async def update_credential(id: UUID, body: UpdateCredential, session: AdminSessionDep) -> Json:
    return await CREDENTIALS.update(session, id, body.given())


@router.delete("/{id}")
async def delete_credential(id: UUID, session: AdminSessionDep) -> Json:
    return await CREDENTIALS.delete(session, id)
