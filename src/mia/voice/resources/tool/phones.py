"""What tools can do in a call with a phone, besides talking."""

from typing import Protocol

from mia.voice.wire import Json

CANNOT_FORWARD = "cannot be forwarded to a phone"
NO_KEYPAD = "has no keypad to be heard"
NO_TEXTS = "has no phone to be texted"
_PHONE_CALLS = ("inboundPhoneCall", "outboundPhoneCall")
_OTHERS = {"webCall": "A web call", "vapi.websocketCall": "A call over a WebSocket"}


class Phone(Protocol):
    """The phone of a call's caller, for the tools of its assistant."""

    async def refusal(self, destination: Json) -> str | None:
        """Why the caller may not be put through to ``destination`` now; None when they may, which counts."""
        ...

    async def text(self, words: str, sender: str | None) -> str | None:
        """Text the caller, from ``sender`` or the number that the call is held on; why that is not possible, None
        when it left."""
        ...

    def press(self, keys: str) -> bool:
        """Press keys for the assistant; ``False`` when too much else waits to be done."""
        ...


def not_by_phone(kind: str | None, what: str) -> str | None:
    """Why a call of a ``kind``, or a chat without one, does not do ``what`` phone calls do; None for those."""
    return None if kind in _PHONE_CALLS else f"{_OTHERS.get(kind or '', 'A chat')} {what}."
