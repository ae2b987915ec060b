"""Tools of a call that leaves nothing behind: what they did before is done again, and taken back again.

Each time they run their rows have other ids, and offered times other signatures. The call knows those of the first
time, so that both are exchanged on the way in and on the way out.
"""

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from mia.clinic.frontdesk.service import ToolCall

Json = dict[str, Any]
RunTool = Callable[[ToolCall], Awaitable[Json]]

_OF_THIS_RUN = re.compile(r"[\w.~=-]{20,}")
"""An id or a signed time; words are what they are."""


@dataclass(frozen=True)
class Run:
    """A tool that was used, and what the call was told."""

    id: str
    name: str
    arguments: Json = field(repr=False)
    answer: Json = field(repr=False)


async def replay(run_tool: RunTool, earlier: Sequence[Run], calls: Sequence[ToolCall]) -> list[Run]:
    """What was run in the call, with ``calls`` at its end; what is delivered again is not run again."""
    runs = list(earlier)
    now_called: dict[str, str] = {}
    for run in earlier:
        now_called |= _renamed(
            run.answer, await run_tool(ToolCall(run.id, run.name, _as(run.arguments, now_called)))
        )
    for call in calls:
        if any(run.id == call.id for run in runs):
            continue
        answer = await run_tool(ToolCall(call.id, call.name, _as(call.arguments, now_called)))
        told = _as(answer, {now: then for then, now in now_called.items()})
        runs.append(Run(call.id, call.name, call.arguments, told))
    return runs


def _renamed(then: Any, now: Any) -> dict[str, str]:
    """What the ids of an answer are now."""
    if isinstance(then, str) and isinstance(now, str):
        changed = then != now and _OF_THIS_RUN.fullmatch(then) and _OF_THIS_RUN.fullmatch(now)
        return {then: now} if changed else {}
    if isinstance(then, dict) and isinstance(now, dict):
        pairs = [(then[name], now[name]) for name in then.keys() & now.keys()]
    elif isinstance(then, list) and isinstance(now, list):
        pairs = list(zip(then, now, strict=False))
    else:
        return {}
    return {was: is_ for pair in pairs for was, is_ in _renamed(*pair).items()}


def _as(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, dict):
        return {name: _as(each, names) for name, each in value.items()}
    return [_as(each, names) for each in value] if isinstance(value, list) else value
