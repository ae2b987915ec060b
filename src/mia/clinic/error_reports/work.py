"""Error reports of the job worker: what its handlers and tasks did not expect."""

from mia.clinic.error_reports.ports import Reporter
from mia.clinic.error_reports.reduction import report_of
from mia.platform.audit.service import PLATFORM
from mia.platform.db.http import DATABASE_AWAY
from mia.platform.db.session import Database
from mia.platform.jobs.service import Event, Handler, PeriodicTask, Registry, Task
from mia.platform.kernel.errors import MiaError

_EXPECTED = (MiaError, *DATABASE_AWAY)
"""What passes when tried again."""


def reported(registry: Registry, reporter: Reporter) -> Registry:
    """The same handlers and tasks; what fails in them unexpectedly is reported, and fails as before."""
    watched = Registry()
    for name, handlers in registry.handlers.items():
        for handler in handlers:
            watched.register(name, _handler(name, handler, reporter))
    for each in registry.periodic_tasks:
        watched.periodic(each.name, each.cron, _task(each, reporter))
    return watched


def _handler(name: str, handler: Handler, reporter: Reporter) -> Handler:
    async def watched(database: Database, event: Event) -> None:
        try:
            await handler(database, event)
        except _EXPECTED:
            raise
        except Exception as error:
            await reporter.report(report_of(error, "worker", route=name, tenant_id=event.tenant_id))
            raise

    return watched


def _task(periodic: PeriodicTask, reporter: Reporter) -> Task:
    async def watched(database: Database) -> None:
        try:
            await periodic.task(database)
        except _EXPECTED:
            raise
        except Exception as error:
            await reporter.report(report_of(error, "worker", route=periodic.name, tenant_id=PLATFORM))
            raise

    return watched
