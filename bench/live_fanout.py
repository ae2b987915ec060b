"""How soon do 500 connected dashboards see that a call has ended?

python -m bench.live_fanout [--dashboards 500] [--calls 30]

A web process of the product, signed-in dashboards on its event stream, and calls whose end is written as the
product writes it: line of the history, summary, outcome, in one transaction. Measured from before that until the
news has arrived at each dashboard. Passes when 95 of 100 arrivals took at most 300 ms.
"""

import argparse
import asyncio
import statistics
import sys
import time
from collections.abc import Coroutine
from dataclasses import dataclass, field

from sqlalchemy import insert

from bench.web_process import WebProcess, processor_seconds, web_process
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import ActivitySearch, ActivityStatus, Channel, Line, Result
from mia.identity import service as identity
from mia.identity.models import MembershipRow, UserRow
from mia.identity.principal import SessionKind
from mia.identity.session.sessions import Client, SessionPolicy, begin
from mia.platform.db.session import Database
from mia.platform.kernel.ids import encode, new_id
from mia.platform.kernel.scope import ClinicScope, Role, SystemScope
from mia.platform.kernel.settings import load_settings

_MOST_MS = 300.0
_SLUG = "live-practice"
_BETWEEN_S = 0.3
_PATIENCE_S = 10.0


@dataclass
class Arrivals:
    """When each dashboard read of an activity: seconds of the clock, by the activity's public id."""

    seen: dict[str, list[float]] = field(default_factory=dict)
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def note(self, line: bytes) -> None:
        """A line of a stream; only what names an activity counts."""
        now = time.perf_counter()
        _, found, rest = line.partition(b'"act_')
        if found:
            self.seen.setdefault("act_" + rest.partition(b'"')[0].decode(), []).append(now)
            self.changed.set()

    async def all_of(self, activity: str, count: int) -> list[float]:
        """The arrivals, once there are so many; fewer when it takes too long."""
        try:
            async with asyncio.timeout(_PATIENCE_S):
                while len(self.seen.get(activity, ())) < count:
                    self.changed.clear()
                    await self.changed.wait()
        except TimeoutError:
            pass
        return self.seen.get(activity, [])


async def _run(web: WebProcess, dashboards: int, calls: int) -> bool:
    database = web.database()
    try:
        scope, tokens = await _practice(database, dashboards)
        arrivals, readers = Arrivals(), []
        for token in tokens:
            readers.append(asyncio.create_task(await _connected(web, token, arrivals)))
        try:
            spent = processor_seconds(web.process_id)
            took = [await _finish_call(database, scope, arrivals, dashboards) for _ in range(calls)]
            spent = processor_seconds(web.process_id) - spent
        finally:
            for reader in readers:
                reader.cancel()
            await asyncio.gather(*readers, return_exceptions=True)
    finally:
        await database.close()
    return _print(took, dashboards, spent)


async def _practice(database: Database, dashboards: int) -> tuple[ClinicScope, list[str]]:
    """A clinic with as many people as there are dashboards, all signed in."""
    policy = SessionPolicy.of(load_settings(env_file=None, environ={}))
    ids = [new_id() for _ in range(dashboards)]
    async with database.system(SystemScope.SEED) as system:
        clinic = await identity.create_clinic(system, _SLUG, "Live Practice", timezone="America/New_York")
        people = [{"id": id_, "email": f"{id_.hex}@bench.example", "name": "Robin Vale"} for id_ in ids]
        await system.sql.execute(insert(UserRow), [{**person, "password_hash": "none"} for person in people])
        member = {"clinic_id": clinic.id, "role": Role.FRONT_DESK.value}
        await system.sql.execute(insert(MembershipRow), [{**member, "user_id": id_} for id_ in ids])
    client = Client("127.0.0.1", "bench")
    async with database.system(SystemScope.LOGIN) as system:
        signed_in = [await begin(system, id_, client, policy, SessionKind.BROWSER) for id_ in ids]
    scope = identity.service_scope(clinic.id, "mia")
    return scope, [one.token for one in signed_in]


async def _connected(web: WebProcess, token: str, arrivals: Arrivals) -> Coroutine[None, None, None]:
    """A dashboard whose stream has begun; what is returned goes on reading it."""
    reader, writer = await asyncio.open_connection("127.0.0.1", web.port)
    request = f"GET /api/clinics/{_SLUG}/events HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: mia_session={token}\r\n\r\n"
    writer.write(request.encode())
    status = await reader.readline()
    assert b"200" in status, status
    await reader.readuntil(b"event: ready")

    async def read() -> None:
        try:
            while line := await reader.readline():
                arrivals.note(line)
        finally:
            writer.close()

    return read()


async def _finish_call(database: Database, scope: ClinicScope, arrivals: Arrivals, dashboards: int) -> list[float]:
    """End one call; milliseconds until each dashboard knew."""
    async with database.clinic(scope) as session:
        call = await inbox.start_conversation(session, Channel.PHONE, voice_id=new_id().hex)
        await inbox.note_in_progress(session, call, "Dana Whitfield")
    await asyncio.sleep(_BETWEEN_S)
    arrivals.seen.clear()
    began = time.perf_counter()
    async with database.clinic(scope) as session:
        await inbox.close_conversation(
            session,
            call,
            ended_at=session.now(),
            ended_reason="customer-ended-call",
            summary="Booked for Thursday",
            lines=[Line("assistant", "How can I help?", 1.0), Line("user", "Thursday, please.", 4.0)],
        )
        result = Result(ActivityStatus.BOOKED, "Dana Whitfield", "Booked for Thursday", booked=True)
        await inbox.note_result(session, call, result)
    async with database.clinic(scope) as session:
        page = await inbox.search_activities(session, ActivitySearch(limit=1))
    seen = await arrivals.all_of(encode("act", page.items[0].id), dashboards)
    late = [_PATIENCE_S] * (dashboards - len(seen))
    return [1000 * (instant - began) for instant in seen] + [1000 * each for each in late]


def _print(took: list[list[float]], dashboards: int, spent: float) -> bool:
    everything = sorted(one for call in took for one in call)
    p95 = everything[min(len(everything) - 1, round(len(everything) * 0.95))]
    last = sorted(max(call) for call in took)
    print(f"{dashboards} dashboards, {len(took)} finished calls, milliseconds until a dashboard knew")
    print(f"  p50 {statistics.median(everything):.0f}, p95 {p95:.0f}, most {everything[-1]:.0f}")
    print(f"  the last of {dashboards}: median {statistics.median(last):.0f}, most {last[-1]:.0f}")
    print(f"  processor time of the web process for each call: {1000 * spent / len(took):.0f} ms")
    return p95 <= _MOST_MS


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--dashboards", type=int, default=500)
    parser.add_argument("--calls", type=int, default=30)
    options = parser.parse_args()
    with web_process() as running:
        passed = asyncio.run(_run(running, options.dashboards, options.calls))
    print("PASS" if passed else "FAIL")
    sys.exit(not passed)
