"""What tools need beside a clinic's session: keys, limits and addresses of this installation."""

from dataclasses import dataclass

from mia.clinic.schedule.service import SlotSigner
from mia.clinic.verification.service import BookingLimits, CodeRules
from mia.platform.kernel.settings import Settings


@dataclass(frozen=True)
class ToolContext:
    """``signer`` signs and reads offered times, ``origin`` is where our pages are."""

    signer: SlotSigner
    bookings: BookingLimits
    codes: CodeRules
    origin: str

    @classmethod
    def of(cls, settings: Settings) -> "ToolContext":
        """The context of this installation; every process has the same."""
        return cls(
            SlotSigner.from_settings(settings), BookingLimits.of(settings), CodeRules.of(settings), settings.origin
        )
