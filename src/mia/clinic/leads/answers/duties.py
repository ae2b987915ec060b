"""What the job worker does for lead conversion: answers leave, their outcomes arrive, stages follow the visits."""

from collections.abc import Awaitable, Callable
from uuid import UUID

import structlog

from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import OutboundCalls
from mia.clinic.leads import service as leads
from mia.clinic.leads.answers import settlement
from mia.clinic.leads.answers.dispatch import dispatch, release_due
from mia.clinic.leads.answers.follow_up import DUE, start
from mia.clinic.schedule.service import SlotSigner
from mia.identity import service as identity
from mia.platform.db.session import ClinicSession, Database
from mia.platform.jobs.service import Event, Handler, Registry
from mia.platform.kernel.scope import ClinicScope, SystemScope

log = structlog.get_logger()

_ACTOR = "mia"


def register_conversion(registry: Registry, calls: OutboundCalls, signer: SlotSigner) -> None:
    """Have the worker do it; ``signer`` signs the times that leads are offered."""

    async def send(database: Database, event: Event) -> None:
        await dispatch(database, _scope(event), signer, calls, event.ids["follow_up_id"])

    registry.register(leads.CAPTURED, _with("lead_id", start))
    registry.register(DUE, send)
    registry.register(inbox.TEXT_SETTLED, _with("text_id", settlement.settle_text))
    registry.register(inbox.OPTED_OUT, _with("thread_id", settlement.settle_opt_out))
    registry.register("appointment.booked", _with("appointment_id", settlement.settle_booking))
    registry.register("appointment.cancelled", _with("appointment_id", settlement.settle_cancellation))
    registry.register("appointment.missed", _with("appointment_id", settlement.settle_cancellation))
    registry.register("appointment.completed", _with("appointment_id", settlement.settle_completion))
    registry.periodic("conversion.release_due", "* * * * *", _release)
    registry.periodic("conversion.settle_visits", "*/5 * * * *", _settle_visits)


def _with(name: str, work: Callable[[ClinicSession, UUID], Awaitable[object]]) -> Handler:
    """A handler that does ``work`` with one of an event's ids, in the clinic's transaction."""

    async def handle(database: Database, event: Event) -> None:
        async with database.clinic(_scope(event)) as session:
            await work(session, event.ids[name])

    return handle


def _scope(event: Event) -> ClinicScope:
    return identity.service_scope(event.tenant_id, _ACTOR)


async def _release(database: Database) -> None:
    await _everywhere(database, release_due)
    await _everywhere(database, settlement.settle_stuck)


async def _settle_visits(database: Database) -> None:
    await _everywhere(database, settlement.settle_visits)


async def _everywhere(database: Database, work: Callable[[ClinicSession], Awaitable[object]]) -> None:
    """In every clinic; one that fails does not keep the others waiting."""
    async with database.system(SystemScope.CRON) as system:
        clinics = await identity.list_clinics(system)
    for clinic in clinics:
        try:
            async with database.clinic(identity.service_scope(clinic.id, _ACTOR)) as session:
                await work(session)
        except Exception as error:
            log.error("conversion_duty_failed", clinic_id=str(clinic.id), error=type(error).__name__)
