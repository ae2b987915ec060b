"""Messages between a call and the caller's client, in the hosted service's shapes."""

import json
from typing import Any, Literal

from mia.voice.engine.pipeline.control import Command, EndNow, Instruct, MuteAssistant, PressKey, SayNow, TypeIn

CALL_STARTED = "listening"
"""The bare text that tells the client that the call is on."""
ALWAYS_SENT = frozenset({"recording-update"})
"""What a client is told whatever else it wants to know: who is recorded can see it."""
_MAX_MESSAGE = 8_000
"""Characters of a client message beyond which it is dropped."""
_MAX_TYPED = 1_000
"""Characters of typed text that are read; the rest is cut off."""

Message = dict[str, Any]


def transcript(role: str, text: str, *, final: bool) -> Message:
    """What someone says: the caller so far or for good, the assistant as it is being spoken."""
    kind = "final" if final else "partial"
    return {"type": "transcript", "role": role, "transcriptType": kind, "transcript": text}


def speech_update(role: str, status: str) -> Message:
    """Someone ``started`` or ``stopped`` speaking."""
    return {"type": "speech-update", "status": status, "role": role}


def status_update(status: str, ended_reason: str | None = None) -> Message:
    """The call is ``in-progress`` or ``ended``."""
    return {"type": "status-update", "status": status} | ({"endedReason": ended_reason} if ended_reason else {})


def voice_input(text: str) -> Message:
    """What the voice is given to say."""
    return {"type": "voice-input", "input": text}


def user_interrupted() -> Message:
    """The caller cut the assistant off: sound already received should not be played."""
    return {"type": "user-interrupted"}


def recording_update(status: Literal["started", "refused", "stopped"]) -> Message:
    """Whether the call is being recorded, once its caller was asked."""
    return {"type": "recording-update", "status": status}


def read_client_message(text: str, *, may_say: bool = False) -> Command | None:
    """What the client asks for, or ``None`` for keep-alives and anything not understood.

    ``say`` and instructions for the model are among the latter unless the client ``may_say``: anyone who holds a
    browser could put words into the assistant's mouth, and they would stand in the transcript as hers. The hosted
    client calls them ``message``, its documentation ``content``.
    """
    if len(text) > _MAX_MESSAGE or not text.startswith("{"):
        return None
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return None
    match message:
        case {"type": "add-message", "message": {"role": "user", "content": str(content)}} if content.strip():
            answer = message.get("triggerResponseEnabled", True) is not False
            return TypeIn(content.strip()[:_MAX_TYPED], answer)
        case {"type": "add-message", "message": {"role": "system", "content": str(content)}} if (
            may_say and content.strip()
        ):
            answer = message.get("triggerResponseEnabled", True) is not False
            return Instruct(content.strip()[:_MAX_TYPED], answer)
        case {"type": "keypad", "key": str(key)}:
            return PressKey(key)
        case {"type": "control", "control": "mute-assistant" | "unmute-assistant" as control}:
            return MuteAssistant(control == "mute-assistant")
        case {"type": "say", "message": str(words)} | {"type": "say", "content": str(words)} if (
            may_say and words.strip()
        ):
            return SayNow(
                words.strip()[:_MAX_TYPED],
                end_after=message.get("endCallAfterSpoken") is True,
                at_once=message.get("interruptAssistantEnabled") is True,
                protected=message.get("interruptionsEnabled") is False,
            )
        case {"type": "end-call"}:
            return EndNow("customer-ended-call")
    return None
