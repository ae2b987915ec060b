"""``/sandbox/mail``, and the API of ``/sandbox/phone``: what stayed here. Included outside production only."""

from datetime import datetime
from uuid import UUID

from fastapi import APIRouter, Depends, Response
from fastapi.responses import HTMLResponse
from pydantic import BaseModel

from mia.identity import service as identity
from mia.identity.guards import sandbox_visitor
from mia.platform.db.session import Database, DatabaseDep
from mia.platform.kernel.errors import NotFound
from mia.platform.kernel.scope import SystemScope
from mia.platform.mail import service as mail
from mia.platform.mail.service import Received
from mia.sandbox.page import LAYOUT_POLICY, POLICY, inbox_page, layout
from mia.sandbox.phone_routes import phone_router
from mia.voice.resources.org.service import list_orgs

__all__ = ["phone_router", "router"]

router = APIRouter(include_in_schema=False, dependencies=[Depends(sandbox_visitor)])

_ACTOR = "sandbox"
_PRIVATE = {"Content-Security-Policy": POLICY, "Cache-Control": "no-store"}


class SandboxMailOut(BaseModel):
    """An email as it would have arrived; attachments are at ``/sandbox/mail/{id}/{number}``."""

    id: str
    at: datetime
    to: str
    subject: str
    text: str
    attachments: list[str]

    @classmethod
    def of(cls, received: Received) -> "SandboxMailOut":
        email = received.mail
        body = email.get_body(("plain",))
        return cls(
            id=str(received.id),
            at=received.at,
            to=str(email["To"]),
            subject=str(email["Subject"]),
            text=str(body.get_content()) if body else "",
            attachments=[part.get_filename() or "file" for part in email.iter_attachments()],
        )


class SandboxMailsOut(BaseModel):
    """All emails, newest first."""

    items: list[SandboxMailOut]


@router.get("/api/sandbox/mail")
async def list_mail(database: DatabaseDep) -> SandboxMailsOut:
    """The emails of all clinics and voice organizations, and those about accounts."""
    return SandboxMailsOut(items=[SandboxMailOut.of(received) for received in await _received(database)])


@router.get("/sandbox/mail")
async def read_mail(database: DatabaseDep) -> HTMLResponse:
    """The emails as a page."""
    return HTMLResponse(inbox_page(await _received(database)), headers=_PRIVATE)


@router.get("/sandbox/mail/{mail_id}")
async def read_layout(mail_id: UUID, database: DatabaseDep) -> HTMLResponse:
    """One email as a mail program shows it, for a frame. Its links tell nobody where they were."""
    shown = next((layout(received) for received in await _received(database) if received.id == mail_id), None)
    if shown is None:
        raise NotFound
    rules = {
        "Content-Security-Policy": LAYOUT_POLICY,
        "X-Frame-Options": "SAMEORIGIN",
        "Referrer-Policy": "no-referrer",
    }
    return HTMLResponse(shown, headers=_PRIVATE | rules)


@router.get("/sandbox/mail/{mail_id}/{number}")
async def read_attachment(mail_id: UUID, number: int, database: DatabaseDep) -> Response:
    """A file that came with an email."""
    for received in await _received(database):
        files = list(received.mail.iter_attachments())
        if received.id == mail_id and 0 <= number < len(files):
            content = files[number].get_payload(decode=True)
            assert isinstance(content, bytes)
            headers = {**_PRIVATE, "Content-Disposition": "attachment"}
            return Response(content, media_type=files[number].get_content_type(), headers=headers)
    raise NotFound


async def _received(database: Database) -> list[Received]:
    async with database.system(SystemScope.LOGIN) as system:
        scopes = await identity.email_scopes(system, _ACTOR)
    async with database.system(SystemScope.CRON) as system:
        scopes += [identity.service_scope(org_id, _ACTOR) for org_id in await list_orgs(system)]
    found: list[Received] = []
    for scope in scopes:
        async with database.clinic(scope) as session:
            found += await mail.list_sandbox(session)
    return sorted(found, key=lambda received: received.at, reverse=True)
