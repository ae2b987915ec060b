"""``/support/ticket``."""

from datetime import timedelta

from fastapi import APIRouter, Request

from mia.identity import throttle
from mia.platform.db.session import DatabaseDep
from mia.platform.kernel.settings import Settings
from mia.voice.auth.guards import PrivateScope
from mia.voice.resources.support.schemas import CreateTicket
from mia.voice.resources.support.service import open_ticket
from mia.voice.wire import Json

router = APIRouter(prefix="/support", tags=["support"])

_TICKETS = throttle.Limit("voice-support-ticket", timedelta(hours=1), per_subject=20)
"""Each is an email to a person; the subject is the organization."""


@router.post("/ticket", status_code=201)
async def create_ticket(body: CreateTicket, request: Request, scope: PrivateScope, database: DatabaseDep) -> Json:
    """Tell those who run this installation what is needed."""
    settings: Settings = request.app.state.settings
    await throttle.check(database, _TICKETS, "", str(scope.org_id))
    async with database.org(scope) as session:
        return {"id": str(await open_ticket(session, body.given(), settings.contact_email))}
