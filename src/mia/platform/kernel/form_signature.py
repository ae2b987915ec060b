"""Signatures of webhooks that come as forms: HMAC-SHA1 over the address and the sorted fields, in base 64.

The scheme is Twilio's (``X-Twilio-Signature``): each field's name and value are appended to the full address as
it was called, in the order of names; a request without fields, such as a WebSocket's, is signed by address.
"""

import base64
import hashlib
import hmac
from collections.abc import Iterable

Fields = Iterable[tuple[str, str]]


def sign_form(secret: str, url: str, fields: Fields = ()) -> str:
    """The signature of a request to ``url``."""
    # A field that is there twice counts once for each of its values.
    content = url + "".join(name + value for name, value in sorted(set(fields)))
    return base64.b64encode(hmac.new(secret.encode(), content.encode(), hashlib.sha1).digest()).decode()


def is_signed_form(secret: str, url: str, fields: Fields, signature: str | None) -> bool:
    """Whether ``signature`` was made with ``secret``; an absent one never was."""
    if not signature:
        return False
    return hmac.compare_digest(sign_form(secret, url, fields).encode(), signature.encode())
