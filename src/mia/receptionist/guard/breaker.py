"""Leaves a language model that keeps failing alone for a while, so that not every turn waits for it."""

import time
from collections.abc import Callable

FAULTS_IN_A_ROW = 2
"""After so many the model is not asked: one may be a hiccup, two cost a caller four seconds of silence."""
REST_SECONDS = 60.0
"""How long it is left alone then; providers' short outages and rate limits mostly end within a minute."""


class Breaker:
    """Counts the faults of one model. ``clock`` gives monotonic seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._faults = 0
        self._rests_until = 0.0

    @property
    def rests(self) -> bool:
        """Whether the model is to be left alone now."""
        return self._clock() < self._rests_until

    def failed(self) -> None:
        """The model could not answer. After a rest one fault is enough for the next."""
        self._faults += 1
        if self._faults >= FAULTS_IN_A_ROW:
            self._rests_until = self._clock() + REST_SECONDS

    def answered(self) -> None:
        """The model has answered."""
        self._faults = 0
