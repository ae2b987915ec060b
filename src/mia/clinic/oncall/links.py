"""The link in an alert with which it is acknowledged. Its token holds ids, signed with the clinic's key."""

import base64
import binascii
import hmac
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from mia.clinic.oncall import queries
from mia.clinic.oncall.models import AlertSendRow
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import NotFound

_UUID, _MAC = 16, 16
_GOOD_FOR = timedelta(days=7)
_NOT_VALID = "This link is not valid any more"


@dataclass(frozen=True)
class AckLink:
    """Which message the link stood in. Nothing in it is believed before :func:`check_link`."""

    clinic_id: UUID
    send_id: UUID
    signature: bytes


def ack_token(session: ClinicSession, send_id: UUID) -> str:
    """The token of one message to one person, for a URL."""
    raw = session.scope.clinic_id.bytes + send_id.bytes + _signature(session, send_id)
    return base64.urlsafe_b64encode(raw).decode()


def read_link(token: str) -> AckLink:
    """Take a token apart; :class:`NotFound` when it is none."""
    try:
        raw = base64.b64decode(token, altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise NotFound(_NOT_VALID) from None
    if len(raw) != 2 * _UUID + _MAC:
        raise NotFound(_NOT_VALID)
    clinic, send, signature = raw[:_UUID], raw[_UUID : 2 * _UUID], raw[2 * _UUID :]
    return AckLink(UUID(bytes=clinic), UUID(bytes=send), signature)


async def check_link(session: ClinicSession, link: AckLink) -> AlertSendRow:
    """The message that the link stood in; :class:`NotFound` when it was not signed here, or is a week old."""
    if not hmac.compare_digest(link.signature, _signature(session, link.send_id)):
        raise NotFound(_NOT_VALID)
    send = await queries.find_send(session, link.send_id)
    if send is None or session.now() - send.created_at > _GOOD_FOR:
        raise NotFound(_NOT_VALID)
    return send


def _signature(session: ClinicSession, send_id: UUID) -> bytes:
    return session.blind(f"alert:{send_id.hex}")
