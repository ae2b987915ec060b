"""What an error is reduced to before it goes anywhere, and where it goes."""

from dataclasses import dataclass
from typing import Literal, Protocol
from uuid import UUID

Source = Literal["server", "worker", "media", "browser"]


@dataclass(frozen=True)
class Frame:
    """One call on the way to an error: names of code, no values."""

    module: str
    function: str
    line: int


@dataclass(frozen=True)
class ErrorReport:
    """An error without anything a person said or typed.

    ``kind`` is the class of the error, ``place`` where it happened (``module:line``, route template),
    ``tenant_id`` the clinic it concerns (the platform's where none), ``correlation_id`` that of the request.
    """

    source: Source
    kind: str
    place: str
    tenant_id: UUID
    correlation_id: str | None = None
    frames: tuple[Frame, ...] = ()


class Reporter(Protocol):
    """Takes reports: a table of our own, or a service for errors. Never raises."""

    async def report(self, report: ErrorReport) -> None: ...
