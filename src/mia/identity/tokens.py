"""Secrets that are handed out once: links, cookies, codes. The database holds their digests only."""

import hashlib
import secrets


def new_token() -> str:
    """256 random bits, as text that may stand in a link or a cookie."""
    return secrets.token_urlsafe(32)


def digest(token: str) -> bytes:
    """What is stored of a token. Plain SHA-256 is enough: no one can try 2^128 of them."""
    return hashlib.sha256(token.encode()).digest()
