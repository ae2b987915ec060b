"""What the inbox, and who reaches out through it, ask of the outside: someone who takes text messages away and
knows what became of them, and someone who places calls in which Mia speaks."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal, Protocol
from uuid import UUID

from mia.platform.kernel.ids import Kind, encode
from mia.platform.kernel.scope import ClinicScope


class ReceiptStatus(StrEnum):
    """How a text stands at the provider."""

    ACCEPTED = "accepted"
    """Taken; it leaves, or has left, for the phone."""
    DELIVERED = "delivered"
    FAILED = "failed"
    """Taken, and never delivered (no such number, a landline, blocked by the carrier)."""


@dataclass(frozen=True)
class SmsMessage:
    """A text to one person. ``sender`` is the practice's number, ``to`` the person's, both E.164.

    ``idempotency_key`` (at most 64 letters, digits and ``-_:``) stays the same at each attempt.
    """

    idempotency_key: str
    scope: ClinicScope
    sender: str = field(repr=False)
    to: str = field(repr=False)
    text: str = field(repr=False)


@dataclass(frozen=True)
class SendReceipt:
    """The provider's answer; ``provider_id`` is its name for the message."""

    provider_id: str
    status: ReceiptStatus


class SmsRejected(Exception):
    """The provider did not take the text. ``reason`` is one fixed word (``invalid_number``, ``landline``,
    ``opted_out``, ``busy``, ``unavailable``); ``retryable`` says that the same text may be taken later."""

    def __init__(self, reason: str, *, retryable: bool) -> None:
        super().__init__(reason)
        self.reason = reason
        self.retryable = retryable


class OutcomeUnknown(Exception):
    """The provider was asked and cannot, or not yet, be known to have taken it (connection lost, time-out)."""


class SmsSender(Protocol):
    """Takes texts away."""

    async def send(self, message: SmsMessage) -> SendReceipt:
        """Hand a text over, once.

        :class:`SmsRejected` when it was certainly not taken, :class:`OutcomeUnknown` when no one can tell.
        The inbox never calls again for a key before :meth:`find` has said that it is not there.
        """
        ...

    async def find(self, message: SmsMessage) -> SendReceipt | None:
        """What became of a text whose sending was interrupted; by its key, or by number, time and words.

        None when the provider certainly never took it, so that sending again is safe.
        :class:`OutcomeUnknown` when that cannot be told (now).
        """
        ...


_REFERENCES: dict[str, Kind] = {"recall": "out", "lead": "fup", "alert": "als"}


@dataclass(frozen=True)
class OutboundCall:
    """A call to a person. ``key`` is its intent's id and stays the same at each attempt; ``number`` is E.164.

    ``service_ids`` are those the person is due for, or may want, the most urgent first. ``kind``: why Mia calls, a
    visit that is due, someone who asked to be contacted, or an alert to someone on call.
    """

    key: UUID
    scope: ClinicScope
    number: str = field(repr=False)
    first_name: str = field(repr=False)
    service_ids: tuple[UUID, ...] = ()
    kind: Literal["recall", "lead", "alert"] = "recall"

    @property
    def reference(self) -> str:
        """The intent's id as the voice service hands it back."""
        return encode(_REFERENCES[self.kind], self.key)


class CallRefused(Exception):
    """The call was certainly not placed, and will not be (no such number, calls are not possible here)."""


class CallOutcomeUnknown(Exception):
    """The voice service was asked and no one can tell (now) whether it dials."""


class OutboundCalls(Protocol):
    """Places calls. What becomes of one arrives later, as the voice service's messages about its id."""

    async def place(self, call: OutboundCall) -> str:
        """Have the number dialled, once; the call's id at the voice service.

        :class:`CallRefused`, :class:`CallOutcomeUnknown`, or :class:`~mia.platform.kernel.errors.Unavailable` when
        it was certainly not placed and may be later.
        """
        ...

    async def find(self, call: OutboundCall) -> str | None:
        """The id of the call that was placed for this key; None when there certainly is none.
        :class:`CallOutcomeUnknown` when that cannot be told (now)."""
        ...
