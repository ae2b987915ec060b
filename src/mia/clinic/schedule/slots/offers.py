"""Slot offers: the only way to book is a token that this room has signed."""

import base64
import binascii
import struct
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

from mia.platform.kernel.errors import Invalid
from mia.platform.kernel.keys import Signer
from mia.platform.kernel.settings import Settings

IN_CONVERSATION = timedelta(minutes=10)
"""How long an offer made in conversation is valid (it is rechecked anyway)."""
IN_MESSAGE = timedelta(hours=48)
"""How long an offer written in a message holds."""

_FORMAT = struct.Struct(">B16s16s16s16sII")  # version, clinic, service, provider, location, start, expiry
_VERSION = 1
_MAC = 16


@dataclass(frozen=True)
class SlotClaim:
    """What a token says. It reserves nothing; the room is picked when it is booked."""

    clinic_id: UUID
    service_id: UUID
    provider_id: UUID
    location_id: UUID
    starts_at: datetime
    expires_at: datetime


class SlotSigner:
    """Signs and reads slot tokens (HMAC-SHA-256, URL-safe text)."""

    def __init__(self, signer: Signer) -> None:
        self._signer = signer

    @classmethod
    def from_settings(cls, settings: Settings) -> "SlotSigner":
        """The signer of this installation; every process has the same."""
        return cls(settings.signer("slot-offers"))

    def sign(self, claim: SlotClaim) -> str:
        """The token of a claim; instants are kept to the second."""
        body = _FORMAT.pack(
            _VERSION,
            claim.clinic_id.bytes,
            claim.service_id.bytes,
            claim.provider_id.bytes,
            claim.location_id.bytes,
            int(claim.starts_at.timestamp()),
            int(claim.expires_at.timestamp()),
        )
        return base64.urlsafe_b64encode(body + self._signer.sign(body)).rstrip(b"=").decode()

    def read(self, token: str, clinic_id: UUID) -> SlotClaim:
        """The claim of a token, expired or not.

        :class:`Invalid` (field ``slot_token``) when we did not sign it, or signed it for another clinic.
        """
        try:
            raw = base64.b64decode(token + "=" * (-len(token) % 4), altchars=b"-_", validate=True)
        except (binascii.Error, ValueError):
            raise _refused() from None
        body, mac = raw[:-_MAC], raw[-_MAC:]
        if len(body) != _FORMAT.size or not self._signer.is_genuine(body, mac):
            raise _refused()
        version, clinic, service, provider, location, start, expiry = _FORMAT.unpack(body)
        if version != _VERSION or UUID(bytes=clinic) != clinic_id:
            raise _refused()
        return SlotClaim(
            clinic_id=clinic_id,
            service_id=UUID(bytes=service),
            provider_id=UUID(bytes=provider),
            location_id=UUID(bytes=location),
            starts_at=datetime.fromtimestamp(start, UTC),
            expires_at=datetime.fromtimestamp(expiry, UTC),
        )


def _refused() -> Invalid:
    return Invalid("This offer is not valid", fields={"slot_token": "Not an offer of this practice"})
