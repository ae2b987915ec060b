"""What the job worker does for the inbox: texts leave when their event comes, none is forgotten, and who becomes a
patient keeps their thread."""

from mia.clinic.inbox.ports import SmsSender
from mia.clinic.inbox.threads.owning import link_patient_threads
from mia.clinic.inbox.threads.texting import TEXT_QUEUED, deliver_text, requeue_texts
from mia.clinic.patients import service as patients
from mia.identity import service as identity
from mia.platform.db.session import Database
from mia.platform.jobs.service import Event, Registry

_ACTOR = "inbox"


def register_texting(registry: Registry, sender: SmsSender) -> None:
    """Have the worker hand texts to ``sender``, and give threads to patients."""

    async def deliver(database: Database, event: Event) -> None:
        scope = identity.service_scope(event.tenant_id, _ACTOR)
        await deliver_text(database, scope, sender, event.ids["text_id"])

    async def requeue(database: Database) -> None:
        await identity.in_every_clinic(database, _ACTOR, requeue_texts)

    async def link(database: Database, event: Event) -> None:
        async with database.clinic(identity.service_scope(event.tenant_id, _ACTOR)) as session:
            await link_patient_threads(session, event.ids["patient_id"])

    registry.register(TEXT_QUEUED, deliver)
    registry.register(patients.CHANGED, link)
    registry.periodic("inbox.requeue_texts", "*/3 * * * *", requeue)
