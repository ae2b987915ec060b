"""Rooms of a LiveKit cluster, by Pipecat's transport."""

from collections.abc import Awaitable, Callable

from pipecat.transports.livekit.transport import LiveKitParams, LiveKitTransport

from mia.voice.engine.transports.room import SOUND, RoomTransport

_AHEAD_MS = 100
"""Speech that may wait in the room's source; it is undone when the person speaks up."""


def livekit_room(
    url: str,
    token: str,
    room: str,
    caller: str,
    caller_is_there: Callable[[], Awaitable[bool]],
    close_room: Callable[[], Awaitable[None]],
) -> RoomTransport:
    """The transport of a call whose caller has the identity ``caller`` in ``room``."""
    params = LiveKitParams(**SOUND, audio_in_user_tracks=False, audio_out_queue_size_ms=_AHEAD_MS)
    inner = LiveKitTransport(url, token, room, params)
    transport = RoomTransport(inner, caller_is_there, inner.send_message, close_room)
    transport.follow(joined="on_connected", over="on_disconnected")

    async def on_data(_: object, data: bytes, sender: str | None) -> None:
        if sender == caller:
            transport.read(data.decode("utf-8", "replace"))

    async def on_left(_: object, who: str) -> None:
        if who == caller:
            transport.lost()

    inner.add_event_handler("on_data_received", on_data)
    inner.add_event_handler("on_participant_disconnected", on_left)
    return transport
