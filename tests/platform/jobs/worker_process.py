"""A worker as a process of its own, to be killed: ``python -m tests.platform.jobs.worker_process DSN outbox|cron``.

It says ``started`` once it is in the middle of its work, and never ends it.
"""

import asyncio
import sys
from datetime import timedelta

from mia.platform.db.session import Database
from mia.platform.jobs.cron import run_cron
from mia.platform.jobs.dispatcher import Dispatcher
from mia.platform.jobs.service import Event, PeriodicTask
from mia.platform.kernel.clock import SystemClock

LEASE = timedelta(seconds=2)
HEARTBEAT_S = 0.3
STALLED_S = 1.5


async def hang(*_: object) -> None:
    print("started", flush=True)
    await asyncio.Event().wait()


async def main(dsn: str, kind: str) -> None:
    database = Database.connect(dsn, b"m" * 32, SystemClock())
    if kind == "outbox":
        handlers = {"visit.booked": [hang_on_event]}
        await Dispatcher(database, handlers, lease=LEASE).run()
    else:
        await run_cron(
            database, [PeriodicTask("tick", "* * * * * *", hang)], heartbeat_s=HEARTBEAT_S, stalled_s=STALLED_S
        )


async def hang_on_event(_database: Database, _event: Event) -> None:
    await hang()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
