"""Claims that we sign and later take back: who brings them has them from us.

In the compact form of a JSON Web Signature (RFC 7515) with HMAC-SHA256; without ``header`` the first part is left
out. Each purpose has a key of its own, derived from the signing key.
"""

import base64
import hashlib
import hmac
import json

from mia.platform.kernel.settings import Settings
from mia.voice.wire import Json

JWT_HEADER: Json = {"alg": "HS256", "typ": "JWT"}


def sign_claims(settings: Settings, purpose: str, claims: Json, header: Json | None = None) -> str:
    """The claims as text that can stand in a header."""
    body = ".".join(_encode(_compact(part)) for part in (header, claims) if part is not None)
    return f"{body}.{_encode(_mac(settings, purpose, body))}"


def read_claims(settings: Settings, purpose: str, text: str) -> Json | None:
    """What :func:`sign_claims` signed for the same purpose; None when it is not ours."""
    body, _, signature = text.rpartition(".")
    try:
        if not hmac.compare_digest(_decode(signature), _mac(settings, purpose, body)):
            return None
        claims: Json = json.loads(_decode(body.rpartition(".")[2]))
    except ValueError:
        return None
    return claims


def _compact(part: Json) -> bytes:
    return json.dumps(part, separators=(",", ":")).encode()


def _mac(settings: Settings, purpose: str, body: str) -> bytes:
    return hmac.new(settings.derived_secret(purpose).encode(), body.encode(), hashlib.sha256).digest()


def _encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
