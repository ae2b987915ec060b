"""``/oncall/{token}``: what the link in an alert leads to."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

from mia.clinic.oncall.ack_page import POLICY, ask_page, done_page
from mia.clinic.oncall.alerts import Alert, acknowledge, get_alert
from mia.clinic.oncall.links import AckLink, check_link, read_link
from mia.clinic.practice import service as practices
from mia.identity import service as identity
from mia.identity.guards import SettingsDep
from mia.platform.db.session import ClinicSession, Database, DatabaseDep
from mia.platform.kernel.errors import NotFound
from mia.platform.kernel.scope import SystemScope
from mia.platform.kernel.settings import Settings

router = APIRouter(tags=["on call"], include_in_schema=False)

_ACTOR = "oncall-link"
_PRIVATE = {"Cache-Control": "no-store", "Content-Security-Policy": POLICY, "Referrer-Policy": "same-origin"}
"""Not no-referrer: a browser would then hide its origin when the button is pressed, and be refused."""


@router.get("/oncall/{token}")
async def ask(token: str, database: DatabaseDep, settings: SettingsDep) -> HTMLResponse:
    """The page with the button, or who has acknowledged already."""
    link = read_link(token)
    async with _practice(database, link) as session:
        send = await check_link(session, link)
        return await _answer(session, settings, await get_alert(session, send.alert_id))


@router.post("/oncall/{token}")
async def take(token: str, database: DatabaseDep, settings: SettingsDep) -> HTMLResponse:
    """The holder of the link acknowledges. Twice is fine."""
    link = read_link(token)
    async with _practice(database, link) as session:
        send = await check_link(session, link)
        alert = await acknowledge(session, send.alert_id, session.unseal(send.name_sealed), "link")
        return await _answer(session, settings, alert)


async def _answer(session: ClinicSession, settings: Settings, alert: Alert) -> HTMLResponse:
    practice, clinic = await practices.get_practice(session), await identity.get_clinic(session)
    dashboard = f"{settings.origin}/dashboard/{clinic.slug}"
    if alert.acknowledged_at is None:
        page = ask_page(practice.name, dashboard, test=alert.task_id is None)
    else:
        page = done_page(practice.name, dashboard, alert, alert.acknowledged_at.astimezone(practice.zone))
    return HTMLResponse(page, headers=_PRIVATE)


@asynccontextmanager
async def _practice(database: Database, link: AckLink) -> AsyncIterator[ClinicSession]:
    """A transaction of the link's clinic; :class:`NotFound` when there is no such clinic."""
    async with database.system(SystemScope.LOGIN) as system:
        known = {clinic.id for clinic in await identity.list_clinics(system)}
    if link.clinic_id not in known:
        raise NotFound("This link is not valid any more")
    async with database.clinic(identity.service_scope(link.clinic_id, _ACTOR)) as session:
        yield session
