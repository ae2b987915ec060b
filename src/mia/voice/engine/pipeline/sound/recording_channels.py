"""One side of a recording, or both on one channel, made of its stereo file."""

import io
from collections.abc import Iterator
from itertools import chain
from typing import Literal

import av
import numpy as np

from mia.voice.engine.pipeline.sound.sides import RATE, Samples

Channel = Literal["mono", "customer", "assistant"]

_BITS_PER_SECOND = 24_000
_EFFORT = "3"
"""Of the encoder, 0 to 10: made for each reader."""


class NotARecording(Exception):
    """The file cannot be read: the call was cut off before its first page."""


def one_channel(stereo: bytes, channel: Channel) -> bytes:
    """Opus in Ogg with one channel; :class:`NotARecording` when there is nothing to make it of.

    Takes a hundredth of the recording's length or two, on one core.
    """
    try:
        return _made_anew(stereo, channel)
    except (av.FFmpegError, IndexError):
        raise NotARecording from None


def _made_anew(stereo: bytes, channel: Channel) -> bytes:
    written = io.BytesIO()
    with av.open(written, "w", format="ogg") as target:
        stream = target.add_stream(
            "libopus",
            rate=RATE,
            layout="mono",
            bit_rate=_BITS_PER_SECOND,
            options={"compression_level": _EFFORT},
        )
        place = 0
        for both in stretches(stereo):
            samples = _chosen(both, channel)
            frame = av.AudioFrame.from_ndarray(samples.reshape(1, -1), format="s16", layout="mono")
            frame.sample_rate, frame.pts = RATE, place
            place += len(samples)
            target.mux(stream.encode(frame))
        target.mux(stream.encode(None))
    return written.getvalue()


def stretches(stereo: bytes) -> Iterator[Samples]:
    """Stretches of the recording, a row for each moment: the caller, the assistant."""
    resampler = av.AudioResampler(format="s16", layout="stereo", rate=RATE, frame_size=RATE)
    with av.open(io.BytesIO(stereo), "r") as source:
        for frame in chain(source.decode(audio=0), (None,)):
            for piece in resampler.resample(frame):
                yield piece.to_ndarray().astype(np.int16, copy=False).reshape(-1, 2)


def _chosen(both: Samples, channel: Channel) -> Samples:
    match channel:
        case "customer":
            return np.ascontiguousarray(both[:, 0])
        case "assistant":
            return np.ascontiguousarray(both[:, 1])
        case "mono":
            loud: Samples = np.clip(both.astype(np.int32).sum(axis=1), -32_768, 32_767).astype(np.int16)
            return loud
