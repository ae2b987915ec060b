"""Mia on a clinic's own website: where she is found, and how a visitor begins.

What follows a beginning is the same as for the public widget: the conversation's token opens those routes.
"""

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request

from mia.clinic.frontdesk.parameters import DeskDep, WidgetDep
from mia.clinic.frontdesk.schemas import CallOut, ChatOut
from mia.clinic.frontdesk.website.schemas import OpenedWidgetOut, SiteIn, WidgetAddressOut
from mia.clinic.frontdesk.website.service import SiteWidgets
from mia.identity.guards import CurrentScope, SettingsDep, client_of
from mia.platform.db.session import DatabaseDep

router = APIRouter(tags=["front desk"])

_WIDGET = "/api/embed/widget/{slug}"


async def _sites(desk: DeskDep) -> SiteWidgets:
    return SiteWidgets(desk)


SitesDep = Annotated[SiteWidgets, Depends(_sites)]


@router.get("/api/clinics/{slug}/website-widget")
async def find_website_widget(scope: CurrentScope, database: DatabaseDep, sites: SitesDep) -> WidgetAddressOut:
    """Where Mia of the clinic is found, for its own pages."""
    async with database.clinic(scope) as session:
        return WidgetAddressOut(url=await sites.address(session), script=await sites.script(session))


@router.get(_WIDGET)
async def open_website_widget(
    slug: str,
    sites: SitesDep,
    key: Annotated[str, Query(max_length=100)] = "",
    page: Annotated[str, Query(max_length=300)] = "",
) -> OpenedWidgetOut:
    """What a visitor sees first, by the site key. ``page`` is the origin of the page around it, if any."""
    return OpenedWidgetOut.of(await sites.open(slug, key, page))


@router.post(_WIDGET + "/calls", status_code=201)
async def start_website_call(
    slug: str, body: SiteIn, request: Request, sites: SitesDep, widget: WidgetDep, settings: SettingsDep
) -> CallOut:
    """Begin a call with Mia of the clinic."""
    clinic = await sites.admit(slug, body.key, body.page)
    return CallOut.of(await widget.start_call(client_of(request).address, clinic), settings)


@router.post(_WIDGET + "/chats", status_code=201)
async def start_website_chat(
    slug: str, body: SiteIn, request: Request, sites: SitesDep, widget: WidgetDep
) -> ChatOut:
    """Begin a conversation in writing with Mia of the clinic."""
    clinic = await sites.admit(slug, body.key, body.page)
    return ChatOut.of(await widget.start_chat(client_of(request).address, clinic))
