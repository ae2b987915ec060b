"""Rooms of a LiveKit cluster, by Pipecat's transport."""

from collections.abc import Awaitable, Callable

from pipecat.transports.livekit.transport import LiveKitParams, LiveKitTransport

from mia.voice.engine.transports.room import OUT_RATE, RoomTransport

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
    params = LiveKitParams(
        audio_in_enabled=True,
        audio_in_user_tracks=False,
        audio_out_enabled=True,
        audio_out_sample_rate=OUT_RATE,
        audio_out_10ms_chunks=2,
        audio_out_end_silence_secs=0,
        audio_out_queue_size_ms=_AHEAD_MS,
    )
    inner = LiveKitTransport(url, token, room, params)
    transport = RoomTransport(inner, caller_is_there, inner.send_message, close_room)

    async def on_connected(_: object) -> None:
        transport.joined()

    async def on_data(_: object, data: bytes, sender: str | None) -> None:
        if sender == caller:
            transport.read(data.decode("utf-8", "replace"))

    async def on_left(_: object, who: str) -> None:
        if who == caller:
            transport.lost()

    async def on_disconnected(_: object) -> None:
        transport.lost()

    inner.add_event_handler("on_connected", on_connected)
    inner.add_event_handler("on_data_received", on_data)
    inner.add_event_handler("on_participant_disconnected", on_left)
    inner.add_event_handler("on_disconnected", on_disconnected)
    return transport
