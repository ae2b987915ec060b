"""What the job worker does for rebooking: intents leave, their outcomes arrive, the ledger follows the visits."""

from collections.abc import Awaitable, Callable
from uuid import UUID

import structlog

from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import OutboundCalls
from mia.clinic.patients import service as patients
from mia.clinic.recalls.ledger import refresh
from mia.clinic.recalls.outreach import settlement
from mia.clinic.recalls.outreach.dispatch import dispatch, release_due
from mia.clinic.recalls.outreach.service import DUE
from mia.clinic.recalls.rules import RULES_CHANGED
from mia.identity import service as identity
from mia.platform.db.session import ClinicSession, Database
from mia.platform.jobs.service import Event, Handler, Registry
from mia.platform.kernel.scope import ClinicScope, SystemScope
from mia.platform.mail import service as mail
from mia.platform.realtime import service as realtime

log = structlog.get_logger()

_ACTOR = "rebooking"
_VISIT_EVENTS = ("booked", "cancelled", "moved", "completed", "missed", "reopened")
_Settle = Callable[[ClinicSession, UUID], Awaitable[object]]


def register_rebooking(registry: Registry, calls: OutboundCalls) -> None:
    """Have the worker do it. Register after mail: an email is settled once it has been handed over."""

    async def send(database: Database, event: Event) -> None:
        await dispatch(database, _scope(event), calls, event.ids["outreach_id"])

    registry.register(DUE, send)
    registry.register(inbox.TEXT_SETTLED, _with("text_id", settlement.settle_text))
    registry.register(inbox.OPTED_OUT, _with("thread_id", settlement.settle_opt_out))
    registry.register(mail.QUEUED, _with("mail_id", settlement.settle_mail))
    registry.register("appointment.booked", _with("appointment_id", settlement.attribute_booking))
    registry.register("appointment.cancelled", _with("appointment_id", settlement.revoke_booking))
    for event in (*(f"appointment.{what}" for what in _VISIT_EVENTS), patients.CHANGED):
        registry.register(event, _with("patient_id", _refresh_one))
    registry.register(RULES_CHANGED, _with("clinic_id", _follow_rules))
    registry.periodic("rebooking.release_due", "* * * * *", _release)
    registry.periodic("rebooking.refresh_ledger", "11 4 * * *", _refresh_all)


def _with(name: str, work: _Settle) -> Handler:
    """A handler that does ``work`` with one of an event's ids, in the clinic's transaction."""

    async def handle(database: Database, event: Event) -> None:
        async with database.clinic(_scope(event)) as session:
            await work(session, event.ids[name])

    return handle


def _scope(event: Event) -> ClinicScope:
    return identity.service_scope(event.tenant_id, _ACTOR)


async def _refresh_one(session: ClinicSession, patient_id: UUID) -> None:
    await refresh(session, [patient_id])


async def _follow_rules(session: ClinicSession, clinic_id: UUID) -> None:
    """What is due changes for everyone; the pages load their lists again."""
    await refresh(session)
    await realtime.publish(session, "settings.changed", clinic_id)


async def _release(database: Database) -> None:
    await _everywhere(database, release_due)
    await _everywhere(database, settlement.settle_stuck)


async def _refresh_all(database: Database) -> None:
    """Once a night the whole ledger is derived again: nothing that was missed lasts."""
    await _everywhere(database, refresh)


async def _everywhere(database: Database, work: Callable[[ClinicSession], Awaitable[object]]) -> None:
    """In every clinic; one that fails does not keep the others waiting."""
    async with database.system(SystemScope.CRON) as system:
        clinics = await identity.list_clinics(system)
    for clinic in clinics:
        try:
            async with database.clinic(identity.service_scope(clinic.id, _ACTOR)) as session:
                await work(session)
        except Exception as error:
            log.error("rebooking_duty_failed", clinic_id=str(clinic.id), error=type(error).__name__)
