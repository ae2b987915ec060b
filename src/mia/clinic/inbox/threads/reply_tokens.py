"""Addresses of their own for answers by mail: ``mia+<token>@...`` names a thread, signed with the clinic's key.

The token fits into the local part of an address (RFC 5321: 64 characters) and survives a change of case. It says
nothing of the person.
"""

import base64
import binascii
import hmac
from dataclasses import dataclass
from hashlib import sha256
from uuid import UUID

from mia.platform.db.session import ClinicSession

_UUID, _TAG, _MAC = 16, 4, 8


@dataclass(frozen=True)
class ReplyToken:
    """A token taken apart. Nothing in it is believed before :func:`is_genuine`."""

    thread_id: UUID
    clinic_tag: bytes
    signature: bytes


def reply_token(session: ClinicSession, thread_id: UUID) -> str:
    """The token of a thread."""
    raw = thread_id.bytes + clinic_tag(session.scope.clinic_id) + _signature(session, thread_id)
    return base64.b32encode(raw).rstrip(b"=").decode().lower()


def read_reply_token(text: str) -> ReplyToken | None:
    """The token in an address; None when it is none."""
    try:
        raw = base64.b32decode(text.upper() + "=" * (-len(text) % 8))
    except (binascii.Error, ValueError):
        return None
    if len(raw) != _UUID + _TAG + _MAC:
        return None
    return ReplyToken(UUID(bytes=raw[:_UUID]), raw[_UUID : _UUID + _TAG], raw[_UUID + _TAG :])


def is_genuine(session: ClinicSession, token: ReplyToken) -> bool:
    """Whether this clinic signed the token."""
    return hmac.compare_digest(token.signature, _signature(session, token.thread_id))


def clinic_tag(clinic_id: UUID) -> bytes:
    """Which clinics a token may be of, without asking each."""
    return sha256(clinic_id.bytes).digest()[:_TAG]


def _signature(session: ClinicSession, thread_id: UUID) -> bytes:
    return session.blind(f"reply:{thread_id.hex}")[:_MAC]
