"""An outbox dispatcher that runs for the length of a test's block."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager

from mia.platform.db.session import Database
from mia.platform.jobs.dispatcher import Dispatcher
from mia.platform.jobs.service import Handler


@asynccontextmanager
async def dispatching(database: Database, handlers: Mapping[str, Sequence[Handler]]) -> AsyncIterator[None]:
    """Hand events to ``handlers``, by name."""
    task = asyncio.create_task(Dispatcher(database, handlers).run())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
