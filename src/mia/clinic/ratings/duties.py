"""What the job worker does for ratings."""

import structlog

from mia.clinic.ratings.asking import ask_for_ratings
from mia.identity import service as identity
from mia.platform.db.session import Database
from mia.platform.jobs.service import Registry
from mia.platform.kernel.scope import SystemScope

log = structlog.get_logger()

_ACTOR = "mia"


def register_ratings(registry: Registry) -> None:
    """Have the worker ask in every clinic that lets Mia ask."""
    registry.periodic("ratings.ask", "*/10 * * * *", _ask_everywhere)


async def _ask_everywhere(database: Database) -> None:
    """One clinic that fails does not keep the others waiting."""
    async with database.system(SystemScope.CRON) as system:
        clinics = await identity.list_clinics(system)
    for clinic in clinics:
        try:
            async with database.clinic(identity.service_scope(clinic.id, _ACTOR)) as session:
                await ask_for_ratings(session)
        except Exception as error:
            log.error("ratings_not_asked", clinic_id=str(clinic.id), error=type(error).__name__)
