"""What every process begins with: its database, and a place for errors no one expected.

Apart from the other parts, which a process that holds calls does not wait for.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, nullcontext
from functools import partial
from importlib.metadata import version
from urllib.parse import urlsplit

import structlog
from sqlalchemy import text
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from mia.app.checks.service import require_master_key
from mia.clinic.error_reports.logged import errors_reported
from mia.clinic.error_reports.service import ErrorReport, LocalReports, Reporter
from mia.platform.db.development_clock import DevelopmentClock, following
from mia.platform.db.migrate import NEWEST_REVISION
from mia.platform.db.refusals import words_of
from mia.platform.db.session import Database, SystemSession
from mia.platform.kernel.clock import Clock, SystemClock
from mia.platform.kernel.keys import derived_secret
from mia.platform.kernel.scope import SystemScope
from mia.platform.kernel.settings import Settings, SettingsError
from mia.platform.kernel.start import StartRefused
from mia.platform.telemetry.metrics import DATABASE_CONNECTIONS, ERRORS

log = structlog.get_logger()

_SCHEMA_POLL_S = 0.05
_SOON_S = 5.0
_SLOW_POLL_S = 0.5

PATIENCE_S = 30.0
"""How long a process waits for a server that does not answer, or does not let it in: the database may be starting
or recovering, and the parent may be about to give the role its password."""


@asynccontextmanager
async def connected(settings: Settings, *, patience_s: float | None = None) -> AsyncIterator[Database]:
    """The app role's database, once its schema is the one this code needs; closed at the end.

    :class:`StartRefused` when the server cannot be used, or the master key is another one than the data's.
    """
    if settings.database_app_url is None:
        raise SettingsError("DATABASE_APP_URL must be set to start one process by itself; or use `mia serve`")
    clock = None if settings.is_production else DevelopmentClock()
    database = open_database(settings, settings.database_app_url.get_secret_value(), clock or SystemClock())
    DATABASE_CONNECTIONS.set_function(lambda: database.connections_in_use)
    try:
        await _schema_ready(database, PATIENCE_S if patience_s is None else patience_s)
        await require_master_key(settings, database)
        async with following(database, clock) if clock else nullcontext():
            yield database
    finally:
        await database.close()


def open_database(settings: Settings, url: str, clock: Clock, *, pool_size: int = 10) -> Database:
    """A database that follows the keys of the installation: a URL without password takes the derived one."""
    passwords = None if urlsplit(url).password else partial(app_passwords, settings)
    master = partial(settings.keys, "master")
    return Database.connect(url, master, clock, passwords=passwords, pool_size=pool_size)


def app_passwords(settings: Settings) -> list[str]:
    """The app role's password, and what it was under retired signing keys."""
    return [derived_secret(key, "database-role") for key in settings.keys("signing").accepted()]


async def schema_revision(session: SystemSession) -> str | None:
    """The revision the database stands at."""
    revision: str | None = await session.sql.scalar(text("SELECT version_num FROM alembic_version"))
    return revision


async def _schema_ready(database: Database, patience_s: float) -> None:
    """Processes start side by side, also on several machines: wait for the one that migrates."""
    told = False
    clock = asyncio.get_running_loop().time
    started = clock()
    while True:
        try:
            async with database.system(SystemScope.LOGIN) as session:
                revision = await schema_revision(session)
            if revision == NEWEST_REVISION:
                return
            if revision is not None and revision > NEWEST_REVISION:
                raise StartRefused(_newer(revision))
        except OperationalError as error:
            if clock() - started > patience_s:
                raise StartRefused(words_of(error) or str(type(error))) from None
        except (SQLAlchemyError, OSError):
            pass  # no schema yet
        if not told:
            log.info("waiting_for_schema", revision=NEWEST_REVISION)
            told = True
        await asyncio.sleep(_SCHEMA_POLL_S if clock() - started < _SOON_S else _SLOW_POLL_S)


def _newer(revision: str) -> str:
    return (
        f"The database was migrated by a newer version of Mia (revision {revision}; this version knows "
        f"{NEWEST_REVISION}). Start the newer version, or restore the backup that was made before the update."
    )


@contextmanager
def error_reporter(database: Database, settings: Settings) -> Iterator[Reporter]:
    """Where unexpected errors go: a service for errors where one is set, else the list an owner reads."""
    if settings.sentry_dsn is None:
        yield _Counted(LocalReports(database))
        return
    from mia.adapters.sentry_reports import SentryReporter  # a tenth of a second, for those who use it

    reporter = SentryReporter(settings, release=f"mia@{version('mia')}")
    try:
        yield _Counted(reporter)
    finally:
        reporter.close()


class _Counted:
    """A reporter that counts what it hands on."""

    def __init__(self, reporter: Reporter) -> None:
        self._reporter = reporter

    async def report(self, report: ErrorReport) -> None:
        ERRORS.labels(report.source, report.kind).inc()
        await self._reporter.report(report)


@asynccontextmanager
async def connected_and_watched(settings: Settings) -> AsyncIterator[Database]:
    """Like :func:`connected` for a process that holds calls: what fails in one is reported."""
    async with connected(settings) as database:
        with error_reporter(database, settings) as reporter, errors_reported(reporter, "media"):
            yield database
