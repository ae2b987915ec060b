"""Security headers of every answer, and a limit to the size of a request."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mia.platform.http.problems import problem

BODY_LIMIT = 1_000_000
"""Bytes of a request's body; JSON of this product is far smaller."""

BODY_SECONDS = 30.0
"""How long a body may take to come in."""

_API_PREFIXES = ("/api/", "/voice/")
_HSTS = b"max-age=31536000; includeSubDomains"
_COMMON = [
    (b"x-content-type-options", b"nosniff"),
    (
        b"permissions-policy",
        b"microphone=(self), publickey-credentials-get=(self), publickey-credentials-create=(self), camera=(), "
        b"display-capture=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), midi=(), accelerometer=(), "
        b"gyroscope=(), magnetometer=()",
    ),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
_PARTS = (b"text/javascript", b"text/css", b"font/")
"""Types of answers that are never a document: what a browser does with a document's headers does not concern
them, and a page loads a dozen, each with these headers before it."""
_OF_PARTS = {b"x-content-type-options", b"cross-origin-resource-policy", b"strict-transport-security"}
_API_POLICY = b"default-src 'none'; frame-ancestors 'none'"


@dataclass(frozen=True)
class PageRules:
    """What a page may do beyond the rule that everything comes from here.

    ``scripts`` and ``styles`` are CSP sources: hashes of inline code (``'sha256-...'``) or another origin;
    ``frames`` are origins it may show in a frame, ``connects`` those it may send to. ``framed_by_us``: our own
    pages may show it in one, ``framed_by``: so may pages of these origins. ``nonce``: made again for each answer;
    what is inline runs with it alone. ``secret_address``: its address may hold a token, which no request is to
    tell.
    """

    scripts: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()
    frames: tuple[str, ...] = ()
    connects: tuple[str, ...] = ()
    nonce: str | None = None
    secret_address: bool = False
    framed_by_us: bool = False
    framed_by: tuple[str, ...] = ()


RulesOf = Callable[[str], PageRules]
"""The rules of the page at a path; the server of static pages knows them."""


def plain_page(_path: str) -> PageRules:
    """The rules where no page has its own."""
    return PageRules()


def page_policy(rules: PageRules) -> str:
    """The content security policy of a page: everything from here, nothing inline but what is hashed or
    carries the nonce."""
    # Not 'strict-dynamic': with it, whatever a script of ours writes into the page would run as well.
    scripts = ("'self'", *rules.scripts, *([f"'nonce-{rules.nonce}'"] if rules.nonce else []))
    return "; ".join(
        (
            "default-src 'self'",
            " ".join(("script-src", *scripts)),
            " ".join(("style-src 'self'", *rules.styles)),
            " ".join(("frame-src 'self'", *rules.frames)),
            " ".join(("connect-src 'self'", *rules.connects)),
            "img-src 'self' data:",
            "media-src 'self' blob:",
            "font-src 'self'",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            " ".join(("frame-ancestors", *_framers(rules))),
        )
    )


def _framers(rules: PageRules) -> tuple[str, ...]:
    return ("'self'", *rules.framed_by) if rules.framed_by_us or rules.framed_by else ("'none'",)


class SecurityHeadersMiddleware:
    """Adds the headers; answers of the API are neither cached nor rendered."""

    def __init__(self, app: ASGIApp, *, https: bool, rules_of: RulesOf = plain_page) -> None:
        self._app = app
        self._https = https
        self._rules_of = rules_of

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = message.setdefault("headers", [])
                have = {name.lower(): value for name, value in headers}
                ours = self._headers(scope["path"])
                if have.get(b"content-type", b"").startswith(_PARTS):
                    ours = [(name, value) for name, value in ours if name in _OF_PARTS]
                if _others_may_frame(have.get(b"content-security-policy", b"")):
                    ours = [(name, value) for name, value in ours if name != b"x-frame-options"]
                headers += [(name, value) for name, value in ours if name not in have]
            await send(message)

        await self._app(scope, receive, send_with_headers)

    def _headers(self, path: str) -> list[tuple[bytes, bytes]]:
        headers = list(_COMMON)
        frame_options = b"DENY"
        # Not no-referrer for all: browsers then hide their origin even from us when a page says goodbye (beacons).
        referrer = b"same-origin"
        if path.startswith(_API_PREFIXES):
            headers += [(b"content-security-policy", _API_POLICY), (b"cache-control", b"no-store")]
        else:
            rules = self._rules_of(path)
            headers.append((b"content-security-policy", page_policy(rules).encode()))
            referrer = b"no-referrer" if rules.secret_address else referrer
            frame_options = b"SAMEORIGIN" if rules.framed_by_us else b"DENY"
        headers += [(b"x-frame-options", frame_options), (b"referrer-policy", referrer)]
        if self._https:
            headers.append((b"strict-transport-security", _HSTS))
        return headers


def _others_may_frame(policy: bytes) -> bool:
    """Whether a policy names origins that may show the page, which the older header has no words for."""
    framers = policy.partition(b"frame-ancestors ")[2].split(b";")[0]
    return b"//" in framers


class BodyLimitMiddleware:
    """Refuses bodies above a limit (413), by their announced length or, unannounced, while they come in, and bodies
    that take longer than ``seconds`` to come in (408). ``larger`` are limits of single paths, which take files;
    ``refusals`` are what is answered below a path in place of a problem."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        limit: int = BODY_LIMIT,
        seconds: float = BODY_SECONDS,
        larger: Mapping[str, int] | None = None,
        refusals: Mapping[str, ASGIApp] | None = None,
    ) -> None:
        self._app = app
        self._limit = limit
        self._seconds = seconds
        self._larger = larger or {}
        self._refusals = refusals or {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        limit = self._larger.get(scope["path"], self._limit)
        announced = dict(scope["headers"]).get(b"content-length", b"0")
        if not announced.isdigit() or int(announced) > limit:
            below = (refuse for start, refuse in self._refusals.items() if scope["path"].startswith(start))
            await next(below, problem(413, "Request too large", retryable=False))(scope, receive, send)
            return
        received = 0
        complete = late = False
        deadline = asyncio.get_running_loop().time() + self._seconds

        async def receive_bounded() -> Message:
            nonlocal received, complete, late
            if complete:  # what is waited for now is the end of a stream, however long that takes
                return await receive()
            try:
                async with asyncio.timeout_at(deadline):
                    message = await receive()
            except TimeoutError:
                late = True
                raise HTTPException(408) from None
            complete = not message.get("more_body", False)
            received += len(message.get("body", b""))
            if received > limit:
                raise HTTPException(413)
            return message

        async def send_closing(message: Message) -> None:
            if late and message["type"] == "http.response.start":
                message.setdefault("headers", []).append((b"connection", b"close"))
            await send(message)

        await self._app(scope, receive_bounded, send_closing)
