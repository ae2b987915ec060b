"""``/unsubscribe``: what the link and the one-click header of an email lead to (RFC 8058)."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

from mia.clinic.recalls.unsubscribe.page import POLICY, done_page, question_page
from mia.clinic.recalls.unsubscribe.service import unsubscribe
from mia.clinic.recalls.unsubscribe_links import UnsubscribeLink, check_link, read_link
from mia.identity import service as identity
from mia.platform.db.session import ClinicSession, Database, DatabaseDep
from mia.platform.kernel.errors import NotFound
from mia.platform.kernel.scope import SystemScope

router = APIRouter(tags=["unsubscribe"], include_in_schema=False)

_ACTOR = "unsubscribe"
_PRIVATE = {"Cache-Control": "no-store", "Content-Security-Policy": POLICY, "Referrer-Policy": "same-origin"}
"""Not no-referrer: a browser would then hide its origin when the button is pressed, and be refused."""


@router.get("/unsubscribe/{token}")
async def ask(token: str, database: DatabaseDep) -> HTMLResponse:
    """The page that asks."""
    link = read_link(token)
    async with _practice(database, link) as session:
        return HTMLResponse(question_page(await check_link(session, link)), headers=_PRIVATE)


@router.post("/unsubscribe/{token}")
async def stop(token: str, database: DatabaseDep) -> HTMLResponse:
    """Stops at once: the button of the page, or a mail program's one click. Twice is fine."""
    link = read_link(token)
    async with _practice(database, link) as session:
        practice = await check_link(session, link)
        await unsubscribe(session, link)
        return HTMLResponse(done_page(practice), headers=_PRIVATE)


@asynccontextmanager
async def _practice(database: Database, link: UnsubscribeLink) -> AsyncIterator[ClinicSession]:
    """A transaction of the link's clinic; :class:`NotFound` when there is no such clinic."""
    async with database.system(SystemScope.LOGIN) as system:
        known = {clinic.id for clinic in await identity.list_clinics(system)}
    if link.clinic_id not in known:
        raise NotFound("This link is not valid")
    async with database.clinic(identity.service_scope(link.clinic_id, _ACTOR)) as session:
        yield session
