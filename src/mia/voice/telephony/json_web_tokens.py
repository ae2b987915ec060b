"""JSON Web Tokens (RFC 7519) in the two forms that carriers use: RS256 to prove who asks, HS256 to prove who tells.

RFC 8725 §3.1: the algorithm is ours to say, never the token's.
"""

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from typing import Any

from cryptography.hazmat.primitives.asymmetric import padding
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import load_pem_private_key

_LONGEST = 8_192
"""Characters of a token that is looked at."""
_OLDEST_SECONDS = 300
"""How old a token may be: it comes with what it signs."""
_SKEW_SECONDS = 60

Claims = dict[str, Any]


def sign_rs256(claims: Mapping[str, Any], private_key: str) -> str:
    """A token signed by an RSA key in PEM; :class:`ValueError` when it is none."""
    key = load_pem_private_key(private_key.encode(), None)
    if not isinstance(key, RSAPrivateKey):
        raise ValueError("not an RSA key")
    signed = _part({"alg": "RS256", "typ": "JWT"}) + b"." + _part(claims)
    return (signed + b"." + _encode(key.sign(signed, padding.PKCS1v15(), SHA256()))).decode()


def sign_hs256(claims: Mapping[str, Any], secret: str) -> str:
    """A token signed with a shared secret."""
    signed = _part({"alg": "HS256", "typ": "JWT"}) + b"." + _part(claims)
    return (signed + b"." + _encode(_mac(secret, signed))).decode()


def read_hs256(token: str, secret: str) -> Claims | None:
    """The claims of a token that was signed with ``secret`` within the last minutes; None for any other."""
    if len(token) > _LONGEST or not secret:
        return None
    signed, _, signature = token.rpartition(".")
    head, _, body = signed.partition(".")
    try:
        if not hmac.compare_digest(_decode(signature), _mac(secret, signed.encode())):
            return None
        if json.loads(_decode(head)).get("alg") != "HS256":
            return None
        claims: Any = json.loads(_decode(body))
        issued, expires = float(claims["iat"]), float(claims.get("exp") or float("inf"))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    now = time.time()
    fresh = now - _OLDEST_SECONDS <= issued <= now + _SKEW_SECONDS and now <= expires + _SKEW_SECONDS
    return claims if fresh else None


def _mac(secret: str, signed: bytes) -> bytes:
    return hmac.new(secret.encode(), signed, hashlib.sha256).digest()


def _part(value: Mapping[str, Any]) -> bytes:
    return _encode(json.dumps(value, separators=(",", ":")).encode())


def _encode(data: bytes) -> bytes:
    return base64.urlsafe_b64encode(data).rstrip(b"=")


def _decode(text: str) -> bytes:
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except binascii.Error:
        raise ValueError("not base64url") from None
