"""Secrets that say who is calling us: the voice service for a clinic, or a visitor in one conversation."""

import base64
import binascii
import hashlib
import hmac
import struct
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from mia.kernel.errors import Unauthenticated
from mia.kernel.settings import Settings

_MAC = 16
_PASS = struct.Struct(">16s16sI")  # clinic, conversation, expiry


class ServerSecrets:
    """One bearer secret per clinic for server messages. The clinic is read from the secret, which only
    we can make; nothing in a message's body decides whose data it touches."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    @classmethod
    def from_settings(cls, settings: Settings) -> "ServerSecrets":
        """The secrets of this installation; they change with the signing key."""
        return cls(settings.derived_secret("server-messages").encode())

    def issue(self, clinic_id: UUID) -> str:
        """The clinic's secret."""
        return _text(clinic_id.bytes + _mac(self._key, clinic_id.bytes))

    def read(self, secret: str) -> UUID:
        """The clinic of a secret; :class:`Unauthenticated` when we did not make it."""
        raw = _raw(secret)
        body, mac = raw[:16], raw[16:]
        if len(body) != 16 or not hmac.compare_digest(mac, _mac(self._key, body)):
            raise Unauthenticated
        return UUID(bytes=body)


@dataclass(frozen=True)
class VisitorPass:
    """Permission to take part in one conversation."""

    clinic_id: UUID
    conversation_id: UUID


class VisitorPasses:
    """Short-lived tokens that the public widget holds; each opens one conversation and nothing else."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    @classmethod
    def from_settings(cls, settings: Settings) -> "VisitorPasses":
        """The passes of this installation; every process has the same."""
        return cls(settings.derived_secret("visitor-pass").encode())

    def issue(self, visitor: VisitorPass, expires_at: datetime) -> str:
        """A token for a conversation, valid until ``expires_at``."""
        body = _PASS.pack(visitor.clinic_id.bytes, visitor.conversation_id.bytes, int(expires_at.timestamp()))
        return _text(body + _mac(self._key, body))

    def read(self, token: str, conversation_id: UUID, now: datetime) -> VisitorPass:
        """The pass in a token; :class:`Unauthenticated` when it is forged, too old or for another conversation."""
        raw = _raw(token)
        body, mac = raw[:-_MAC], raw[-_MAC:]
        if len(body) != _PASS.size or not hmac.compare_digest(mac, _mac(self._key, body)):
            raise Unauthenticated
        clinic, conversation, expiry = _PASS.unpack(body)
        if UUID(bytes=conversation) != conversation_id or expiry < now.timestamp():
            raise Unauthenticated
        return VisitorPass(UUID(bytes=clinic), conversation_id)


def _mac(key: bytes, body: bytes) -> bytes:
    return hmac.new(key, body, hashlib.sha256).digest()[:_MAC]


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def _raw(text: str) -> bytes:
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise Unauthenticated from None
