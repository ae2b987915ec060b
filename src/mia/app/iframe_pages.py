"""What a practice shows of ours on its own site: pages in frames, and the script of Mia's button."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from starlette.exceptions import HTTPException

from mia.app.site import Site
from mia.clinic.practice.service import Websites
from mia.identity.guards import SettingsDep
from mia.platform.db.session import DatabaseDep

router = APIRouter(include_in_schema=False)


async def _site(request: Request) -> Site:
    site: Site | None = getattr(request.app.state, "site", None)
    if site is None:
        raise HTTPException(404)
    return site


async def _websites(database: DatabaseDep, settings: SettingsDep) -> Websites:
    return Websites(database, settings, "page")


SiteDep = Annotated[Site, Depends(_site)]
WebsitesDep = Annotated[Websites, Depends(_websites)]


@router.get("/embed/lead/{slug}")
async def lead_form(slug: str, request: Request, websites: WebsitesDep, site: SiteDep) -> Response:
    """The public form of a clinic, which the pages that the clinic named may show; unknown clinics have none."""
    return await _framed("embed/lead", slug, request, websites, site)


@router.get("/embed/widget/{slug}")
async def widget(slug: str, request: Request, websites: WebsitesDep, site: SiteDep) -> Response:
    """Mia of a clinic, to talk with and to write to; shown by the same pages as the form."""
    return await _framed("embed/widget", slug, request, websites, site)


@router.get("/embed/mia/{slug}.js")
async def launcher(slug: str, websites: WebsitesDep, site: SiteDep) -> Response:
    """One line of script puts Mia's button on every page of a clinic's websites; on others it shows nothing."""
    origins = await websites.framers(slug)
    if origins is None:
        raise HTTPException(404)
    return site.launcher(origins)


async def _framed(page: str, slug: str, request: Request, websites: Websites, site: Site) -> Response:
    origins = await websites.framers(slug)
    if origins is None:
        raise HTTPException(404)
    return site.page_framed_by(page, origins, request)
