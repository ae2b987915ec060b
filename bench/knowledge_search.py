"""How well passages are found by questions in other words than the file's, and by codes and names.

    python -m bench.knowledge_search

Three files, each of a made-up practice, in one knowledge base (``bench/knowledge``). A question hits when a passage
with the expected words is among the first three. ``questions.tsv`` and ``exact.tsv`` were at hand when the search
was built, ``fresh.tsv`` was written afterwards.
"""

import asyncio
import csv
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from uuid import UUID

from mia.platform.db.embedded import EmbeddedPostgres
from mia.platform.db.migrate import app_url, migrate
from mia.platform.db.session import Database, OrgSession
from mia.platform.kernel.clock import SystemClock
from mia.platform.kernel.ids import new_id
from mia.voice.auth.guards import scope_of_row
from mia.voice.resources.file.by_meaning import Comparing
from mia.voice.resources.file.passages import index_text
from mia.voice.resources.file.search import Way, search
from mia.voice.resources.file.service import FILES
from mia.voice.resources.org.service import open_org

_PASSWORD = "app-role-of-this-bench"
_HERE = Path(__file__).parent / "knowledge"
_FILES = ("medspa.md", "dental.md", "wellness.md")
_SETS = ("questions.tsv", "fresh.tsv", "exact.tsv")
_MOST = 3


async def measure(database: Database) -> None:
    """Print a row for each set of questions and way of searching."""
    scope = scope_of_row(new_id(), "bench")
    async with database.org(scope) as session:
        await open_org(session, "Bench")
        ids = [await _keep(session, name) for name in _FILES]
    began = time.perf_counter()
    await Comparing(database).make_due()
    print(f"vectors of {len(ids)} files: {time.perf_counter() - began:.1f} s")
    print("| Questions | Way | hit@1 | hit@3 | ms (median) |\n|---|---|---|---|---|")
    for name in _SETS:
        asked = [row[1:] for row in csv.reader((_HERE / name).open(encoding="utf-8"), delimiter="\t")]
        for way in Way:
            async with database.org(scope) as session:
                print(f"| {name} ({len(asked)}) | {way} | {await _row(session, ids, asked, way)} |")


async def _row(session: OrgSession, ids: Sequence[UUID], asked: Sequence[Sequence[str]], way: Way) -> str:
    first = among = 0
    took = []
    for question, expected in asked:
        began = time.perf_counter()
        found = await search(session, ids, question, _MOST, way)
        took.append(1000 * (time.perf_counter() - began))
        hits = [expected.lower() in passage.text.lower() for passage in found]
        first, among = first + any(hits[:1]), among + any(hits)
    return f"{first} | {among} | {statistics.median(took):.0f}"


async def _keep(session: OrgSession, name: str) -> UUID:
    id = new_id()
    await FILES.create(session, {"name": name}, id=id)
    await index_text(session, id, (_HERE / name).read_text(encoding="utf-8"))
    return id


async def run(url: str) -> None:
    """Measure in the database at ``url``."""
    database = Database.connect(app_url(url, _PASSWORD), b"b" * 32, SystemClock())
    try:
        await measure(database)
    finally:
        await database.close()


def main() -> None:
    """Measure in a database that is thrown away."""
    with tempfile.TemporaryDirectory() as name:
        embedded = EmbeddedPostgres(Path(name), settings=("fsync=off", "full_page_writes=off"))
        embedded.start()
        try:
            migrate(embedded.url("mia"), _PASSWORD)
            asyncio.run(run(embedded.url("mia")))
        finally:
            embedded.stop()


if __name__ == "__main__":
    main()
