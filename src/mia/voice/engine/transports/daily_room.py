"""Rooms at Daily, by Pipecat's transport."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from pipecat.frames.frames import OutputTransportMessageUrgentFrame
from pipecat.transports.daily.transport import DailyParams, DailyTransport

from mia.voice.engine.transports.room import OUT_RATE, RoomTransport

SPEAKER = "Vapi Speaker"
"""What clients of the hosted service look for: they play this participant, and nobody else."""


def daily_room(
    url: str,
    token: str,
    caller_is_there: Callable[[], Awaitable[bool]],
    close_room: Callable[[], Awaitable[None]],
) -> RoomTransport:
    """The transport of a call in the room at ``url``, in which nobody is but Mia and her caller."""
    params = DailyParams(
        audio_in_enabled=True,
        audio_in_user_tracks=True,  # the mixed sound of a room is one for all calls of a process
        audio_out_enabled=True,
        audio_out_sample_rate=OUT_RATE,
        audio_out_10ms_chunks=2,
        audio_out_end_silence_secs=0,
        camera_out_enabled=False,
    )
    inner = DailyTransport(url, token, SPEAKER, params)

    async def tell(text: str) -> None:
        await inner.output().send_message(OutputTransportMessageUrgentFrame(message=text))

    transport = RoomTransport(inner, caller_is_there, tell, close_room)

    async def on_joined(_: object, _data: object) -> None:
        transport.joined()

    async def on_message(_: object, message: object, _sender: str) -> None:
        transport.read(message)

    async def on_participant_left(_: object, _who: Mapping[str, Any], _reason: str) -> None:
        transport.lost()

    async def on_left(_: object) -> None:
        transport.lost()

    inner.add_event_handler("on_joined", on_joined)
    inner.add_event_handler("on_app_message", on_message)
    inner.add_event_handler("on_participant_left", on_participant_left)
    inner.add_event_handler("on_left", on_left)
    return transport
