"""Both sides of a call on one clock: the caller left, the assistant right."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

RATE = 24_000
"""Sample rate in hertz: one that Opus knows and the assistant's speech has (RFC 6716)."""
_STEP = 0.5
"""Seconds of sound that are handed on at once, unless it says otherwise."""
_LATE = 0.3
"""Seconds by which sound may come late and still stand where it was heard."""

Samples = NDArray[np.int16]


class _Side:
    """One side's sound that waits; ``end`` is its last sample's place."""

    def __init__(self) -> None:
        self.end = 0
        self._waiting: list[Samples] = []

    def add(self, samples: Samples, ends_at: int) -> None:
        """Sound whose last sample was heard at ``ends_at``; what is missing before it was silence."""
        gap = ends_at - len(samples) - self.end
        if gap > _LATE * RATE:
            self._append(np.zeros(gap, np.int16))
        self._append(samples)

    def take(self, until: int) -> Samples:
        """The sound from where the last left off until ``until``, filled up with silence."""
        if until > self.end:
            self._append(np.zeros(until - self.end, np.int16))
        whole = np.concatenate(self._waiting)
        count = len(whole) - (self.end - until)
        self._waiting = [whole[count:]]
        return whole[:count]

    def _append(self, samples: Samples) -> None:
        self._waiting.append(samples)
        self.end += len(samples)


class Sides:
    """Brings the two together. ``clock`` gives seconds; ``hand_on`` gets stereo samples, a row for each moment, and
    the place of the first."""

    def __init__(
        self, clock: Callable[[], float], hand_on: Callable[[Samples, int], None], step: float = _STEP
    ) -> None:
        self._clock = clock
        self._hand_on = hand_on
        self._step = step
        self._began = clock()
        self._caller, self._assistant = _Side(), _Side()
        self._done = 0

    def hear(self, pcm: bytes, rate: int) -> None:
        """Sound of the caller, just heard: 16-bit mono PCM."""
        self._add(self._caller, pcm, rate)

    def say(self, pcm: bytes, rate: int) -> None:
        """Sound of the assistant, just sent: 16-bit mono PCM."""
        self._add(self._assistant, pcm, rate)

    def finish(self) -> None:
        """Hand on what is left."""
        self._pass_on(max(self._caller.end, self._assistant.end))

    def _add(self, side: _Side, pcm: bytes, rate: int) -> None:
        now = round((self._clock() - self._began) * RATE)
        side.add(_resampled(np.frombuffer(pcm, np.int16), rate), now)
        settled = now - round(_LATE * RATE)
        if settled - self._done >= self._step * RATE:
            self._pass_on(settled)

    def _pass_on(self, until: int) -> None:
        if until > self._done:
            both = np.stack((self._caller.take(until), self._assistant.take(until)), axis=1)
            place, self._done = self._done, until
            self._hand_on(both, place)


def _resampled(samples: Samples, rate: int) -> Samples:
    """``samples`` at :data:`RATE`; in between, a straight line is near enough for speech."""
    if rate == RATE or not len(samples):
        return samples
    count = round(len(samples) * RATE / rate)
    places = np.arange(count) * (rate / RATE)
    line: Samples = np.interp(places, np.arange(len(samples)), samples).astype(np.int16)
    return line
