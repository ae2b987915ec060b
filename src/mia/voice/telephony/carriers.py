"""All the carriers of a media worker: the installation's, and those that organizations bring their numbers from."""

from collections.abc import Mapping

from fastapi import APIRouter

from mia.voice.telephony.none import NO_TELEPHONE
from mia.voice.telephony.ports import Dial, DialRefused, Leg, Take, Telephony


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
        carrier = self._own if dial.account is None else self._imported.get(dial.account.provider)
        if carrier is None:
            raise DialRefused(NO_TELEPHONE)
        return await carrier.dial(dial)
