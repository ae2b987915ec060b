"""What happens while nobody says anything: prompts, idle messages, and at last the end of the call."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

GOODBYE = "I can't hear you anymore, so I'll let you go. Please call again anytime. Goodbye."
_SAME = 1e-6
"""Seconds within which two moments are one."""


@dataclass(frozen=True)
class Prompt:
    """What is done each time another ``after`` seconds have been quiet, ``most`` times.

    ``texts`` are said in turn; without any the model is told of the silence. ``resets``: the count begins again
    once the caller has spoken, else it is of the whole call. ``ends``: the call ends with it.
    """

    after: float
    texts: Sequence[str] = ()
    most: int = 2
    resets: bool = True
    ends: bool = False


@dataclass(frozen=True)
class QuietPlan:
    """After ``timeout`` seconds of quiet ``goodbye`` is said and the call ends (``silence-timed-out``). While the
    assistant speaks it is not quiet."""

    timeout: float = 24.0
    prompts: Sequence[Prompt] = field(default_factory=lambda: (Prompt(8.0),))
    goodbye: str = GOODBYE


@dataclass(frozen=True)
class Ask:
    """The model is told of the silence, for the ``count``-th time in a row."""

    count: int


@dataclass(frozen=True)
class Remark:
    """``text`` is said; with ``ends`` the call then ends."""

    text: str
    ends: bool = False


class Quiet:
    """Counts the quiet of one call; a clock asks it how long to wait, and then what is due."""

    def __init__(self, plan: QuietPlan) -> None:
        self.follow(plan)

    def follow(self, plan: QuietPlan) -> None:
        """The plan of who answers from now on; it counts afresh."""
        self._plan = plan
        self._gone = 0.0
        self._in_a_row = [0] * len(plan.prompts)
        self._counted = [0] * len(plan.prompts)

    def broken(self) -> None:
        """The caller has said something."""
        self._gone = 0.0
        self._in_a_row = [0] * len(self._plan.prompts)
        for index, prompt in enumerate(self._plan.prompts):
            if prompt.resets:
                self._counted[index] = 0

    def wait(self) -> float:
        """Seconds of quiet until something is due."""
        moments = [self._moment(index) for index in self._open()]
        return max(0.0, min([self._plan.timeout, *moments]) - self._gone)

    def due(self) -> Ask | Remark:
        """What is due now that :meth:`wait` seconds more have been quiet."""
        self._gone += self.wait()
        if self._gone >= self._plan.timeout - _SAME:
            return Remark(self._plan.goodbye, ends=True)
        index = min(self._open(), key=self._moment)
        prompt = self._plan.prompts[index]
        self._in_a_row[index] += 1
        self._counted[index] += 1
        if not prompt.texts and not prompt.ends:
            return Ask(self._in_a_row[index])
        text = prompt.texts[(self._counted[index] - 1) % len(prompt.texts)] if prompt.texts else ""
        return Remark(text, prompt.ends)

    def _open(self) -> list[int]:
        return [index for index, prompt in enumerate(self._plan.prompts) if self._counted[index] < prompt.most]

    def _moment(self, index: int) -> float:
        return self._plan.prompts[index].after * (self._in_a_row[index] + 1)


class QuietClock:
    """Runs a call's :class:`Quiet` by the event loop's clock; ``act`` is called when something may be due."""

    def __init__(self, quiet: Quiet, act: Callable[[], None]) -> None:
        self._quiet = quiet
        self._act = act
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """It is quiet from now on."""
        self.stop()
        self._timer = asyncio.get_running_loop().call_later(self._quiet.wait(), self._act)

    def stop(self) -> None:
        """It is not quiet anymore."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
