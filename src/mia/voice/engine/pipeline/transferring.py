"""Puts the caller of a phone call through to another phone."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import structlog

log = structlog.get_logger()

FORWARDED = "assistant-forwarded-call"
BUSY = "call.forwarding.operator-busy"
"""Ended reason of a call whose caller was to be put through and was not, where that ends it."""
_SORRY = "I'm sorry, I couldn't put you through. Nobody is free to answer right now."


class NotPutThrough(Exception):
    """The caller is still here. ``words`` is what to say, with ``ends`` the last; ``""`` for the usual words."""

    def __init__(self, words: str = "", *, ends: bool = False) -> None:
        super().__init__(words)
        self.words = words
        self.ends = ends


class Switchboard(Protocol):
    """Reaches other phones."""

    async def put_through(
        self,
        destination: Mapping[str, Any],
        summary: Callable[[], Coroutine[Any, Any, str]],
        let_go: Callable[[], Awaitable[None]],
    ) -> None:
        """Put the caller through to ``destination``, as the tool ``transferCall`` has it. ``summary`` says in a
        line what the caller wants; ``let_go`` is called once the assistant has to be silent. Returns when it is no
        longer needed; :class:`NotPutThrough` when the caller goes on with it."""
        ...


@dataclass(frozen=True)
class Sides:
    """What a transfer needs of the conversation. ``words_are_out`` returns when nothing is left to say."""

    words_are_out: Callable[[], Awaitable[None]]
    summary: Callable[[], Coroutine[Any, Any, str]]
    let_go: Callable[[], Awaitable[None]]
    go_on: Callable[[str, str | None], Awaitable[None]]
    end: Callable[[str], None]


class Transferring:
    """The transfers of one call, one at a time. Until the caller is let go of, the conversation goes on: someone in
    danger is heard while another phone rings."""

    def __init__(self, switchboard: Switchboard | None, sides: Sides) -> None:
        self._switchboard = switchboard
        self._sides = sides
        self._task: asyncio.Task[bool] | None = None
        self._letting_go = False

    @property
    def is_open(self) -> bool:
        """Whether another phone is being reached."""
        return self._task is not None and not self._task.done()

    def begin(self, destination: Mapping[str, Any]) -> None:
        """Put the caller through once all is said; ignored while that is going on."""
        if self._switchboard is not None and not self.is_open:
            self._task = asyncio.create_task(self._put_through(self._switchboard, destination))

    async def departed(self, reason: str) -> str:
        """Why the call ends whose caller is not there anymore: gone for ``reason``, or put through."""
        if self._task is None or not self._letting_go:
            return reason
        return FORWARDED if await asyncio.shield(self._task) else reason

    async def stop(self) -> None:
        """The call is over: no other phone is to ring."""
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _put_through(self, switchboard: Switchboard, destination: Mapping[str, Any]) -> bool:
        await self._sides.words_are_out()
        try:
            await switchboard.put_through(destination, self._sides.summary, self._let_go)
        except NotPutThrough as failure:
            words, ends = failure.words, failure.ends
        except Exception as fault:
            log.error("transfer_failed", kind=type(fault).__name__)
            words, ends = "", False
        else:
            self._sides.end(FORWARDED)
            return True
        self._letting_go = False
        await self._sides.go_on(words or _SORRY, BUSY if ends else None)
        return False

    async def _let_go(self) -> None:
        self._letting_go = True
        await self._sides.let_go()
