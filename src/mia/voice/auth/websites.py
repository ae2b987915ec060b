"""Pages of other websites that bring a public token, or the join token of a call that one began (CORS).

A preflight comes without the token, so it is answered for the operations that a public token may open, for every
website: it tells that there is such an operation, which is no secret, and lets the browser send the request. The
answer itself may be read by that page alone whose origin the token names. No answer allows credentials: nothing
here goes by cookies.
"""

import re

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mia.voice.wire import Json

_OPEN = re.compile(r"/(call/web|chat/web|chat/web/responses|call/[0-9a-f-]{36}/(offer|end))")
"""What a page may ask for: the operations of public tokens, and joining and leaving the call that one made."""
LONGEST_ORIGIN = 253
"""Characters of an origin; those that a token names have no more."""
_PREFLIGHT = {
    "Access-Control-Allow-Methods": "POST",
    "Access-Control-Allow-Headers": "Authorization, Content-Type",
    "Access-Control-Max-Age": "600",
    "Vary": "Origin",
}


def serves(origin: str, restrictions: Json) -> bool:
    """Whether a public token may be used on the website of that origin: where it names none, on any."""
    named = restrictions.get("allowedOrigins")
    return named is None or origin.lower() in named


class WebsiteMiddleware:
    """Answers preflights, and lets a page read an answer where a guard has said so (:func:`let_read`)."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        origin = Headers(scope=scope).get("origin") if scope["type"] == "http" else None
        if origin is None:
            await self._app(scope, receive, send)
        elif _is_preflight(scope):
            headers = _PREFLIGHT | {"Access-Control-Allow-Origin": origin}
            await Response(status_code=204, headers=headers)(scope, receive, send)
        else:
            await self._app(scope, receive, _readable(scope, origin, send))


def let_read(scope: Scope, origin: str | None) -> None:
    """Let a page of this origin read the answer to this request; a page that hides its own (``null``) may not."""
    if origin is not None and origin != "null" and len(origin) <= LONGEST_ORIGIN:
        scope.setdefault("state", {})["reader"] = origin.lower()


def _is_preflight(scope: Scope) -> bool:
    asked = Headers(scope=scope).get("access-control-request-method")
    path = scope["path"].removeprefix(scope.get("root_path", ""))
    return scope["method"] == "OPTIONS" and asked == "POST" and _OPEN.fullmatch(path) is not None


def _readable(scope: Scope, origin: str, send: Send) -> Send:
    async def told(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers.add_vary_header("Origin")
            if origin.lower() == scope.get("state", {}).get("reader"):
                headers["Access-Control-Allow-Origin"] = origin
                headers["Access-Control-Expose-Headers"] = "Retry-After"
        await send(message)

    return told
