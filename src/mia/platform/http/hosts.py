"""The wall against requests meant for another host: DNS rebinding, and proxies no one planned for.

A browser on this machine can be made to ask a name that resolves to 127.0.0.1, and reads the answer as that name's
own. A proxy or tunnel can put a demo on the internet. Both show in the ``Host`` header, or in what proxies add.
"""

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from mia.platform.http.problems import problem
from mia.platform.kernel.addresses import host_in_header, host_of, is_address, is_loopback
from mia.platform.kernel.settings import Settings

MISDIRECTED = 421
"""Misdirected Request (RFC 9110 §15.5.20)."""

_PROBES = frozenset({"/healthz", "/readyz"})
"""What load balancers ask, by whatever address they know. Neither says more than whether we are up."""
_INTERNAL = ("/voice/", "/api/frontdesk/server-messages")
"""What our own processes ask of each other. Each request brings a secret."""


class HostMiddleware:
    """Refuses (421) requests and WebSockets whose host is not ours.

    Ours are the host of ``PUBLIC_URL`` and, outside production, loopback and ``MIA_HOST``. In production those two
    serve the probes and our own processes only; there, names without a dot (a container's) and IP addresses do too:
    no one can register one.

    A demo that is not meant to be public also refuses whatever a proxy passes on for another machine.
    """

    def __init__(self, app: ASGIApp, *, settings: Settings) -> None:
        self._app = app
        self._production = settings.is_production
        self._local_only = not settings.is_exposed
        self._public = host_of(settings.origin)
        self._bound = settings.host
        self._refusal = _words(settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket") or self._allowed(Headers(scope=scope), scope["path"]):
            await self._app(scope, receive, send)
            return
        refusal = problem(MISDIRECTED, "Misdirected request", self._refusal, retryable=False)
        await refusal(scope, receive, send)

    def _allowed(self, headers: Headers, path: str) -> bool:
        hosts = headers.getlist("host")
        forwarded = _listed(headers, "x-forwarded-host")
        if len(hosts) != 1 or not all(self._is_ours(host_in_header(each), path) for each in hosts + forwarded):
            return False
        return not self._local_only or _comes_from_here(headers)

    def _is_ours(self, host: str, path: str) -> bool:
        if host == self._public:
            return True
        if not self._production:
            return is_loopback(host) or host == self._bound
        internal = host == self._bound or (bool(host) and (is_address(host) or "." not in host))
        return internal and (path in _PROBES or path.startswith(_INTERNAL))


def _comes_from_here(headers: Headers) -> bool:
    """Whether no proxy says that someone on another machine asks."""
    clients = _listed(headers, "x-forwarded-for") + _listed(headers, "x-real-ip")
    return "forwarded" not in headers and all(is_loopback(host_in_header(each) or each) for each in clients)


def _listed(headers: Headers, name: str) -> list[str]:
    return [each.strip() for value in headers.getlist(name) for each in value.split(",")]


def _words(settings: Settings) -> str:
    if settings.is_exposed:
        return f"Mia answers at {settings.origin} only."
    return (
        f"This demo of Mia answers on its own machine only, at {settings.origin}. To show it to others, set "
        "PUBLIC_URL and MIA_DEMO_PUBLIC=1."
    )
