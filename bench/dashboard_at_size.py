"""Does a dashboard of a practice with 100,000 patients answer like one with 1,000?

python -m bench.dashboard_at_size [--data FOLDER] [--rounds 100] [--only history] [--plans FILE]

Fifty practices in one database; the large one has 100,000 patients, a million treatments and a million
communications, the small one a hundredth. Every request passes the product's own application (session, table of
routes, row-level security, decryption, audit), turn and turn about for both. A query passes when its p95 with the
large practice is at most twice that with the small one, or 30 ms. Beside it stands the median of the processor time
that both processes spent, which a busy machine does not change. The data is built once (some minutes) in ``--data``
and used again while the schema is the same.
"""

import argparse
import asyncio
import gc
import math
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import httpx
import psycopg
from fastapi import FastAPI

from bench.size_data import LARGE, PASSWORD, SMALL, Prepared, prepared
from bench.size_plans import Plans
from bench.size_requests import CLINIC, GENERAL, LOGINS, Draw, Inputs, inputs_of
from mia.app.main import create_app
from mia.app.processes import collect_garbage_seldom
from mia.platform.db.session import Database
from tests.fakes.access import ORIGIN, settings_of_tests

_WARM_UP = 3
_MOST_TIMES, _MOST_MS = 2.0, 30.0
_QUIET_LOOKS = 10
"""Looks in a row, a tenth of a second apart, at which nothing is read back: then all of it is there."""
_LONGEST_S = 10.0
"""Time for one query; a slow one is measured less often."""


@dataclass(frozen=True)
class Side:
    """One practice: who asks for it, and for what; ``spent_ms`` reads the processor time."""

    inputs: Inputs
    client: httpx.AsyncClient
    spent_ms: Callable[[], float]


@dataclass(frozen=True)
class _Took:
    """One request: milliseconds on the clock, and of processors."""

    wall: float
    cpu: float


async def _run(ready: Prepared, rounds: int, only: str, plans: Path | None) -> bool:
    _wait_until_warm(ready)
    database = ready.database()
    try:
        async with AsyncExitStack() as stack:
            app = _app(database)
            good = True
            _head()
            for kind, draws in (("clinic", CLINIC), ("general", GENERAL)):
                wanted = {name: draw for name, draw in draws.items() if only in name}
                large, small = [await _side(stack, app, ready, kind, slug) for slug in (LARGE, SMALL)]
                gc.collect()
                collect_garbage_seldom()
                for name, draw in wanted.items():
                    good &= await _compare(name, draw, large, small, rounds)
                if plans is not None:
                    await _explain(database, wanted, large, plans, first=kind == "clinic")
            return good
    finally:
        await database.close()


def _wait_until_warm(ready: Prepared) -> None:
    """Until the server has read back what it had in memory when it was stopped; it tells no one, so we look."""
    reading_back = "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'autoprewarm worker'"
    with psycopg.connect(ready.owner_url, autocommit=True) as owner:
        quiet = 0
        while quiet < _QUIET_LOOKS:
            row = owner.execute(reading_back).fetchone()
            quiet = 0 if row and row[0] else quiet + 1
            time.sleep(0.1)


def _app(database: Database) -> FastAPI:
    app = create_app(settings_of_tests())
    app.state.database = database
    return app


async def _side(stack: AsyncExitStack, app: FastAPI, ready: Prepared, kind: str, slug: str) -> Side:
    client = await stack.enter_async_context(
        httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=ORIGIN, headers={"Origin": ORIGIN})
    )
    answer = await client.post("/api/session", json={"email": LOGINS[kind](slug), "password": PASSWORD})
    assert answer.status_code == 200, answer.text
    return Side(inputs_of(ready.owner_url, slug, seed=5), client, partial(_spent_ms, ready.process_id))


async def _compare(name: str, draw: Draw, large: Side, small: Side, rounds: int) -> bool:
    times: dict[str, list[_Took]] = {LARGE: [], SMALL: []}
    began = time.perf_counter()
    for turn in range(rounds + _WARM_UP):
        if turn > _WARM_UP + 4 and time.perf_counter() - began > _LONGEST_S:
            break  # a few turns have shown what is wrong
        for side in (large, small) if turn % 2 else (small, large):
            took = await _timed(side, draw)
            if turn >= _WARM_UP:
                times[side.inputs.slug].append(took)
    return _print(name, times[LARGE], times[SMALL])


async def _timed(side: Side, draw: Draw) -> _Took:
    request = draw(side.inputs)
    path = request.path if request.path.startswith("/") else f"/api/clinics/{side.inputs.slug}/{request.path}"
    spent, began = side.spent_ms(), time.perf_counter()
    if request.body is None:
        answer = await side.client.get(path)
    else:
        answer = await side.client.post(path, json=request.body)
    took = _Took((time.perf_counter() - began) * 1000, side.spent_ms() - spent)
    assert answer.status_code == 200, f"{path}: {answer.text}"
    return took


def _spent_ms(postgres: int) -> float:
    """Processor time so far, of this process and of the database's."""
    children = Path(f"/proc/{postgres}/task/{postgres}/children").read_text().split()
    return time.process_time() * 1000 + sum(map(_ran_ns, children)) / 1e6


def _ran_ns(process: str) -> int:
    try:
        return int(Path(f"/proc/{process}/schedstat").read_text().split()[0])
    except FileNotFoundError:  # a worker of the database that has ended since
        return 0


def _head() -> None:
    print(f"{'milliseconds':32} {'1,000 patients':>23} {'100,000 patients':>23}")
    columns = f"{'p50':>7}{'p95':>8}{'cpu':>8}"
    print(f"{'':32} {columns} {columns}  {'ratio':>6}")


def _print(name: str, large: list[_Took], small: list[_Took]) -> bool:
    p95 = _p95(large)
    ratio = p95 / _p95(small)
    good = ratio <= _MOST_TIMES or p95 <= _MOST_MS
    print(f"{name:32} {_figures(small)} {_figures(large)}  {ratio:6.2f}  {'pass' if good else 'FAIL'}", flush=True)
    return good


def _figures(times: list[_Took]) -> str:
    p50, cpu = statistics.median(one.wall for one in times), statistics.median(one.cpu for one in times)
    return f"{p50:7.1f}{_p95(times):8.1f}{cpu:8.1f}"


def _p95(times: list[_Took]) -> float:
    """The nearest rank: the least that at most one in twenty exceeds."""
    walls = sorted(one.wall for one in times)
    return walls[math.ceil(len(walls) * 0.95) - 1]


async def _explain(database: Database, draws: dict[str, Draw], side: Side, target: Path, *, first: bool) -> None:
    plans = Plans(database)
    for name, draw in draws.items():
        with plans.watching(name):
            await _timed(side, draw)
    await plans.write(target, append=not first)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=Path, default=Path(tempfile.gettempdir(), "mia-size"))
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--only", default="", help="requests whose name holds this text")
    parser.add_argument("--plans", type=Path, help="write the plans of the large practice's statements here")
    options = parser.parse_args()
    with prepared(options.data) as running:
        passed = asyncio.run(_run(running, options.rounds, options.only, options.plans))
    print("PASS" if passed else "FAIL")
    sys.exit(not passed)
