"""Rooms at Daily, by Pipecat's transport."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from pipecat.frames.frames import OutputTransportMessageUrgentFrame
from pipecat.transports.daily.transport import DailyParams, DailyTransport

from mia.voice.engine.transports.room import SOUND, RoomTransport

SPEAKER = "Vapi Speaker"
"""What clients of the hosted service look for: they play this participant, and nobody else."""


def daily_room(
    url: str,
    token: str,
    caller_is_there: Callable[[], Awaitable[bool]],
    close_room: Callable[[], Awaitable[None]],
) -> RoomTransport:
    """The transport of a call in the room at ``url``, in which nobody is but Mia and her caller."""
    # The mixed sound of a room is one for all calls of a process: hence that of each participant.
    params = DailyParams(**SOUND, audio_in_user_tracks=True, camera_out_enabled=False)
    inner = DailyTransport(url, token, SPEAKER, params)

    async def tell(text: str) -> None:
        await inner.output().send_message(OutputTransportMessageUrgentFrame(message=text))

    transport = RoomTransport(inner, caller_is_there, tell, close_room)
    transport.follow(joined="on_joined", over="on_left")

    async def on_message(_: object, message: object, _sender: str) -> None:
        transport.read(message)

    async def on_participant_left(_: object, _who: Mapping[str, Any], _reason: str) -> None:
        transport.lost()

    inner.add_event_handler("on_app_message", on_message)
    inner.add_event_handler("on_participant_left", on_participant_left)
    return transport
