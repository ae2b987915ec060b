"""The link with which someone sees, moves or cancels one visit without signing in.

A token names clinic, visit and the visit's time, signed with the clinic's key for this purpose alone: no personal
data. It opens nothing once the visit has begun, was moved (the new time has a link of its own) or is canceled.
"""

import base64
import binascii
import hmac
import struct
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from mia.clinic.schedule.appointments import Appointment, get_appointment
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import NotFound

PAGE = "/v/"
"""Where the page of a visit is; its token follows. Short: it travels in texts."""
_BODY = struct.Struct(">16s16sI")  # clinic, appointment, start in seconds
_MAC = 12
_NOT_VALID = "This link is not valid"


@dataclass(frozen=True)
class VisitLink:
    """Whose link it is. Nothing in it is believed before :func:`check_visit_link`."""

    clinic_id: UUID
    appointment_id: UUID
    starts_at: datetime
    signature: bytes


def visit_link(session: ClinicSession, visit: Appointment, origin: str) -> str:
    """The link of a visit as it stands now, for a text or an email; ``origin`` is where our pages are."""
    body = _BODY.pack(session.scope.clinic_id.bytes, visit.id.bytes, int(visit.starts_at.timestamp()))
    token = base64.urlsafe_b64encode(body + _signature(session, body)).rstrip(b"=").decode()
    return f"{origin}{PAGE}{token}"


def read_visit_link(token: str) -> VisitLink:
    """Take a token apart; :class:`NotFound` when it is none."""
    try:
        raw = base64.b64decode(token + "=" * (-len(token) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise NotFound(_NOT_VALID) from None
    if len(raw) != _BODY.size + _MAC:
        raise NotFound(_NOT_VALID)
    clinic, appointment, start = _BODY.unpack(raw[:-_MAC])
    starts_at = datetime.fromtimestamp(start, UTC)
    return VisitLink(UUID(bytes=clinic), UUID(bytes=appointment), starts_at, raw[-_MAC:])


async def check_visit_link(session: ClinicSession, link: VisitLink) -> Appointment:
    """The appointment of a link that was signed here, in its current state: callers compare ``starts_at`` and
    status (:class:`NotFound` for any other link)."""
    body = _BODY.pack(link.clinic_id.bytes, link.appointment_id.bytes, int(link.starts_at.timestamp()))
    if link.clinic_id != session.scope.clinic_id or not hmac.compare_digest(
        link.signature, _signature(session, body)
    ):
        raise NotFound(_NOT_VALID)
    try:
        return await get_appointment(session, link.appointment_id)
    except NotFound:
        raise NotFound(_NOT_VALID) from None


def _signature(session: ClinicSession, body: bytes) -> bytes:
    return session.blind(f"visit-page:{body.hex()}")[:_MAC]
