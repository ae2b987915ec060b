"""Calls to telephones: made once, however often they are asked for."""

import hashlib
import re
from dataclasses import dataclass
from uuid import UUID

from mia.db.session import OrgSession
from mia.kernel.errors import Conflict
from mia.voice.http import BadRequest
from mia.voice.resources.call import queries
from mia.voice.resources.call.models import CallRecordRow
from mia.voice.resources.call.service import new_call, render_call
from mia.voice.telephony.line import Line
from mia.voice.wire import Json, to_text

OUTBOUND_CALL = "outboundPhoneCall"
INBOUND_CALL = "inboundPhoneCall"

_E164 = re.compile(r"\+[1-9]\d{6,14}")
_NOT_YET = {
    "customerId": "Stored customers",
    "customers": "Calls to several customers",
    "phoneNumberId": "Phone numbers of your own",
    "phoneNumber": "Phone numbers of your own",
    "schedulePlan": "Scheduled calls",
}


@dataclass(frozen=True)
class Placed:
    """A call that was asked for. ``is_new`` is false when the same was asked for before."""

    id: UUID
    is_new: bool
    call: Json


async def create_phone_call(session: OrgSession, request: Json, key: str | None) -> Placed:
    """Make a call that will be placed as soon as a media worker has room.

    With an idempotency ``key`` the same request gives the same call, another one :class:`Conflict`.
    """
    number_of(request)
    digest = hashlib.sha256(to_text(request).encode()).digest()
    if key is not None:
        await queries.lock_key(session, key)
        if (known := await queries.find_by_key(session, key)) is not None:
            if known.request_digest != digest:
                raise Conflict("This Idempotency-Key was used for another call.")
            return Placed(known.id, False, render_call(session, known, ()))
    row = await new_call(session, request, OUTBOUND_CALL)
    row.name, row.idempotency_key, row.request_digest = request.get("name"), key, digest
    return Placed(row.id, True, render_call(session, row, ()))


async def receive_phone_call(session: OrgSession, request: Json, line: Line | None) -> Json:
    """Make a call that comes in, for a client whose carrier asks it (hosted ``phoneCallProviderBypassEnabled``).

    ``phoneCallProviderDetails.twiml`` of the answer is for the carrier: it connects the call with a media worker.
    """
    if line is None:
        raise BadRequest("There is no telephone line.")
    row = await new_call(session, request, INBOUND_CALL)
    details = {"twiml": line.stream_twiml(row.id)}
    return render_call(session, row, ()) | {"phoneCallProviderDetails": details}


def number_of(request: Json) -> str:
    """The number to call; :class:`BadRequest` for whatever cannot be done."""
    for name, what in _NOT_YET.items():
        if request.get(name):
            raise BadRequest(f"{what} are not available yet.")
    number = (request.get("customer") or {}).get("number")
    if not isinstance(number, str) or not _E164.fullmatch(number):
        raise BadRequest("customer.number must be a phone number in E.164 form, such as +13055550100.")
    return number


def is_outbound(row: CallRecordRow) -> bool:
    """Whether we call."""
    return row.type == OUTBOUND_CALL
