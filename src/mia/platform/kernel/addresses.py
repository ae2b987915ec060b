"""Host names as settings and requests write them."""

import re
from ipaddress import ip_address
from urllib.parse import urlsplit

_HOST = re.compile(r"(?:\[([0-9a-f:.]+)\]|([a-z0-9_.-]+))(?::\d{1,5})?", re.IGNORECASE)


def is_loopback(host: str) -> bool:
    """Whether a host name or address can only mean this machine."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def is_address(host: str) -> bool:
    """Whether a host is an IP address, which no one can point elsewhere as they can a name."""
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def host_of(url: str) -> str:
    """The host of an absolute URL in lower case, without port or brackets; empty when there is none."""
    return urlsplit(url).hostname or ""


def host_in_header(value: str) -> str:
    """The host that a ``Host`` header names (RFC 9110 §7.2), written like :func:`host_of`; empty when malformed."""
    match = _HOST.fullmatch(value.strip())
    return (match[1] or match[2]).lower() if match else ""
