"""What the voice service needs of a phone company, as a role.

An adapter for a carrier, or for the sandbox, stands in this folder. Reasons are the hosted service's
``endedReason``.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol
from uuid import UUID

from fastapi import APIRouter

from mia.voice.engine.ports import MediaTransport

NO_ANSWER = "customer-did-not-answer"
BUSY = "customer-busy"
VOICEMAIL = "voicemail"
RING_SECONDS = 25.0
"""How long a phone rings before the call is given up: about five times, as is polite."""


class DialRefused(Exception):
    """The call could not be placed. ``reason`` is what it ends with."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class Account:
    """An organization's own account at a carrier: what its number was imported with."""

    provider: str
    login: Mapping[str, str] = field(repr=False)


@dataclass(frozen=True)
class Dial:
    """A call to be placed to ``number`` (E.164), which sees ``caller_id``, a number of the organization.
    ``detect_machines``: the carrier is to say when a voicemail picks up. ``account``: whose the caller id is, None
    for the installation's. ``leg`` names a second phone of a call, that of whom its caller is to be connected with.
    ``extension`` is keyed once someone has answered."""

    call_id: UUID
    number: str = field(repr=False)
    caller_id: str
    ring_seconds: float = RING_SECONDS
    detect_machines: bool = True
    account: Account | None = None
    leg: UUID | None = None
    extension: str = ""

    @property
    def key(self) -> UUID:
        """What the phone is told apart by."""
        return self.leg or self.call_id


class TextRefused(Exception):
    """A text did not leave. ``reason`` is a static code, fit for logs."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class Text:
    """A text message to ``number`` (E.164) from ``sender``, a number of the organization and of ``account``."""

    number: str = field(repr=False)
    sender: str
    words: str = field(repr=False)
    account: Account | None = None


@dataclass(frozen=True)
class Connect:
    """Join a call that comes in with the media worker that will hold it."""

    call_id: UUID


@dataclass(frozen=True)
class Announce:
    """Say something to who calls, and hang up."""

    words: str


@dataclass(frozen=True)
class PutThrough:
    """Ring ``number`` (E.164) and join who calls with who picks up. ``message`` is said before; ``extension`` is
    dialed once it answers; ``caller_id`` is what the phone sees."""

    number: str = field(repr=False)
    caller_id: str
    message: str = ""
    extension: str = ""


Instruction = Connect | Announce | PutThrough
"""What a carrier is to do with a call that comes in."""


@dataclass(frozen=True)
class Ringing:
    """The phone rings."""


@dataclass(frozen=True)
class PickedUp:
    """Someone, or with ``machine`` certainly a voicemail, has answered; sound may flow."""

    transport: MediaTransport
    machine: bool = False


@dataclass(frozen=True)
class MachineFound:
    """Who picked up turned out to be a voicemail, which now records."""


@dataclass(frozen=True)
class NotReached:
    """No one picked up; the call is over."""

    reason: str


LegEvent = Ringing | PickedUp | MachineFound | NotReached


class Leg(Protocol):
    """One outgoing call. ``provider_id`` is the carrier's name for it, ``dial`` what was asked for."""

    provider_id: str
    dial: Dial

    async def next(self) -> LegEvent:
        """What happens next; waits for it. Nothing follows :class:`NotReached`."""
        ...

    async def close(self) -> None:
        """Hang up, whatever the state, and forget the call. May be called twice."""
        ...


HangUp = Callable[[str, Account | None], Awaitable[None]]
"""Ends a call at the carrier, by the carrier's name for it and the account of its number. Best effort."""

Take = Callable[[UUID, UUID, MediaTransport], Awaitable[None]]
"""Begins to hold a call that comes in: organization, call, sound. Raises a ``MiaError`` when it cannot."""


class Telephony(Protocol):
    """Places calls, receives them, and sends texts."""

    router: APIRouter
    """What the API's processes tell the worker that holds a call, below ``/calls/{id}``."""

    def receive(self, take: Take) -> None:
        """From here on hand calls that come in to ``take``."""
        ...

    async def dial(self, dial: Dial) -> Leg:
        """Place a call. :class:`DialRefused` when the carrier does not take it; never tried twice."""
        ...

    async def forward(self, dial: Dial) -> None:
        """Hand the caller of ``dial.call_id`` on to another phone, and let go of them, picked up or not. Returns
        once nothing more is needed here. :class:`DialRefused` when the caller is still ours."""
        ...

    async def connect(self, call_id: UUID, leg: Leg) -> None:
        """Have a call's caller talk with who picked up a second phone, and let go of both, as :meth:`forward`."""
        ...

    async def text(self, text: Text) -> None:
        """Send a text; :class:`TextRefused` when it has certainly not left."""
        ...
