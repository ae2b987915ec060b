"""What every process begins with: its database, and a place for errors nobody expected.

Apart from the other parts, which a process that holds calls does not wait for.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, nullcontext
from importlib.metadata import version

import structlog
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from mia.db.development_clock import DevelopmentClock, following
from mia.db.migrate import NEWEST_REVISION
from mia.db.session import Database, SystemSession
from mia.faults.logged import errors_reported
from mia.faults.service import LocalReports, Reporter
from mia.kernel.clock import SystemClock
from mia.kernel.scope import SystemScope
from mia.kernel.settings import Settings, SettingsError

log = structlog.get_logger()

_SCHEMA_POLL_S = 0.05


@asynccontextmanager
async def connected(settings: Settings) -> AsyncIterator[Database]:
    """The app role's database, once its schema is the one this code needs; closed at the end."""
    if settings.database_app_url is None:
        raise SettingsError("DATABASE_APP_URL must be set to start one process by itself; or use `mia serve`")
    url = settings.database_app_url.get_secret_value()
    clock = None if settings.is_production else DevelopmentClock()
    database = Database.connect(url, settings.key("master"), clock or SystemClock())
    try:
        await _schema_ready(database)
        async with following(database, clock) if clock else nullcontext():
            yield database
    finally:
        await database.close()


async def schema_revision(session: SystemSession) -> str | None:
    """The revision the database stands at."""
    revision: str | None = await session.sql.scalar(text("SELECT version_num FROM alembic_version"))
    return revision


async def _schema_ready(database: Database) -> None:
    """Processes start side by side, also on several machines: wait for the one that migrates."""
    told = False
    while True:
        try:
            async with database.system(SystemScope.LOGIN) as session:
                if await schema_revision(session) == NEWEST_REVISION:
                    return
        except (SQLAlchemyError, OSError):
            pass  # no server yet, or no schema
        if not told:
            log.info("waiting_for_schema", revision=NEWEST_REVISION)
            told = True
        await asyncio.sleep(_SCHEMA_POLL_S)


@contextmanager
def fault_reporter(database: Database, settings: Settings) -> Iterator[Reporter]:
    """Where unexpected errors go: a service for errors where one is set, else the list an owner reads."""
    if settings.sentry_dsn is None:
        yield LocalReports(database)
        return
    from mia.adapters.sentry_faults import SentryReporter  # a tenth of a second, for those who use it

    reporter = SentryReporter(settings, release=f"mia@{version('mia')}")
    try:
        yield reporter
    finally:
        reporter.close()


@asynccontextmanager
async def connected_and_watched(settings: Settings) -> AsyncIterator[Database]:
    """Like :func:`connected` for a process that holds calls: what fails in one is reported."""
    async with connected(settings) as database:
        with fault_reporter(database, settings) as reporter, errors_reported(reporter, "media"):
            yield database
