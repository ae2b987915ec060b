"""No phone: production without a carrier."""

from uuid import UUID

from fastapi import APIRouter

from mia.voice.telephony.ports import Dial, DialRefused, Leg, Take, Text, TextRefused

NO_TELEPHONE = "call.start.error-get-transport"


class NoTelephony:
    """Refuses every call."""

    def __init__(self) -> None:
        self.router = APIRouter()

    def receive(self, take: Take) -> None:
        """No one calls."""

    async def dial(self, dial: Dial) -> Leg:
        raise DialRefused(NO_TELEPHONE)

    async def forward(self, dial: Dial) -> None:
        raise DialRefused(NO_TELEPHONE)

    async def connect(self, call_id: UUID, leg: Leg) -> None:
        raise DialRefused(NO_TELEPHONE)

    async def text(self, text: Text) -> None:
        raise TextRefused("no-telephone")
