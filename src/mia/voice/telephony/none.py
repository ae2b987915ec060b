"""No phone: production without a carrier."""

from fastapi import APIRouter

from mia.voice.telephony.ports import Dial, DialRefused, Leg, Take

NO_TELEPHONE = "call.start.error-no-telephone"


class NoTelephony:
    """Refuses every call."""

    def __init__(self) -> None:
        self.router = APIRouter()

    def receive(self, take: Take) -> None:
        """No one calls."""

    async def dial(self, dial: Dial) -> Leg:
        raise DialRefused(NO_TELEPHONE)
