"""Time as a dependency, so that a test or the demo can move it."""

from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """Tells the time; everything that reads "now" takes one."""

    def now(self) -> datetime:
        """The current instant, aware, in UTC."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        return datetime.now(UTC)


class MovableClock:
    """A clock that runs with the machine's but can be shifted (tests, development clock)."""

    def __init__(self, offset: timedelta = timedelta()) -> None:
        self.offset = offset

    def now(self) -> datetime:
        return datetime.now(UTC) + self.offset

    def move(self, by: timedelta) -> None:
        """Shift by ``by``; negative goes back."""
        self.offset += by

    def set(self, instant: datetime) -> None:
        """Make ``now`` start from an aware instant."""
        self.offset = instant - datetime.now(UTC)
