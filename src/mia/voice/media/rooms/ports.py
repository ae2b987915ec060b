"""What a media worker needs of a distributed media engine, as a role."""

from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from mia.voice.engine.ports import MediaTransport
from mia.voice.wire import Json

JOIN_SECONDS = 180
"""How long a token lets its caller in."""


@dataclass(frozen=True)
class OpenRoom:
    """A room in which Mia waits. ``caller`` is what the caller's client needs to come in."""

    transport: MediaTransport
    caller: Json


class Rooms(Protocol):
    """Opens rooms."""

    async def open(self, call_id: UUID) -> OpenRoom:
        """A room for one call; :class:`~mia.platform.kernel.errors.Unavailable` when the engine is away."""
        ...

    async def close(self) -> None:
        """Return all connections."""
        ...
