"""What the job worker does for the client analytics: no one who opens it waits for what happened since."""

from contextlib import suppress
from datetime import timedelta

from mia.clinic.insights.analytics_queries import Narrowing
from mia.clinic.insights.counting import count_window
from mia.clinic.insights.deriving import bring_up_to_date
from mia.clinic.insights.recalls import EVERY_10_MINUTES, sum_up
from mia.clinic.insights.windows import DateRange, window_of
from mia.clinic.practice import service as practices
from mia.identity import service as identity
from mia.platform.db.session import ClinicSession, Database
from mia.platform.jobs.service import Registry
from mia.platform.kernel.errors import NotFound

_ACTOR = "insights"
_LONGEST_QUARTER = timedelta(days=93)


def register_insights(registry: Registry) -> None:
    """Have the worker keep it up to date in every clinic."""
    registry.periodic("insights.bring_up_to_date", "*/2 * * * *", _keep_up_everywhere)
    registry.periodic("insights.sum_up_recalls", EVERY_10_MINUTES, _sum_up_everywhere)


async def _keep_up_everywhere(database: Database) -> None:
    await identity.in_every_clinic(database, _ACTOR, keep_up)


async def _sum_up_everywhere(database: Database) -> None:
    await identity.in_every_clinic(database, _ACTOR, _sum_up)


async def _sum_up(session: ClinicSession) -> None:
    with suppress(NotFound):  # not set up yet
        await sum_up(session)


async def keep_up(session: ClinicSession) -> None:
    """Derive whatever is stale in the longest window that can be asked for, and count what a page shows first."""
    try:
        practice = await practices.get_practice(session)
    except NotFound:
        return  # not set up yet
    year = window_of(DateRange.YEAR, session.now(), practice.zone)
    await bring_up_to_date(session, min(year.first, year.end - _LONGEST_QUARTER), year.end, practice.zone)
    for span in DateRange:
        window = window_of(span, session.now(), practice.zone)
        for one in (window.before, window):
            await count_window(session, one, Narrowing())
