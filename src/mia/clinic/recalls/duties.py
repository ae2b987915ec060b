"""What the job worker does for rebooking: the ledger follows the visits, bookings find their contact."""

from uuid import UUID

from mia.clinic.inbox import service as inbox
from mia.clinic.outreach.service import with_id
from mia.clinic.patients import service as patients
from mia.clinic.recalls import settlement
from mia.clinic.recalls.ledger import refresh
from mia.clinic.recalls.rules import RULES_CHANGED
from mia.identity import service as identity
from mia.platform.db.session import ClinicSession, Database
from mia.platform.jobs.service import Registry
from mia.platform.realtime import service as realtime

_ACTOR = "rebooking"
_VISIT_EVENTS = ("booked", "cancelled", "moved", "completed", "missed", "reopened")


def register_rebooking(registry: Registry) -> None:
    """Have the worker do it."""
    registry.register(inbox.OPTED_OUT, with_id("thread_id", _ACTOR, settlement.settle_opt_out))
    registry.register("appointment.booked", with_id("appointment_id", _ACTOR, settlement.attribute_booking))
    registry.register("appointment.cancelled", with_id("appointment_id", _ACTOR, settlement.revoke_booking))
    for event in (*(f"appointment.{what}" for what in _VISIT_EVENTS), patients.CHANGED):
        registry.register(event, with_id("patient_id", _ACTOR, _refresh_one))
    registry.register(RULES_CHANGED, with_id("clinic_id", _ACTOR, _follow_rules))
    registry.periodic("rebooking.refresh_ledger", "11 4 * * *", _refresh_all)


async def _refresh_one(session: ClinicSession, patient_id: UUID) -> None:
    await refresh(session, [patient_id])


async def _follow_rules(session: ClinicSession, clinic_id: UUID) -> None:
    """What is due changes for everyone; the pages load their lists again."""
    await refresh(session)
    await realtime.publish(session, "settings.changed", clinic_id)


async def _refresh_all(database: Database) -> None:
    """Once a night the whole ledger is derived again: nothing that was missed lasts."""
    await identity.in_every_clinic(database, _ACTOR, refresh)
