"""``/v/...``: the page of one visit behind its link. It needs no script and no sign-in."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Annotated
from urllib.parse import parse_qs

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from mia.clinic.calendar import own_visit, visit_page
from mia.clinic.calendar.own_visit import MOST_WEEKS, NotOpen, OwnVisit, TimeGone
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import VISIT_PAGE, ChangedMeanwhile, SlotSigner, VisitLink
from mia.identity import service as identity
from mia.identity.guards import SettingsDep, client_of
from mia.identity.service import Limit
from mia.platform.db.session import ClinicSession, Database, DatabaseDep
from mia.platform.kernel.errors import MiaError, NotFound
from mia.platform.kernel.scope import SystemScope
from mia.platform.kernel.settings import Settings

router = APIRouter(tags=["visit page"], include_in_schema=False)

_PRIVATE = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": visit_page.POLICY,
    "Referrer-Policy": "same-origin",
    "X-Robots-Tag": "noindex",
}
"""Not no-referrer: a browser would then hide its origin when a button is pressed, and be refused."""
_SEE_OTHER = 303
PAGE_LIMIT = Limit(
    "visit-page",
    timedelta(minutes=15),
    per_address=120,
    detail="You've opened this page too many times. Please try again in a few minutes.",
)
"""Reads and changes by the links that patients have to their visits."""
_ROUTE = VISIT_PAGE + "{token}"
Week = Annotated[int, Query(ge=0, lt=MOST_WEEKS)]


class Desk:
    """What the pages need of a request: the visit of the link, in a transaction of its clinic."""

    def __init__(self, token: str, address: str, database: Database, settings: Settings) -> None:
        self.path = VISIT_PAGE + token
        self.signer = SlotSigner.from_settings(settings)
        self._token = token
        self._address = address
        self._database = database
        self._limit = PAGE_LIMIT.of(settings)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[tuple[ClinicSession, OwnVisit]]:
        """The transaction and the visit; :class:`NotFound` for a link that is none, :class:`TooManyRequests`."""
        await identity.check(self._database, self._limit, self._address)
        link = schedule.read_visit_link(self._token)
        await self._check_clinic(link)
        async with self._database.clinic(identity.service_scope(link.clinic_id, own_visit.BY_PATIENT)) as session:
            yield session, await own_visit.read_own_visit(session, link)

    async def _check_clinic(self, link: VisitLink) -> None:
        async with self._database.system(SystemScope.LOGIN) as system:
            known = {clinic.id for clinic in await identity.list_clinics(system)}
        if link.clinic_id not in known:
            raise NotFound


async def _desk(token: str, request: Request, database: DatabaseDep, settings: SettingsDep) -> Desk:
    return Desk(token, client_of(request).address, database, settings)


DeskDep = Annotated[Desk, Depends(_desk)]
News = Annotated[str | None, Query(max_length=20)]


@router.get(_ROUTE)
async def show_visit(desk: DeskDep, news: News = None) -> Response:
    """The visit as it stands."""
    try:
        async with desk.open() as (_, own):
            return _html(visit_page.visit_page(own, desk.path, news))
    except MiaError as error:
        return _refused(error)


@router.get(_ROUTE + "/move")
async def choose_time(desk: DeskDep, week: Week = 0, news: News = None) -> Response:
    """The times to choose from."""
    try:
        async with desk.open() as (session, own):
            if not own.moves:
                return _to(desk.path)
            offers = await own_visit.offer_times(session, desk.signer, own, week)
            return _html(visit_page.move_page(own, desk.path, offers, week, news))
    except MiaError as error:
        return _refused(error)


@router.post(_ROUTE + "/move")
async def move_visit(desk: DeskDep, request: Request, week: Week = 0) -> Response:
    """Move the visit to the chosen time; its new link is where this leads."""
    fields = parse_qs((await request.body()).decode("utf-8", "replace"))
    chosen = fields.get("slot", [""])[0]
    again = f"{desk.path}/move?week={week}"
    try:
        async with desk.open() as (session, own):
            if not chosen:
                return _to(f"{again}&news=none")
            moved = await own_visit.move_own_visit(session, desk.signer, own, chosen)
            return _to(f"{schedule.visit_link(session, moved, '')}?news=moved")
    except TimeGone:
        return _to(f"{again}&news=gone")
    except MiaError as error:
        return _refused(error, desk.path)


@router.get(_ROUTE + "/cancel")
async def ask_to_cancel(desk: DeskDep) -> Response:
    """Asks once more."""
    try:
        async with desk.open() as (_, own):
            return _html(visit_page.cancel_page(own, desk.path)) if own.cancels else _to(desk.path)
    except MiaError as error:
        return _refused(error)


@router.post(_ROUTE + "/cancel")
async def cancel_visit(desk: DeskDep) -> Response:
    """Cancel the visit. Again is fine."""
    try:
        async with desk.open() as (session, own):
            await own_visit.cancel_own_visit(session, own)
        return _to(desk.path)
    except MiaError as error:
        return _refused(error, desk.path)


def _html(page: str, status: int = 200) -> HTMLResponse:
    return HTMLResponse(page, status, headers=_PRIVATE)


def _to(path: str) -> RedirectResponse:
    return RedirectResponse(path, _SEE_OTHER, headers=_PRIVATE)


def _refused(error: MiaError, path: str | None = None) -> Response:
    """A page instead of problem details: a person reads it."""
    if path is not None and isinstance(error, ChangedMeanwhile | NotOpen):
        return _to(f"{path}?news=changed")
    if isinstance(error, NotFound):
        words = "The link may be incomplete. Please open it again from our message or call the practice."
        return _html(visit_page.problem_page("This link does not work", words), error.status)
    return _html(visit_page.problem_page(error.title, error.detail), error.status)
