"""Web calls that begin in a room at Daily, where clients of the hosted service look for them."""

from uuid import UUID

from mia.platform.kernel.errors import MiaError
from mia.platform.kernel.media_engine import media_engine
from mia.platform.kernel.scope import OrgScope
from mia.platform.kernel.settings import Settings
from mia.voice.http import BadRequest
from mia.voice.resources.call.lifecycle import end_call
from mia.voice.resources.call.schemas import WebTransport
from mia.voice.services import Services
from mia.voice.wire import Json

_DAILY = "daily"
_NOT_OPENED = "call.start.error-get-transport"


def in_room_at_daily(wish: WebTransport | None, settings: Settings) -> bool:
    """Whether a web call begins there: so wished, or by default where Daily is set, since a client of the hosted
    service names no transport and brings Daily's library. :class:`BadRequest` for a wish that cannot be met."""
    has_daily = media_engine(settings) == _DAILY
    if wish is None:
        return has_daily
    if wish.provider == _DAILY and not has_daily:
        raise BadRequest("transport.provider is daily, and Daily is not set (MIA_ROOMS).")
    return wish.provider == _DAILY


async def opened_at_daily(services: Services, scope: OrgScope, call_id: UUID) -> Json:
    """Open the room of a new call: where its client comes in, and by which token. The call ends if none opens."""
    try:
        room = await services.media.room(scope.org_id, call_id)
    except MiaError:
        async with services.database.org(scope) as session:
            await end_call(session, call_id, _NOT_OPENED, session.now())
        services.deliver_soon()
        raise
    transport = {"provider": _DAILY, "callUrl": room["url"], "callToken": room["token"]}
    return {"webCallUrl": room["url"], "transport": transport}
