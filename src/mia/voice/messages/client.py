"""The one client through which everything goes out to the servers of assistants."""

import asyncio
import ssl
from collections.abc import Callable, Coroutine, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

import httpcore
import httpx

from mia.platform.http.tls import trusted
from mia.voice.messages.reach import AddressRefused, Reach

IDEMPOTENCY_HEADER = "Idempotency-Key"
MOST_BYTES = 1_000_000
"""The largest answer that is read; what a tool returns goes into a conversation."""
_CONNECT_SECONDS = 3.0
_PATIENCE_SECONDS = 5.0
"""How long closing waits for what is under way."""
_MOST_ADDRESSES = 3
"""Addresses of one host that are tried."""
# Many servers, ours too, hang up after 5 idle seconds: what is sent at that moment would be lost.
_LIMITS = httpx.Limits(max_connections=64, max_keepalive_connections=16, keepalive_expiry=4)


_OURS = frozenset(
    {
        "host",
        "content-length",
        "transfer-encoding",
        "connection",
        "upgrade",
        "te",
        "trailer",
        "expect",
    }
)
"""Headers that an assistant's server cannot have: they would change where the request goes or ends."""


@dataclass(frozen=True)
class Answer:
    """What a server answered. ``body`` is as it came; names of ``headers`` are in lower case."""

    status: int
    body: bytes = field(repr=False)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)

    @property
    def is_success(self) -> bool:
        return 200 <= self.status < 300


class NotSent(Exception):
    """The message did not arrive, or no answer that can be used came back. ``reason`` is a static word."""

    def __init__(self, reason: str, *, timed_out: bool = False, unconnected: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.timed_out = timed_out
        self.unconnected = unconnected


class MessageClient:
    """Posts server messages over pooled connections. Close it at shut-down.

    A name is looked up once for a connection, which goes to the address that was checked (DNS rebinding); the Host
    header and the certificate stay the name's. Redirects are not followed, answers are bounded in size and time,
    and the environment's proxies are not used: a message goes where the assistant says and nowhere else.
    """

    def __init__(
        self,
        reach: Reach,
        *,
        backend: httpcore.AsyncNetworkBackend | None = None,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self._aside: set[asyncio.Task[object]] = set()
        self._http = httpx.AsyncClient(
            transport=_PinnedTransport(reach, backend or httpcore.AnyIOBackend(), tls or trusted()),
            trust_env=False,
            follow_redirects=False,
        )
        self.access_tokens: dict[str, tuple[str, float]] = {}
        """What authorization servers gave, by a digest of what was asked, and until when by the monotonic clock."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Finish what is under way and return all connections."""
        if self._aside:
            await asyncio.wait(self._aside, timeout=_PATIENCE_SECONDS)
        await self._http.aclose()

    def soon(self, work: Coroutine[Any, Any, object]) -> None:
        """Do ``work`` in the background; closing waits for it, a while."""
        task = asyncio.create_task(work)
        self._aside.add(task)
        task.add_done_callback(self._aside.discard)

    async def post(
        self,
        url: str,
        headers: Mapping[str, str],
        body: bytes,
        seconds: float,
        *,
        media_type: str = "application/json",
    ) -> Answer:
        """Send ``body`` and wait for the whole answer at most ``seconds``; :class:`NotSent` when there is none."""
        return await self.request("POST", url, headers, body, seconds, media_type=media_type)

    async def request(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str],
        body: bytes,
        seconds: float,
        *,
        media_type: str = "application/json",
        most: int = MOST_BYTES,
        is_whole: Callable[[bytes], bool] | None = None,
    ) -> Answer:
        """As :meth:`post`, by any method; the answer may have ``most`` bytes. ``is_whole`` says of what has come
        whether that is all that is wanted, for servers that keep their answer open."""
        sent = {name: value for name, value in headers.items() if name.strip().lower() not in _OURS}
        sent |= {"Content-Type": media_type, "Accept-Encoding": "identity"}
        timeout = httpx.Timeout(seconds, connect=min(_CONNECT_SECONDS, seconds))
        try:
            async with (
                asyncio.timeout(seconds),
                self._http.stream(method, url, headers=sent, content=body, timeout=timeout) as answer,
            ):
                return Answer(answer.status_code, await _read(answer, most, is_whole), dict(answer.headers))
        except (TimeoutError, httpx.TimeoutException) as error:
            raise NotSent("timed-out", timed_out=True) from error
        except (httpx.HTTPError, httpx.InvalidURL, UnicodeError) as error:
            if isinstance(error.__cause__, AddressRefused):
                raise NotSent("address-refused") from error
            unconnected = isinstance(error, httpx.ConnectError | httpx.RemoteProtocolError)
            raise NotSent(type(error).__name__, unconnected=unconnected) from error


async def _read(answer: httpx.Response, most: int, is_whole: Callable[[bytes], bool] | None) -> bytes:
    if answer.headers.get("content-encoding", "identity") != "identity":
        raise NotSent("answer-compressed")  # a small answer may unfold to any size
    body = bytearray()
    async for piece in answer.aiter_raw():
        body += piece
        if len(body) > most:
            raise NotSent("answer-too-large")
        if is_whole is not None and is_whole(bytes(body)):
            break
    return bytes(body)


class _PinnedTransport(httpx.AsyncHTTPTransport):
    """httpx's own transport with a pool that connects through ours: it has no parameter for that."""

    def __init__(self, reach: Reach, backend: httpcore.AsyncNetworkBackend, tls: ssl.SSLContext) -> None:
        super().__init__(verify=tls, trust_env=False)
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=tls,
            max_connections=_LIMITS.max_connections,
            max_keepalive_connections=_LIMITS.max_keepalive_connections,
            keepalive_expiry=_LIMITS.keepalive_expiry,
            network_backend=_PinnedBackend(reach, backend),
        )


class _PinnedBackend(httpcore.AsyncNetworkBackend):
    """Connects to the addresses that were checked, not to a name that may stand for others a moment later."""

    def __init__(self, reach: Reach, backend: httpcore.AsyncNetworkBackend) -> None:
        self._reach = reach
        self._backend = backend

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - httpcore's signature
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        failure: httpcore.ConnectError | httpcore.ConnectTimeout | None = None
        for address in (await self._reach.addresses(host, port))[:_MOST_ADDRESSES]:
            try:
                return await self._backend.connect_tcp(address, port, timeout, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
        raise failure or AddressRefused("unknown host")

    async def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,  # noqa: ASYNC109 - httpcore's signature
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        raise AddressRefused("a socket of this machine")

    async def sleep(self, seconds: float) -> None:
        await self._backend.sleep(seconds)
