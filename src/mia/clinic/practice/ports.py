"""What a practice's numbers need of the carrier, as a role."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class CarrierNumber:
    """A number (E.164) of the carrier account, what it can do there, and where the carrier sends what comes in
    (empty where nothing is set)."""

    number: str
    texts: bool
    calls: bool
    text_url: str = ""
    call_url: str = ""


class CarrierNumbers(Protocol):
    """The numbers of the installation's carrier account."""

    async def find(self, number: str) -> CarrierNumber | None:
        """The number as the account has it; None when the account does not own it.
        :class:`~mia.platform.kernel.errors.Unavailable` when the carrier cannot be asked."""
        ...
