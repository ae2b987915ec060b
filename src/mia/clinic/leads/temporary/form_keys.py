"""The pass that one opened web form holds, signed (HMAC-SHA-256). It says nothing secret."""

import base64
import binascii
import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

from mia.platform.kernel.errors import Void
from mia.platform.kernel.keys import Signer
from mia.platform.kernel.settings import Settings

PASS_VALIDITY = timedelta(hours=4)
"""How long a form may stay open before it is sent."""
_MAC = 16
_UNKNOWN = "This form is not known"


@dataclass(frozen=True)
class FormPass:
    """One opened form: its number, of which clinic, on which page (an origin), which words stand beside its box,
    until when."""

    form_id: UUID
    clinic_id: UUID
    page: str
    text_id: UUID
    expires_at: datetime


class FormKeys:
    """Signs and reads passes."""

    def __init__(self, signer: Signer) -> None:
        self._signer = signer

    @classmethod
    def from_settings(cls, settings: Settings) -> "FormKeys":
        """The key of this installation; every process has the same."""
        return cls(settings.signer("lead-forms", size=_MAC))

    def issue(self, opened: FormPass) -> str:
        """The pass of an opened form, as text."""
        ids = [opened.form_id.hex, opened.clinic_id.hex, opened.text_id.hex]
        body = json.dumps([*ids, opened.page, int(opened.expires_at.timestamp())], separators=(",", ":")).encode()
        return _text(self._signer.sign(b"pass " + body) + body)

    def read(self, text: str, clinic_id: UUID, now: datetime) -> FormPass:
        """The pass behind a text; :class:`Void` when it was not made here for this clinic, or is too old."""
        raw = _bytes(text)
        mac, body = raw[:_MAC], raw[_MAC:]
        if not body or not self._signer.is_genuine(b"pass " + body, mac):
            raise Void(_UNKNOWN)
        form_id, clinic, text_id, page, expires = json.loads(body)
        opened = FormPass(UUID(form_id), UUID(clinic), page, UUID(text_id), datetime.fromtimestamp(expires, UTC))
        if opened.clinic_id != clinic_id:
            raise Void(_UNKNOWN)
        if opened.expires_at <= now:
            raise Void("This form was open too long. Please reload the page.")
        return opened


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def _bytes(text: str) -> bytes:
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        return b""
