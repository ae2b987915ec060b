"""Answers to our own pages are gzipped: a calendar's day is 20 KB of JSON, and 2 KB on its way to a phone."""

from starlette.datastructures import Headers
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

_LEAST = 1000
"""Bytes of a body that is worth it: what fits into one packet comes no sooner."""
_LEVEL = 5


class CompressionMiddleware:
    """Compresses what the API answers to pages of ours, for browsers that take it.

    The length of a compressed answer tells of secrets in it to who may choose what stands beside them (BREACH).
    So only requests that a browser says come from our own pages (``Sec-Fetch-Site``) are answered so: no other
    site can make it send one. What is compressed already (sound, pictures, archives) and streams of events stay as
    they are.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._plain = app
        self._compressed = GZipMiddleware(app, minimum_size=_LEAST, compresslevel=_LEVEL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        ours = scope["type"] == "http" and scope["path"].startswith("/api/") and _from_our_page(scope)
        await (self._compressed if ours else self._plain)(scope, receive, send)


def _from_our_page(scope: Scope) -> bool:
    return Headers(scope=scope).get("sec-fetch-site") == "same-origin"
