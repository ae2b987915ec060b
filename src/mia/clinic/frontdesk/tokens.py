"""Secrets that say who is calling us: the voice service for a clinic, or a visitor in one conversation."""

import base64
import binascii
import struct
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from mia.platform.kernel.errors import Unauthenticated
from mia.platform.kernel.keys import Signer
from mia.platform.kernel.settings import Settings

_MAC = 16
_ON_ITS_WAY = timedelta(days=3)
"""How long the voice service tries to deliver a message."""
_PASS = struct.Struct(">16s16sI")  # clinic, conversation, expiry


class ServerSecrets:
    """One bearer secret per clinic for server messages. The clinic is read from the secret, which only
    we can make; nothing in a message's body decides whose data it touches."""

    def __init__(self, signer: Signer) -> None:
        self._signer = signer

    @classmethod
    def from_settings(cls, settings: Settings) -> "ServerSecrets":
        """The secrets of this installation; a retired signing key's last for what is still on its way."""
        return cls(settings.signer("server-messages", size=_MAC, grace=_ON_ITS_WAY))

    def issue(self, clinic_id: UUID) -> str:
        """The clinic's secret."""
        return _text(clinic_id.bytes + self._signer.sign(clinic_id.bytes))

    def read(self, secret: str) -> UUID:
        """The clinic of a secret; :class:`Unauthenticated` when we did not make it."""
        raw = _raw(secret)
        body, mac = raw[:16], raw[16:]
        if len(body) != 16 or not self._signer.is_genuine(body, mac):
            raise Unauthenticated
        return UUID(bytes=body)


@dataclass(frozen=True)
class VisitorPass:
    """Permission to take part in one conversation."""

    clinic_id: UUID
    conversation_id: UUID


class VisitorPasses:
    """Short-lived tokens that the public widget holds; each opens one conversation and nothing else."""

    def __init__(self, signer: Signer) -> None:
        self._signer = signer

    @classmethod
    def from_settings(cls, settings: Settings) -> "VisitorPasses":
        """The passes of this installation; every process has the same."""
        return cls(settings.signer("visitor-pass", size=_MAC))

    def issue(self, visitor: VisitorPass, expires_at: datetime) -> str:
        """A token for a conversation, valid until ``expires_at``."""
        body = _PASS.pack(visitor.clinic_id.bytes, visitor.conversation_id.bytes, int(expires_at.timestamp()))
        return _text(body + self._signer.sign(body))

    def read(self, token: str, conversation_id: UUID, now: datetime) -> VisitorPass:
        """The pass in a token; :class:`Unauthenticated` when it is forged, too old or for another conversation."""
        raw = _raw(token)
        body, mac = raw[:-_MAC], raw[-_MAC:]
        if len(body) != _PASS.size or not self._signer.is_genuine(body, mac):
            raise Unauthenticated
        clinic, conversation, expiry = _PASS.unpack(body)
        if UUID(bytes=conversation) != conversation_id or expiry < now.timestamp():
            raise Unauthenticated
        return VisitorPass(UUID(bytes=clinic), conversation_id)


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def _raw(text: str) -> bytes:
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise Unauthenticated from None
