"""How fast patients come in from a file, and whether others wait meanwhile.

    python -m bench.import_patients [--rows 20000]

Starts a database of its own, brings a made-up file in as the worker does (read, check, import, take back), and
asks every tenth of a second for a page of patients in the same event loop, once alone and once beside the
import: rows a second for each step, and how long the page took each time.
"""

import argparse
import asyncio
import contextlib
import os
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from datetime import timedelta
from pathlib import Path
from random import Random
from statistics import quantiles
from uuid import UUID

from mia.clinic.recalls import service as recalls
from mia.clinic.recalls.service import Group
from mia.clinic.records.transfers import service
from mia.clinic.records.transfers.fields import DateOrder, Field
from mia.clinic.records.transfers.service import PART_BYTES, ImportState
from mia.clinic.records.transfers.steps import take_step
from mia.identity import service as identity
from mia.platform.db.embedded import EmbeddedPostgres
from mia.platform.db.migrate import app_url, migrate
from mia.platform.db.session import Database
from mia.platform.kernel.clock import SystemClock
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import ClinicScope
from tests.fakes.practice import make_practice

_PASSWORD = "app-role-of-the-bench"
_MAPPING = dict(enumerate((Field.NAME, Field.PHONE, Field.EMAIL, Field.LAST_VISIT, Field.TREATMENT, Field.TAGS)))
_LOOK_S = 0.1


def made_up_file(rows: int) -> bytes:
    """A file of synthetic people, a tenth of whom stand in it twice."""
    rng = Random(7)
    first, last = ("Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Ida"), ("Ruiz", "Lind", "Vale", "Moss", "Hart")
    today = SystemClock().now().date()
    lines = ["Name,Phone,Email,Last visit,Treatment,Tags"]
    for number in range(rows):
        one = number if rng.random() > 0.1 else rng.randrange(number + 1)
        name = f"{first[one % 8]} {last[one // 8 % 5]} {one:x}".replace("0", "o")
        day = today - timedelta(days=rng.randrange(1, 700))
        treatment = rng.choice(("Botox", "HydraFacial"))
        phone = f"(305) 5{one // 10000 % 100:02d}-{one % 10000:04d}"
        lines.append(f"{name},{phone},p{one}@people.example,{day:%m/%d/%Y},{treatment},Regular")
    return "\n".join(lines).encode()


async def main(rows: int) -> None:
    with temporary_database() as url:
        database = Database.connect(url, os.urandom(32), SystemClock(), pool_size=8)
        scope = (await make_practice(database, "bench")).scope
        content = made_up_file(rows)
        print(f"{rows:,} rows, {len(content) / 1e6:.1f} MB")
        async with looking(database, scope, "alone"):
            await asyncio.sleep(5)
        import_id = await upload(database, scope, content)
        assert await timed(database, scope, import_id, rows, "read") is ImportState.READ
        async with database.clinic(scope) as session:
            await service.check(session, import_id, _MAPPING, DateOrder.MONTH_FIRST)
        await timed(database, scope, import_id, rows, "check")
        async with database.clinic(scope) as session:
            await service.start(session, import_id)
        async with looking(database, scope, "beside the import"):
            await timed(database, scope, import_id, rows, "import")
        async with database.clinic(scope) as session:
            await service.undo(session, import_id)
        await timed(database, scope, import_id, rows, "undo")
        await database.close()


@contextlib.contextmanager
def temporary_database() -> Iterator[str]:
    """The URL of an empty, migrated database, for the role of the app."""
    with tempfile.TemporaryDirectory(prefix="mia-bench-") as folder:
        Path(folder).chmod(0o755)
        embedded = EmbeddedPostgres(Path(folder))
        embedded.start()
        try:
            migrate(embedded.url("mia"), _PASSWORD)
            yield app_url(embedded.url("mia"), _PASSWORD)
        finally:
            embedded.stop()


async def upload(database: Database, scope: ClinicScope, content: bytes) -> UUID:
    async with database.clinic(scope) as session:
        made = await service.begin(session, "people.csv", len(content))
    for number in range(made.parts):
        async with database.clinic(scope) as session:
            part = content[number * PART_BYTES : (number + 1) * PART_BYTES]
            await service.save_part(session, made.id, number, part)
    async with database.clinic(scope) as session:
        await service.read(session, made.id)
    return made.id


async def timed(database: Database, scope: ClinicScope, import_id: UUID, rows: int, what: str) -> ImportState:
    """Take steps until there are none, and say how fast that went."""
    started = time.perf_counter()
    longest = 0.0
    while True:
        began = time.perf_counter()
        async with database.clinic(scope) as session:
            await take_step(session, import_id)
        longest = max(longest, time.perf_counter() - began)
        async with database.clinic(scope) as session:
            made = await service.get_import(session, import_id)
        if not made.state.value.endswith("ing"):
            break
    seconds = time.perf_counter() - started
    speed = f"{seconds:7.1f} s {rows / seconds:8,.0f} rows/s, longest step {longest * 1000:.0f} ms"
    print(f"{what:8} {speed}, {dict(made.counts)}")
    return made.state


@contextlib.asynccontextmanager
async def looking(database: Database, scope: ClinicScope, when: str) -> AsyncIterator[None]:
    """Someone looks at pages of patients all the time."""
    waits: list[float] = []

    async def look() -> None:
        while True:
            began = time.perf_counter()
            async with database.clinic(identity.service_scope(scope.clinic_id, "mia")) as session:
                await recalls.search(session, group=Group.ALL)
            waits.append((time.perf_counter() - began) * 1000)
            await asyncio.sleep(_LOOK_S)

    task = asyncio.create_task(look(), name=str(new_id()))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        cuts = quantiles(waits, n=20)
        print(f"a page of patients {when}: p50 {cuts[9]:.0f} ms, p95 {cuts[18]:.0f} ms ({len(waits)} times)")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=20_000)
    asyncio.run(main(parser.parse_args().rows))
