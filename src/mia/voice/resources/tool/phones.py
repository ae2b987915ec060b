"""What tools can do in a call with a phone, besides talking."""

from typing import Protocol

from mia.voice.wire import Json

NOT_A_PHONE_CALL = {
    "webCall": "A web call cannot be forwarded to a phone.",
    "vapi.websocketCall": "A call over a WebSocket cannot be forwarded to a phone.",
}
NO_CALL = "A chat cannot be forwarded to a phone."


class Phone(Protocol):
    """The phone of a call's caller, for the tools of its assistant."""

    async def refusal(self, destination: Json) -> str | None:
        """Why the caller may not be put through to ``destination`` now; None when they may, which counts."""
        ...


def not_by_phone(envelope: Json) -> str:
    """Why nobody can be put through in a conversation."""
    return NOT_A_PHONE_CALL.get((envelope.get("call") or {}).get("type") or "", NO_CALL)
