"""What rebooking asks of the outside: somebody who places calls in which Mia speaks."""

from dataclasses import dataclass, field
from typing import Protocol
from uuid import UUID

from mia.kernel.scope import ClinicScope


@dataclass(frozen=True)
class OutboundCall:
    """A call to a patient. ``key`` is its intent's id and stays the same at each attempt; ``number`` is E.164.

    ``service_ids`` are those the patient is due for, the most urgent first.
    """

    key: UUID
    scope: ClinicScope
    number: str = field(repr=False)
    first_name: str = field(repr=False)
    service_ids: tuple[UUID, ...] = ()


class CallRefused(Exception):
    """The call was certainly not placed, and will not be (no such number, calls are not possible here)."""


class CallOutcomeUnknown(Exception):
    """The voice service was asked and nobody can tell (now) whether it dials."""


class OutboundCalls(Protocol):
    """Places calls. What becomes of one arrives later, as the voice service's messages about its id."""

    async def place(self, call: OutboundCall) -> str:
        """Have the number dialled, once; the call's id at the voice service.

        :class:`CallRefused`, :class:`CallOutcomeUnknown`, or :class:`~mia.kernel.errors.Unavailable` when it was
        certainly not placed and may be later.
        """
        ...

    async def find(self, call: OutboundCall) -> str | None:
        """The id of the call that was placed for this key; None when there certainly is none.
        :class:`CallOutcomeUnknown` when that cannot be told (now)."""
        ...
