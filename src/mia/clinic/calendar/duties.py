"""What the job worker does for the calendar: notices leave, and their outcomes arrive."""

from collections.abc import Awaitable, Callable
from uuid import UUID

import structlog

from mia.clinic.calendar import notices
from mia.clinic.inbox import service as inbox
from mia.identity import service as identity
from mia.platform.db.session import ClinicSession, Database
from mia.platform.jobs.service import Event, Handler, Registry
from mia.platform.kernel.scope import SystemScope
from mia.platform.mail import service as mail

log = structlog.get_logger()

_ACTOR = "calendar"
_Work = Callable[[ClinicSession, UUID], Awaitable[None]]


def register_calendar(registry: Registry, origin: str) -> None:
    """Have the worker do it. Register after mail: an email is settled once it has been handed over. ``origin`` is
    where our pages are, for the links in notices."""

    async def send(session: ClinicSession, notice_id: UUID) -> None:
        await notices.send_notice(session, notice_id, origin)

    registry.register(notices.DUE, _with("notice_id", send))
    registry.register(inbox.TEXT_SETTLED, _with("text_id", notices.settle_text))
    registry.register(mail.QUEUED, _with("mail_id", notices.settle_mail))
    registry.periodic("calendar.release_due", "* * * * *", _release)


def _with(name: str, work: _Work) -> Handler:
    """A handler that does ``work`` with one of an event's ids, in the clinic's transaction."""

    async def handle(database: Database, event: Event) -> None:
        async with database.clinic(identity.service_scope(event.tenant_id, _ACTOR)) as session:
            await work(session, event.ids[name])

    return handle


async def _release(database: Database) -> None:
    """In every clinic; one that fails does not keep the others waiting."""
    async with database.system(SystemScope.CRON) as system:
        clinics = await identity.list_clinics(system)
    for clinic in clinics:
        try:
            async with database.clinic(identity.service_scope(clinic.id, _ACTOR)) as session:
                await notices.release_due(session)
        except Exception as error:
            log.error("calendar_duty_failed", clinic_id=str(clinic.id), error=type(error).__name__)
