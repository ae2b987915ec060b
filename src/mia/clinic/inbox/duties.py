"""What the job worker does for the inbox: texts leave when their event comes, and none is forgotten."""

import structlog

from mia.clinic.inbox.ports import SmsSender
from mia.clinic.inbox.threads.texting import TEXT_QUEUED, deliver_text, requeue_texts
from mia.identity import service as identity
from mia.platform.db.session import Database
from mia.platform.jobs.service import Event, Registry
from mia.platform.kernel.scope import SystemScope

log = structlog.get_logger()

_ACTOR = "inbox"


def register_texting(registry: Registry, sender: SmsSender) -> None:
    """Have the worker hand texts to ``sender``."""

    async def deliver(database: Database, event: Event) -> None:
        scope = identity.service_scope(event.tenant_id, _ACTOR)
        await deliver_text(database, scope, sender, event.ids["text_id"])

    async def requeue(database: Database) -> None:
        async with database.system(SystemScope.CRON) as system:
            clinics = await identity.list_clinics(system)
        for clinic in clinics:
            try:
                async with database.clinic(identity.service_scope(clinic.id, _ACTOR)) as session:
                    await requeue_texts(session)
            except Exception as error:  # one clinic that fails does not keep the others waiting
                log.error("texts_not_requeued", clinic_id=str(clinic.id), error=type(error).__name__)

    registry.register(TEXT_QUEUED, deliver)
    registry.periodic("inbox.requeue_texts", "*/3 * * * *", requeue)
