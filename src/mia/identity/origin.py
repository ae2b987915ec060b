"""The wall against requests that another site makes a browser send (CSRF)."""

from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from mia.identity.guards import cookie_name
from mia.platform.http.problems import problem
from mia.platform.kernel.addresses import is_loopback
from mia.platform.kernel.settings import Settings

_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
_OURS = "mia_"
"""How the names of all our cookies begin, but for ``__Host-``."""
_OWN_FETCH_SITES = frozenset({"same-origin", "none"})


class OriginMiddleware:
    """Refuses unsafe requests from other origins (403), whatever route they are for.

    A browser names its origin, or at least the relation (``Sec-Fetch-Site``). A program names neither,
    and may pass as long as it does not come with a browser's session. Anyone who brings a bearer token and no
    cookie of ours has nothing that another site could have made a browser send.
    """

    def __init__(self, app: ASGIApp, *, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._session_cookie = cookie_name(settings) + "="

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        unsafe = scope["type"] == "http" and scope["method"] not in _SAFE_METHODS
        if unsafe and not self._allowed(Headers(scope=scope)):
            refusal = problem(403, "Not allowed", "This request came from another site", retryable=False)
            await refusal(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _allowed(self, headers: Headers) -> bool:
        cookies = "; ".join(headers.getlist("cookie"))
        if headers.get("authorization", "")[:7].lower() == "bearer " and _OURS not in cookies:
            return True
        origin, site = headers.get("origin"), headers.get("sec-fetch-site")
        if origin is None and site is None:
            return self._session_cookie not in cookies
        if site is not None and site not in _OWN_FETCH_SITES:
            return False
        return origin is None or self._is_ours(origin, headers.get("host", ""))

    def _is_ours(self, origin: str, host: str) -> bool:
        if origin == self._settings.origin:
            return True
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        if self._settings.is_production or not host or parts.netloc != host:
            return False
        # Outside production one may have typed localhost for 127.0.0.1, or reach a forwarded port. Any
        # other name could be a stranger's that resolves to this machine (DNS rebinding).
        name = parts.hostname or ""
        return is_loopback(name) or (self._settings.demo_public and name == self._settings.host)
