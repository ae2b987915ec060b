"""Links to a booked demo: signed, for one appointment of one clinic, as long as it is still to come."""

import base64
import binascii
from uuid import UUID

from mia.platform.kernel.errors import NotFound
from mia.platform.kernel.keys import Signer
from mia.platform.kernel.settings import Settings

_MAC = 16
_UUID = 16


class VisitLinks:
    """Signs and reads the tokens of cancel links (HMAC-SHA-256, URL-safe text)."""

    def __init__(self, signer: Signer) -> None:
        self._signer = signer

    @classmethod
    def from_settings(cls, settings: Settings) -> "VisitLinks":
        """The links of this installation; every process has the same."""
        return cls(settings.signer("demo-links"))

    def issue(self, clinic_id: UUID, appointment_id: UUID) -> str:
        """The token of an appointment."""
        raw = appointment_id.bytes + self._signer.sign(clinic_id.bytes + appointment_id.bytes)
        return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()

    def read(self, token: str, clinic_id: UUID) -> UUID:
        """The appointment of a token; :class:`NotFound` when we did not sign it for this clinic."""
        try:
            raw = base64.b64decode(token + "=" * (-len(token) % 4), altchars=b"-_", validate=True)
        except (binascii.Error, ValueError):
            raise NotFound("This link is not valid") from None
        if len(raw) != _UUID + _MAC:
            raise NotFound("This link is not valid")
        appointment_id = UUID(bytes=raw[:_UUID])
        if not self._signer.is_genuine(clinic_id.bytes + appointment_id.bytes, raw[_UUID:]):
            raise NotFound("This link is not valid")
        return appointment_id
