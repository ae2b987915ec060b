"""The link in an email with which one click stops everything (RFC 8058).

A token holds ids and a keyed hash of the address, signed with the clinic's key: no personal data, and it works as
long as the clinic is there, whatever retention has removed since.
"""

import base64
import binascii
import hmac
from dataclasses import dataclass
from itertools import pairwise
from uuid import UUID

from mia.clinic.practice import service as practices
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import NotFound

_UUID, _BLIND = 16, 16
_NOT_VALID = "This link is not valid"


@dataclass(frozen=True)
class UnsubscribeLink:
    """Whose link it is. Nothing in it is believed before :func:`check_link`."""

    clinic_id: UUID
    patient_id: UUID
    address_blind: bytes
    signature: bytes


def unsubscribe_token(session: ClinicSession, patient_id: UUID, address: str) -> str:
    """The token of a patient's address, for a URL."""
    blind = session.blind(address)
    raw = session.scope.clinic_id.bytes + patient_id.bytes + blind + _signature(session, patient_id, blind)
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def read_link(token: str) -> UnsubscribeLink:
    """Take a token apart; :class:`NotFound` when it is none."""
    try:
        raw = base64.b64decode(token + "=" * (-len(token) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise NotFound(_NOT_VALID) from None
    if len(raw) != 2 * _UUID + 2 * _BLIND:
        raise NotFound(_NOT_VALID)
    places = (0, _UUID, 2 * _UUID, 2 * _UUID + _BLIND, len(raw))
    clinic, patient, blind, signature = (raw[a:b] for a, b in pairwise(places))
    return UnsubscribeLink(UUID(bytes=clinic), UUID(bytes=patient), blind, signature)


async def check_link(session: ClinicSession, link: UnsubscribeLink) -> str:
    """The practice that wrote; :class:`NotFound` when the link was not signed here."""
    if not hmac.compare_digest(link.signature, _signature(session, link.patient_id, link.address_blind)):
        raise NotFound(_NOT_VALID)
    return (await practices.get_practice(session)).name


def _signature(session: ClinicSession, patient_id: UUID, address_blind: bytes) -> bytes:
    return session.blind(f"unsubscribe:{patient_id.hex}:{address_blind.hex()}")
