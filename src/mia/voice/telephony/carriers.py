"""All the carriers of a media worker: the installation's, and those that organizations bring their numbers from."""

from collections.abc import Mapping
from uuid import UUID

from fastapi import APIRouter

from mia.voice.telephony.none import NO_TELEPHONE
from mia.voice.telephony.ports import Account, Dial, DialRefused, Leg, Take, Telephony, Text, TextRefused


class Carriers:
    """A call leaves by ``own`` unless its number was imported: then by the carrier of that name in ``imported``."""

    def __init__(self, own: Telephony, imported: Mapping[str, Telephony]) -> None:
        self._own = own
        self._imported = imported
        self._all = list({id(each): each for each in (own, *imported.values())}.values())
        self.router = APIRouter()
        for each in self._all:
            self.router.include_router(each.router)

    def receive(self, take: Take) -> None:
        for each in self._all:
            each.receive(take)

    async def dial(self, dial: Dial) -> Leg:
        return await self._of(dial.account).dial(dial)

    async def forward(self, dial: Dial) -> None:
        await self._of(dial.account).forward(dial)

    async def connect(self, call_id: UUID, leg: Leg) -> None:
        await self._of(leg.dial.account).connect(call_id, leg)

    async def text(self, text: Text) -> None:
        try:
            carrier = self._of(text.account)
        except DialRefused as refusal:
            raise TextRefused(refusal.reason) from None
        await carrier.text(text)

    def _of(self, account: Account | None) -> Telephony:
        carrier = self._own if account is None else self._imported.get(account.provider)
        if carrier is None:
            raise DialRefused(NO_TELEPHONE)
        return carrier
