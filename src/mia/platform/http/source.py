"""Where the request being served comes from, for the audit log: network address and session.

Set by :class:`mia.platform.http.problems.CorrelationMiddleware` and, once the session is known, by the access room.
Work that serves no request (jobs, calls) has neither.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from ipaddress import ip_address
from uuid import UUID


@dataclass(frozen=True)
class RequestSource:
    """``address`` is an IP address in canonical form, None when the server does not know one."""

    address: str | None = None
    session_id: UUID | None = None


_UNKNOWN = RequestSource()
_current: ContextVar[RequestSource] = ContextVar("request_source", default=_UNKNOWN)


@contextmanager
def request_from(host: str | None) -> Iterator[None]:
    """For the length of the block, the request comes from ``host``."""
    token = _current.set(RequestSource(_canonical(host)))
    try:
        yield
    finally:
        _current.reset(token)


def note_session(session_id: UUID) -> None:
    """The request's session, from now on in this request."""
    _current.set(replace(_current.get(), session_id=session_id))


def current_source() -> RequestSource:
    """The source of the request being served; empty outside of one."""
    return _current.get()


def _canonical(host: str | None) -> str | None:
    """A proxy's header may hold anything: only an IP address counts, without an IPv6 zone."""
    try:
        return str(ip_address((host or "").partition("%")[0]))
    except ValueError:
        return None
