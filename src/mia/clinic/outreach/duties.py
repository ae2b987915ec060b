"""What the job worker does for outreach: intents leave, and their outcomes arrive."""

from collections.abc import Awaitable, Callable
from uuid import UUID

from mia.clinic.inbox import service as inbox
from mia.clinic.outreach import settlement
from mia.clinic.outreach.dispatch import dispatch, release_due
from mia.clinic.outreach.intents import DUE
from mia.clinic.outreach.purpose import Means
from mia.identity import service as identity
from mia.platform.db.session import ClinicSession, Database
from mia.platform.jobs.service import Event, Handler, Registry
from mia.platform.mail import service as mail

_ACTOR = "mia"
Work = Callable[[ClinicSession, UUID], Awaitable[object]]


def register_outreach(registry: Registry, means: Means) -> None:
    """Have the worker do it. Register after mail: an email is settled once it has been handed over."""

    async def send(database: Database, event: Event) -> None:
        scope = identity.service_scope(event.tenant_id, _ACTOR)
        await dispatch(database, scope, means, event.ids["outreach_id"])

    async def release(database: Database) -> None:
        await identity.in_every_clinic(database, _ACTOR, release_due)
        await identity.in_every_clinic(database, _ACTOR, settlement.settle_stuck)

    registry.register(DUE, send)
    registry.register(inbox.TEXT_SETTLED, with_id("text_id", _ACTOR, settlement.settle_text))
    registry.register(mail.QUEUED, with_id("mail_id", _ACTOR, settlement.settle_mail))
    registry.periodic("outreach.release_due", "* * * * *", release)


def with_id(name: str, actor: str, work: Work) -> Handler:
    """A handler that does ``work`` with one of an event's ids, in the clinic's transaction."""

    async def handle(database: Database, event: Event) -> None:
        async with database.clinic(identity.service_scope(event.tenant_id, actor)) as session:
            await work(session, event.ids[name])

    return handle
