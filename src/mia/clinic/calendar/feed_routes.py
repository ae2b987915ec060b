"""Links to providers' calendars: made and revoked by staff, read by calendar programs."""

from fastapi import APIRouter, Request, Response

from mia.clinic.calendar import feeds
from mia.clinic.calendar.schemas import FeedIn, FeedOut, FeedsOut, NewFeedOut
from mia.identity.guards import CurrentScope, SettingsDep, client_of
from mia.platform.db.session import DatabaseDep
from mia.platform.kernel.ids import decode

router = APIRouter(tags=["calendar"])
public_router = APIRouter(tags=["calendar"])

_MEDIA_TYPE = "text/calendar"


@router.get("/calendar-feeds")
async def list_feeds(scope: CurrentScope, database: DatabaseDep) -> FeedsOut:
    """Which providers have a link. What it is was shown when it was made."""
    async with database.clinic(scope) as session:
        return FeedsOut(items=[FeedOut.of(feed) for feed in await feeds.list_feeds(session)])


@router.put("/calendar-feeds/{provider_id}")
async def make_feed(
    provider_id: str, body: FeedIn, scope: CurrentScope, database: DatabaseDep, settings: SettingsDep
) -> NewFeedOut:
    """A new link for a provider; the one before stops working."""
    async with database.clinic(scope) as session:
        token = await feeds.make_feed(session, decode("prv", provider_id), body.shows)
    return NewFeedOut(url=f"{settings.origin}/api/calendars/{token}.ics")


@router.delete("/calendar-feeds/{provider_id}", status_code=204)
async def revoke_feed(provider_id: str, scope: CurrentScope, database: DatabaseDep) -> None:
    """A provider's link stops working."""
    async with database.clinic(scope) as session:
        await feeds.revoke_feed(session, decode("prv", provider_id))


@public_router.get(
    "/api/calendars/{token}.ics",
    response_class=Response,
    responses={200: {"content": {_MEDIA_TYPE: {}}}, 304: {"description": "Nothing has changed"}},
)
async def read_feed(token: str, request: Request, database: DatabaseDep, settings: SettingsDep) -> Response:
    """A provider's calendar at its secret address (RFC 5545); 304 if unchanged (RFC 9110)."""
    document = await feeds.read_feed(database, settings, token, client_of(request).address)
    headers = {"ETag": document.etag, "Cache-Control": "private, no-cache", "X-Robots-Tag": "noindex"}
    known = {tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")}
    if document.etag in known:
        return Response(status_code=304, headers=headers)
    headers["Content-Disposition"] = 'inline; filename="calendar.ics"'
    return Response(document.content, headers=headers, media_type=f"{_MEDIA_TYPE}; charset=utf-8")
