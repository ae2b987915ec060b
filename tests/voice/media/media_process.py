"""A real media process, for tests that kill it: ``python -m tests.voice.media.media_process <data> <dsn>``."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from mia.app.language_models import load_media_engine
from mia.platform.db.session import Database
from mia.platform.kernel.clock import SystemClock
from mia.platform.kernel.logging import configure_logging
from mia.platform.kernel.settings import Settings
from mia.voice.media.worker import run_media_worker
from tests.conftest import MASTER_KEY
from tests.fakes.phones.voice import voice_settings


async def main() -> None:
    data_dir, dsn = sys.argv[1:]

    @asynccontextmanager
    async def connected(_settings: Settings) -> AsyncIterator[Database]:
        database = Database.connect(dsn, MASTER_KEY, SystemClock(), pool_size=3)
        try:
            yield database
        finally:
            await database.close()

    configure_logging("info", json=True, process="media")
    await run_media_worker(voice_settings(Path(data_dir)), connected, load_media_engine)


asyncio.run(main())
