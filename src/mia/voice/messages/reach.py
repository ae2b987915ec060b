"""Where the voice service may connect to for its clients: public addresses, and what the operator has named.

Anyone who may edit an assistant chooses the address of its server. Without a bound that would be a way into the
operator's own network: other services, databases, the metadata service that hands out a machine's credentials.
"""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Iterator, Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any

import httpcore
import httpx

from mia.platform.kernel.settings import Settings
from mia.voice.http import BadRequest
from mia.voice.wire import Json

Resolve = Callable[[str, int], Awaitable[Sequence[str]]]
"""The addresses of a host name."""

_LOOKUP_SECONDS = 3.0
_NAT64 = ip_network("64:ff9b::/96")
"""IPv4 addresses as an IPv6-only network sees them (RFC 6052)."""
_INSIDE = tuple(map(ip_network, ("168.63.129.16/32", "192.0.0.0/24", "64:ff9b:1::/48", "fec0::/10")))
"""What some versions of Python's tables take for public: Azure's metadata service, addresses of protocols
(RFC 6890), local NAT64 (RFC 8215), the old site-local addresses (RFC 3879)."""
_LOCAL_NAMES = ("localhost", "local", "internal", "home.arpa")
"""Names that lead nowhere outside (RFC 6761, 6762, 8375; ICANN reserved ``internal``)."""


class AddressRefused(httpcore.ConnectError):
    """The address is inside, or no one knows one."""


async def resolve(host: str, port: int) -> Sequence[str]:
    """Ask the machine's resolver."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(each[4][0]) for each in found))


class Reach:
    """What may be connected to. ``named`` hosts, with or without ``:port``, are allowed wherever they are;
    ``model_url`` is where the installation's language model is, if that is a server of the operator's choice."""

    def __init__(self, named: Sequence[str] = (), resolve: Resolve = resolve, model_url: str | None = None) -> None:
        self._model_url = (model_url or "").rstrip("/")
        self._named = frozenset(name.lower() for name in named if name)
        self._resolve = resolve

    @classmethod
    def of(cls, settings: Settings) -> "Reach":
        """The front office's own address, the providers that the settings name, and ``MIA_VOICE_PRIVATE_HOSTS``."""
        urls = (settings.internal_url, settings.origin, settings.openai_base_url)
        named = [f"{url.host}:{_port(url)}" for url in map(httpx.URL, filter(None, urls))]
        hosts = [*named, *(host.strip() for host in settings.voice_private_hosts.split(","))]
        return cls(hosts, model_url=settings.openai_base_url)

    async def addresses(self, host: str, port: int) -> Sequence[str]:
        """Where ``host`` is, looked up once; :class:`AddressRefused` if any of its addresses is inside."""
        if self._is_named(host, port):
            return [host]
        try:
            async with asyncio.timeout(_LOOKUP_SECONDS):
                found = await self._resolve(host, port)
        except (OSError, UnicodeError):
            raise AddressRefused("unknown host") from None
        if not found or not all(is_public(address) for address in found):
            raise AddressRefused("an address inside this network")
        return found

    def checked(self, request: Json) -> Json:
        """``request`` as it is; :class:`BadRequest` when a server or model in it is plainly inside this network,
        or a model is to be asked elsewhere than at the installation's own.

        Names are looked up when a message is sent: what they stand for may change.
        """
        for path, address in _urls(request, ()):
            if self._is_inside(address):
                raise BadRequest(f"{'.'.join(path)} must be a public address")
            if path[-2:] == ("model", "url") and address.rstrip("/") != self._model_url:
                raise BadRequest(
                    f"{'.'.join(path)} must be where this installation's language model is, or left out"
                )
        return request

    def _is_inside(self, address: str) -> bool:
        try:
            url = httpx.URL(address)
        except httpx.InvalidURL:
            return True
        host = url.host.lower().rstrip(".")
        if self._is_named(host, _port(url)):
            return False
        literal = _literal(host)
        if literal is not None:
            return not is_public(literal)
        return not host or host.rpartition(".")[2] in _LOCAL_NAMES or host.endswith(".home.arpa")

    def _is_named(self, host: str, port: int) -> bool:
        return host.lower() in self._named or f"{host.lower()}:{port}" in self._named


def is_public(address: str) -> bool:
    """Whether an IP address is one of the internet's; an IPv4 address within an IPv6 one counts as itself."""
    try:
        ip = ip_address(address)
    except ValueError:
        return False
    if isinstance(ip, IPv6Address):
        inner = _inner(ip)
        if inner is not None:
            return is_public(str(inner))
        if ip.scope_id is not None:
            return False
    return ip.is_global and not (ip.is_multicast or ip.is_reserved or any(ip in network for network in _INSIDE))


def _inner(ip: IPv6Address) -> IPv4Address | None:
    if ip in _NAT64:
        return IPv4Address(int(ip) & 0xFFFFFFFF)
    return ip.ipv4_mapped or ip.sixtofour


def _literal(host: str) -> str | None:
    """The address that a host is by itself, in any of the ways a resolver reads one (``127.1``, ``0x7f000001``)."""
    try:
        return str(ip_address(host.strip("[]").replace("%25", "%")))
    except ValueError:
        pass
    try:
        return str(IPv4Address(socket.inet_aton(host)))
    except OSError:
        return None


def _port(url: httpx.URL) -> int:
    return url.port or (443 if url.scheme == "https" else 80)


def _urls(value: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every ``url`` (of a server, a model, a tool) and address of a sound, with its path; what is kept for the
    client alone (``metadata``) is not looked at."""
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield from _urls(item, (*path, str(index)))
    if not isinstance(value, dict):
        return
    if isinstance(value.get("url"), str):
        yield (*path, "url"), value["url"]
    if str(value.get("backgroundSound")).startswith("http"):
        yield (*path, "backgroundSound"), str(value["backgroundSound"])
    for name, item in value.items():
        if name != "metadata":
            yield from _urls(item, (*path, name))
