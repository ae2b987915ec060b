"""Makes the film of a call: H.264 and AAC in MP4, of the sound of its recording and the words that were said."""

import io
from collections.abc import Sequence
from fractions import Fraction

import av
import numpy as np
from av.video.reformatter import ColorRange, Colorspace

from mia.voice.engine.pipeline.sound.recording_channels import stretches
from mia.voice.engine.pipeline.sound.sides import RATE, Samples
from mia.voice.engine.video.picture import HEIGHT, LEVELS, WIDTH, Picture
from mia.voice.engine.video.script import Caption, Script, Side, captions_of

LONGEST_SECONDS = 3_600
"""A film ends there; the sound of the call has its own file."""
PICTURES = 10
"""A second, at most: what does not change is not shown again."""

_STEP = RATE // PICTURES
_INDEX = 20_000
"""Bytes, and for each second of sound what follows: room for the index, which stands first so that a film can be
played while it arrives."""
_INDEX_A_SECOND = 640
_VIDEO = {"preset": "veryfast", "crf": "25", "maxrate": "160k", "bufsize": "640k", "g": "150", "threads": "1"}
_SOUND_BITS = 48_000
_RISE, _FALL = 0.7, 0.3
"""Shares of the way that a shown loudness goes in one picture."""
_SIDES: tuple[Side, Side] = ("caller", "assistant")


def make_film(sound: bytes, script: Script) -> bytes:
    """The film of a recording (Opus in Ogg, the caller left, the assistant right)."""
    written = io.BytesIO()
    room = _INDEX + _INDEX_A_SECOND * min(LONGEST_SECONDS, round(_seconds(sound)) + 1)
    with av.open(written, "w", format="mp4", options={"moov_size": str(room)}) as target:
        _Reel(target, script).fill(sound)
    return written.getvalue()


class _Reel:
    """One film being written."""

    def __init__(self, target: av.container.OutputContainer, script: Script) -> None:
        self._target = target
        self._picture = Picture(script)
        self._captions = _Shown(captions_of(script.lines))
        self._levels = _Levels()
        self._video = target.add_stream("libx264", rate=PICTURES, options=_VIDEO)
        self._video.width, self._video.height, self._video.pix_fmt = WIDTH, HEIGHT, "yuv420p"
        context = self._video.codec_context
        context.colorspace = context.color_primaries = context.color_trc = 1  # BT.709
        self._sound = target.add_stream("aac", rate=RATE, layout="mono", bit_rate=_SOUND_BITS)
        self._shown = 0

    def fill(self, sound: bytes) -> None:
        """The whole film."""
        place = 0
        for both in stretches(sound):
            both = both[: LONGEST_SECONDS * RATE - place]
            if not len(both):
                break
            self._hear(both, place)
            place += len(both)
            self._see(both)
        for stream in (self._video, self._sound):
            self._target.mux(stream.encode(None))

    def _hear(self, both: Samples, place: int) -> None:
        mixed = np.clip(both.astype(np.int32).sum(axis=1), -32_768, 32_767).astype(np.int16)
        frame = av.AudioFrame.from_ndarray(mixed.reshape(1, -1), format="s16", layout="mono")
        frame.sample_rate, frame.pts, frame.time_base = RATE, place, Fraction(1, RATE)
        self._target.mux(self._sound.encode(frame))

    def _see(self, both: Samples) -> None:
        for start in range(0, len(both), _STEP):
            at = self._shown / PICTURES
            levels = self._levels.after(both[start : start + _STEP])
            if self._picture.show(levels, self._captions.at(at), int(at)):
                self._target.mux(self._video.encode(self._frame()))
            self._shown += 1

    def _frame(self) -> av.VideoFrame:
        drawn = av.VideoFrame.from_ndarray(np.asarray(self._picture.image), format="rgb24")
        frame = drawn.reformat(format="yuv420p", dst_colorspace=Colorspace.ITU709, dst_color_range=ColorRange.MPEG)
        frame.pts, frame.time_base = self._shown, Fraction(1, PICTURES)
        return frame


class _Levels:
    """How loud each side looks, which follows how loud it is."""

    def __init__(self) -> None:
        self._now = np.zeros(2)

    def after(self, both: Samples) -> dict[Side, int]:
        """Levels of :data:`LEVELS` after some more sound."""
        loud = np.sqrt(np.mean((both / 32_768) ** 2, axis=0))
        wanted = np.clip((20 * np.log10(loud + 1e-6) + 45) / 30, 0, 1)
        self._now += (wanted - self._now) * np.where(wanted > self._now, _RISE, _FALL)
        return {side: round(float(level) * LEVELS) for side, level in zip(_SIDES, self._now, strict=True)}


class _Shown:
    """Which caption stands at a moment; moments only go on."""

    def __init__(self, captions: Sequence[Caption]) -> None:
        self._coming = iter(captions)
        self._now: Caption | None = next(self._coming, None)

    def at(self, seconds: float) -> Caption | None:
        """The caption at this moment."""
        while self._now is not None and self._now.ends <= seconds:
            self._now = next(self._coming, None)
        return self._now if self._now is not None and self._now.begins <= seconds else None


def _seconds(sound: bytes) -> float:
    return sum(len(both) for both in stretches(sound)) / RATE
