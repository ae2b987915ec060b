"""A real media process, for tests that kill it: ``python -m tests.voice.media.media_process <data> <dsn>``."""

import asyncio
import sys
from pathlib import Path

from mia.db.session import Database
from mia.kernel.clock import SystemClock
from mia.kernel.logging import configure_logging
from mia.voice.assembly import load_engine
from mia.voice.media.worker import run_media_worker
from tests.conftest import MASTER_KEY
from tests.fakes.voice import voice_settings


async def main() -> None:
    data_dir, dsn = sys.argv[1:]
    configure_logging("info", json=True, process="media")
    database = Database.connect(dsn, MASTER_KEY, SystemClock(), pool_size=3)
    try:
        await run_media_worker(voice_settings(Path(data_dir)), database, load_engine)
    finally:
        await database.close()


asyncio.run(main())
