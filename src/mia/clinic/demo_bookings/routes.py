"""The public booking calendar of ``/book-demo``."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import JSONResponse

from mia.clinic.demo_bookings.guests import zone_of
from mia.clinic.demo_bookings.schemas import (
    AvailabilityOut,
    BookingIn,
    CancelIn,
    DemoLinkIn,
    DemoOut,
    SlotGoneOut,
    SlotOut,
)
from mia.clinic.demo_bookings.service import DemoCalendar, SlotGone
from mia.identity.guards import client_of
from mia.platform.http.problems import problem

router = APIRouter(prefix="/api/embed/booking", tags=["demo booking"])


async def _calendar(request: Request) -> DemoCalendar:
    calendar: DemoCalendar = request.app.state.demo_calendar
    return calendar


CalendarDep = Annotated[DemoCalendar, Depends(_calendar)]


@router.get("/availability", response_model=AvailabilityOut)
async def list_openings(
    calendar: CalendarDep, time_zone: Annotated[str | None, Query(max_length=100)] = None
) -> Response:
    """The free times of the next four weeks, by day of the visitor's time zone (ours by default)."""
    openings = await calendar.openings()
    shown = AvailabilityOut.of(openings, zone_of(time_zone or openings.timezone))
    return Response(shown.model_dump_json(), media_type="application/json")


@router.post("", status_code=201, response_model=DemoOut, responses={409: {"model": SlotGoneOut}})
async def book_demo(body: BookingIn, request: Request, calendar: CalendarDep) -> DemoOut | JSONResponse:
    """Book a time. The same form sent again gives the same demo."""
    try:
        demo = await calendar.book(body.slot_token, body.guest(), client_of(request).address)
    except SlotGone as gone:
        slots = [SlotOut.of(offer).model_dump(mode="json") for offer in gone.offers]
        return problem(gone.status, gone.title, gone.detail, retryable=False, slots=slots)
    return DemoOut.of(demo)


@router.post("/lookup")
async def look_up_demo(body: DemoLinkIn, calendar: CalendarDep) -> DemoOut:
    """The demo of a cancel link, to show what would be canceled."""
    return DemoOut.of(await calendar.find(body.token))


@router.post("/cancel")
async def cancel_demo(body: CancelIn, calendar: CalendarDep) -> DemoOut:
    """Cancel by the link from the confirmation; again is fine."""
    return DemoOut.of(await calendar.cancel(body.token, zone_of(body.time_zone)))
