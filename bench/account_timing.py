"""Can an address be told from how long an answer takes? Known and unknown emails, turn and turn about.

python -m bench.account_timing [--tries 400] [--seed 7]

Each try has an account (or an address that is no one's) and a network address of its own, so that no limit is
met; the order is shuffled. Answers are timed within the process, where an attacker's noise would be least.
Printed for each way: both means, their difference with its standard error, and how often as large a difference
comes about when the labels are shuffled (p); below 0.01 an address could be told. The job worker, which writes
the emails, is another process and does not run here.
"""

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import IPv4Address
from pathlib import Path

import httpx
from fastapi import FastAPI
from sqlalchemy import text

from mia.identity import service as identity
from mia.identity.routes import router
from mia.platform.db.embedded import EmbeddedPostgres
from mia.platform.db.migrate import app_url, migrate
from mia.platform.db.session import Database
from mia.platform.kernel.clock import SystemClock
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import Role, SystemScope
from tests.fakes.access import ORIGIN, Team, app_of_tests, make_team, make_user, scope_of

_SHUFFLES = 2000
_WARM_UP = 10


@dataclass(frozen=True)
class Bench:
    """The app under test. Each call of ``browser`` comes from a network address of its own."""

    app: FastAPI
    database: Database
    team: Team
    known: list[str]
    unknown: list[str]

    def browser(self) -> httpx.AsyncClient:
        address = str(IPv4Address(random.getrandbits(32) | 1))
        transport = httpx.ASGITransport(self.app, client=(address, 40000))
        return httpx.AsyncClient(transport=transport, base_url=ORIGIN, headers={"Origin": ORIGIN})


Way = Callable[[httpx.AsyncClient, str], Awaitable[httpx.Response]]


async def _sign_in(client: httpx.AsyncClient, email: str) -> httpx.Response:
    return await client.post("/api/session", json={"email": email, "password": "not-the-password"})


async def _ask_for_link(client: httpx.AsyncClient, email: str) -> httpx.Response:
    return await client.post("/api/password-resets", json={"email": email})


async def _run(url: str, tries: int) -> None:
    database = Database.connect(url, b"b" * 32, SystemClock(), pool_size=5)
    try:
        bench = await _filled(database, tries)
        print(f"{tries} tries each, milliseconds")
        await _compare(bench, "login", _sign_in, 401)
        await _compare(bench, "reset", _ask_for_link, 202)
        links = await _invite_all(bench)

        async def verify(client: httpx.AsyncClient, email: str) -> httpx.Response:
            return await client.post("/api/invites/verify", json=links[email])

        await _compare(bench, "invite verify", verify, 200)
    finally:
        await database.close()


async def _compare(bench: Bench, name: str, way: Way, expected: int) -> None:
    for email in (*bench.known[:_WARM_UP], *bench.unknown[:_WARM_UP]):
        await _timed(bench, way, email, expected)
    times: dict[bool, list[float]] = {True: [], False: []}
    order = [(True, email) for email in bench.known] + [(False, email) for email in bench.unknown]
    random.shuffle(order)
    for is_known, email in order:
        times[is_known].append(await _timed(bench, way, email, expected))
    _print(name, times[True], times[False])


async def _timed(bench: Bench, way: Way, email: str, expected: int) -> float:
    async with bench.browser() as client:
        began = time.perf_counter()
        answer = await way(client, email)
        took = (time.perf_counter() - began) * 1000
    assert answer.status_code == expected, answer.text
    return took


def _print(name: str, known: list[float], unknown: list[float]) -> None:
    """Means without the slowest twentieth, which is the machine's own business."""
    known, unknown = _trimmed(known), _trimmed(unknown)
    difference = statistics.fmean(known) - statistics.fmean(unknown)
    error = (statistics.variance(known) / len(known) + statistics.variance(unknown) / len(unknown)) ** 0.5
    print(
        f"  {name:14} known {statistics.fmean(known):6.2f}  unknown {statistics.fmean(unknown):6.2f}  "
        f"difference {difference:+.3f} ± {error:.3f}  p = {_chance(known, unknown, abs(difference)):.3f}"
    )


def _chance(known: list[float], unknown: list[float], difference: float) -> float:
    """The share of shuffled labels with as large a difference."""
    both, size, hits = known + unknown, len(known), 0
    total = sum(both)
    for _ in range(_SHUFFLES):
        first = sum(random.sample(both, size))
        hits += abs(first / size - (total - first) / (len(both) - size)) >= difference
    return hits / _SHUFFLES


def _trimmed(times: list[float]) -> list[float]:
    return sorted(times)[: len(times) * 19 // 20]


async def _invite_all(bench: Bench) -> dict[str, dict[str, str]]:
    """The links of invitations to all addresses, those with an account and those without."""
    links, scope = {}, scope_of(bench.team.clinic)
    for email in bench.known + bench.unknown:
        await _forget_attempts(bench.database)
        sent = await identity.invite(bench.database, bench.app.state.settings, scope, email, Role.FRONT_DESK)
        links[email] = {"type": "invite", "token": sent.link.rpartition("token=")[2]}
    return links


async def _forget_attempts(database: Database) -> None:
    async with database.system(SystemScope.LOGIN) as session:
        await session.sql.execute(text("DELETE FROM attempts"))


@contextmanager
def _database_url() -> Iterator[str]:
    """A fresh database of this run's own, migrated."""
    with tempfile.TemporaryDirectory(prefix="mia-bench-") as name:
        Path(name).chmod(0o755)
        postgres = EmbeddedPostgres(Path(name))
        postgres.start()
        try:
            migrate(postgres.url(), "bench")
            yield app_url(postgres.url(), "bench")
        finally:
            postgres.stop()


async def _filled(database: Database, tries: int) -> Bench:
    app = app_of_tests(database)
    app.include_router(router)
    team, foreign = await make_team(database), await make_team(database)
    known = [f"{new_id().hex}@bench.example" for _ in range(tries)]
    for email in known:
        await make_user(database, email, {foreign.clinic.id: Role.FRONT_DESK})
    unknown = [f"{new_id().hex}@bench.example" for _ in range(tries)]
    return Bench(app, database, team, known, unknown)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--tries", type=int, default=400)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    random.seed(options.seed)
    with _database_url() as url:
        asyncio.run(_run(url, options.tries))
