"""The parent of a running Mia: owns the embedded database and keeps its processes alive.

Each child is started in a session of its own, so that Ctrl-C reaches this process alone and the order
of stopping is ours: processes first, database last. The kernel tells every child to stop when this
process dies, so a ``kill -9`` leaves nothing behind.
"""

import asyncio
import ctypes
import os
import signal
import sys
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field

import structlog

from mia.platform.db.embedded import EmbeddedPostgres

log = structlog.get_logger()

_PR_SET_PDEATHSIG = 1
_GRACE_S = 8.0
_FIRST_BACKOFF_S = 0.2
_LONGEST_BACKOFF_S = 10.0
_STEADY_S = 30.0  # a child that ran this long is restarted without delay


@dataclass
class Child:
    """One process of ours: ``python -m mia <arguments>``. ``after_ready``: no one waits for it, so it is
    started when the product answers, and leaves the processors to those who are waited for. ``niceness``:
    how far it stands back (0 to 19) for a process that speaks with someone. ``environment``: its own settings."""

    name: str
    arguments: tuple[str, ...]
    after_ready: bool = False
    niceness: int = 0
    environment: Mapping[str, str] = field(default_factory=dict)
    process: asyncio.subprocess.Process | None = field(default=None, repr=False)


class Supervisor:
    """Starts children, starts them again when they die, and stops all of it in order."""

    def __init__(
        self,
        children: list[Child],
        environment: Mapping[str, str],
        postgres: EmbeddedPostgres | None,
        *,
        prepare_first: bool,
    ) -> None:
        self._children = children
        self._environment = dict(environment)
        self._postgres = postgres
        self._prepare_first = prepare_first
        self._stopping = asyncio.Event()

    def stop(self) -> None:
        """Begin an orderly stop; also the handler of SIGINT and SIGTERM."""
        self._stopping.set()

    async def run(
        self,
        prepare: Callable[[], None],
        ready: Callable[[], Coroutine[None, None, None]],
        announce: Callable[[], None],
    ) -> int:
        """Run until stopped; returns the exit status.

        ``prepare`` starts the database and migrates, in a thread: beside the starting processes, or before
        them (``prepare_first``). When the product answers (``ready``), ``announce`` is called.
        """
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, self.stop)
        tasks: list[asyncio.Task[None]] = []
        try:
            if self._prepare_first:
                await asyncio.to_thread(prepare)
            tasks += [asyncio.create_task(self._keep(child)) for child in self._children if not child.after_ready]
            if not self._prepare_first:
                await asyncio.to_thread(prepare)
            if self._postgres is not None:
                tasks.append(asyncio.create_task(self._keep_postgres(self._postgres)))
            waiting = asyncio.create_task(ready())
            tasks += [waiting, asyncio.create_task(self._start_late(waiting, announce))]
            await self._stopping.wait()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await asyncio.gather(*(self._terminate(child) for child in self._children))
            if self._postgres is not None:
                await asyncio.to_thread(self._postgres.stop)
        return 0

    async def _start_late(self, ready: asyncio.Task[None], announce: Callable[[], None]) -> None:
        await ready
        announce()
        async with asyncio.TaskGroup() as group:
            for child in self._children:
                if child.after_ready:
                    group.create_task(self._keep(child))

    async def _keep(self, child: Child) -> None:
        backoff = _FIRST_BACKOFF_S
        while True:
            started = asyncio.get_running_loop().time()
            child.process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "mia", *child.arguments,
                env=self._environment | dict(child.environment), stdin=asyncio.subprocess.DEVNULL,
                start_new_session=True, preexec_fn=lambda: _settle_in(child.niceness),
            )  # fmt: skip
            status = await child.process.wait()
            ran = asyncio.get_running_loop().time() - started
            backoff = _FIRST_BACKOFF_S if ran > _STEADY_S else min(backoff * 2, _LONGEST_BACKOFF_S)
            log.warning("process_ended", child=child.name, status=status, restart_in_s=round(backoff, 1))
            await asyncio.sleep(backoff)

    async def _keep_postgres(self, postgres: EmbeddedPostgres) -> None:
        while True:
            await asyncio.to_thread(postgres.wait)
            log.warning("database_ended")
            await asyncio.to_thread(postgres.restart_if_dead)
            log.info("database_recovered")

    async def _terminate(self, child: Child) -> None:
        process = child.process
        if process is None or process.returncode is not None:
            return
        process.terminate()
        try:
            await asyncio.wait_for(process.wait(), _GRACE_S)
        except TimeoutError:
            process.kill()
            await process.wait()


def _settle_in(niceness: int) -> None:
    os.nice(niceness)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() == 1:  # the parent died before the line above
            os._exit(1)
