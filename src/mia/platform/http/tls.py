"""Whom this process trusts when it calls others over TLS."""

import ssl
from functools import cache

import httpx


@cache
def trusted() -> ssl.SSLContext:
    """The certificate authorities of all clients of a process: to read them takes 30 ms, so they are read once.

    ``SSL_CERT_FILE`` and ``SSL_CERT_DIR`` name others, as for any program that uses OpenSSL.
    """
    return httpx.create_ssl_context()
