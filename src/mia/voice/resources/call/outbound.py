"""Calls to phones: made once, however often they are asked for."""

import hashlib
import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from mia.platform.db.session import OrgSession
from mia.platform.kernel.errors import Conflict
from mia.voice.http import BadRequest
from mia.voice.language_models import LanguageModels
from mia.voice.resources.call import queries
from mia.voice.resources.call.models import CallRecordRow
from mia.voice.resources.call.service import new_call, render_call
from mia.voice.resources.customers import require_available
from mia.voice.resources.phone_number.service import find_number
from mia.voice.resources.reading import note_reading
from mia.voice.wire import Json, to_text

OUTBOUND_CALL = "outboundPhoneCall"
INBOUND_CALL = "inboundPhoneCall"

SCHEDULED, ENDED = "scheduled", "ended"

_E164 = re.compile(r"\+[1-9][0-9]{6,14}")
_LONGEST_AHEAD = timedelta(days=30)


@dataclass(frozen=True)
class Placed:
    """What was asked for: ``answer`` is a call or, for several customers, the results and errors of each. ``due``
    are the calls to be placed at once that were not asked for before."""

    answer: Json
    due: tuple[UUID, ...] = ()


async def create_phone_calls(
    session: OrgSession, request: Json, key: str | None, api_url: str, models: LanguageModels | None = None
) -> Placed:
    """Make a call, or one for each of several customers, placed as soon as its time has come and a media worker
    has room. :class:`BadRequest` when none of ``models`` is the assistant's.

    With an idempotency ``key`` the same request gives the same calls, another one :class:`Conflict`.
    """
    require_available(request)
    earliest, latest = read_plan(request, session.now())
    digest = hashlib.sha256(to_text(request).encode()).digest()
    if key is not None:
        await queries.lock_key(session, key)
    customers = request.get("customers")
    if customers is None:
        return await _create(session, request, _Order(key, digest, earliest, latest, api_url, models))
    if request.get("customer"):
        raise BadRequest("customer and customers exclude each other.")
    if not customers:
        raise BadRequest("customers should not be empty")
    made, errors = [], []
    for index, customer in enumerate(customers):
        one = {name: value for name, value in request.items() if name != "customers"} | {"customer": customer}
        order = _Order(f"{key}:{index}" if key else None, digest, earliest, latest, api_url, models)
        try:
            made.append(await _create(session, one, order))
        except BadRequest as refused:
            errors.append({"customer": customer, "error": refused.detail})
    answer = {"results": [call.answer for call in made], "errors": errors}
    return Placed(answer, tuple(id_ for call in made for id_ in call.due))


@dataclass(frozen=True)
class _Order:
    """What the calls of one request share."""

    key: str | None
    digest: bytes
    earliest: datetime | None
    latest: datetime | None
    api_url: str
    models: LanguageModels | None


async def _create(session: OrgSession, request: Json, order: _Order) -> Placed:
    number_of(request)
    if order.key is not None and (known := await queries.find_by_key(session, order.key)) is not None:
        if known.request_digest != order.digest:
            raise Conflict("This Idempotency-Key was used for another call.")
        if known.status == ENDED:
            await note_reading(session, "call", [known.id])
        return Placed(render_call(session, known, ()))
    leaves_from = await _leaves_from(session, request)
    row = await new_call(session, request, OUTBOUND_CALL, order.api_url, order.models)
    row.phone_number_id = leaves_from
    row.name, row.idempotency_key, row.request_digest = request.get("name"), order.key, order.digest
    row.earliest_at, row.latest_at = order.earliest, order.latest
    if order.earliest is not None and order.earliest > session.now():
        row.status = SCHEDULED
        return Placed(render_call(session, row, ()))
    return Placed(render_call(session, row, ()), (row.id,))


async def _leaves_from(session: OrgSession, request: Json) -> UUID:
    """The organization's number that a call leaves from; :class:`BadRequest` for another's, or none."""
    given = request.get("phoneNumberId")
    if given is None:
        raise BadRequest("phoneNumberId must be given: the number that the call leaves from.")
    if await find_number(session, UUID(given)) is None:
        raise BadRequest("phoneNumberId is no number of this organization.")
    return UUID(given)


def number_of(request: Json) -> str:
    """The number to call; :class:`BadRequest` for whatever cannot be called."""
    number = (request.get("customer") or {}).get("number")
    if not isinstance(number, str) or not _E164.fullmatch(number):
        raise BadRequest("customer.number must be a phone number in E.164 form, such as +13055550100.")
    return number


def read_plan(request: Json, now: datetime) -> tuple[datetime | None, datetime | None]:
    """From when and until when calls may be placed (hosted ``schedulePlan``); :class:`BadRequest` when that cannot
    be."""
    plan = request.get("schedulePlan")
    if plan is None:
        return None, None
    earliest = datetime.fromisoformat(plan["earliestAt"])
    latest = datetime.fromisoformat(plan["latestAt"]) if plan.get("latestAt") else None
    if earliest > now + _LONGEST_AHEAD:
        raise BadRequest("schedulePlan.earliestAt must be within 30 days.")
    if latest is not None and latest <= max(earliest, now):
        raise BadRequest("schedulePlan.latestAt must be later than schedulePlan.earliestAt, and in the future.")
    return earliest, latest


def is_outbound(row: CallRecordRow) -> bool:
    """Whether we call."""
    return row.type == OUTBOUND_CALL
