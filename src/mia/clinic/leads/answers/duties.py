"""What the job worker does for lead conversion: leads are answered, stages follow the texts and the visits."""

from mia.clinic.inbox import service as inbox
from mia.clinic.leads import service as leads
from mia.clinic.leads.answers import settlement
from mia.clinic.leads.answers.answering import start
from mia.clinic.outreach.service import with_id
from mia.identity import service as identity
from mia.platform.db.session import Database
from mia.platform.jobs.service import Registry

_ACTOR = "mia"


def register_conversion(registry: Registry) -> None:
    """Have the worker do it. Register after outreach: a text has left before its recipient was contacted."""
    registry.register(leads.CAPTURED, with_id("lead_id", _ACTOR, start))
    registry.register(inbox.TEXT_SETTLED, with_id("text_id", _ACTOR, settlement.note_texted))
    registry.register(inbox.OPTED_OUT, with_id("thread_id", _ACTOR, settlement.settle_opt_out))
    for name, settle in (
        ("booked", settlement.settle_booking),
        ("cancelled", settlement.settle_cancellation),
        ("missed", settlement.settle_cancellation),
        ("completed", settlement.settle_completion),
    ):
        registry.register(f"appointment.{name}", with_id("appointment_id", _ACTOR, settle))
    registry.periodic("conversion.settle_visits", "*/5 * * * *", _settle_visits)


async def _settle_visits(database: Database) -> None:
    await identity.in_every_clinic(database, _ACTOR, settlement.settle_visits)
