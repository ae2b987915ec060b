"""Digits that a caller presses, put together (hosted ``keypadInputPlan``)."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

KEYS = "0123456789*#"
_MOST = 64
"""Keys of one entry; more are left out."""


@dataclass(frozen=True)
class KeypadPlan:
    """Keys count only if ``enabled``. An entry ends with one of ``delimiters``, which is not part of it, or
    ``timeout_seconds`` after its last key. With 0 it waits for a delimiter; where there are none, each key is an
    entry."""

    enabled: bool = False
    timeout_seconds: float = 2.0
    delimiters: str = "#"


class Keypad:
    """The keys of one call; ``entered`` is given each entry."""

    def __init__(self, plan: KeypadPlan, entered: Callable[[str], object]) -> None:
        self._plan = plan
        self._entered = entered
        self._keys = ""
        self._timer: asyncio.TimerHandle | None = None

    def follow(self, plan: KeypadPlan) -> None:
        """The plan of who answers from now on."""
        self._plan = plan

    def press(self, key: str) -> None:
        """The caller presses ``key``."""
        if not self._plan.enabled or len(key) != 1 or key not in KEYS:
            return
        self.stop()
        if key in self._plan.delimiters:
            self._complete()
            return
        self._keys = (self._keys + key)[:_MOST]
        if self._plan.timeout_seconds:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(self._plan.timeout_seconds, self._complete)
        elif not self._plan.delimiters:
            self._complete()

    def stop(self) -> None:
        """Wait no longer for another key."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _complete(self) -> None:
        keys, self._keys = self._keys, ""
        if keys:
            self._entered(keys)
