"""The one number of 0.1.0, which the settings named together with its clinic, becomes that clinic's."""

import structlog

from mia.clinic.practice import service as practices
from mia.identity import service as identity
from mia.platform.db.session import Database
from mia.platform.kernel.scope import SystemScope
from mia.platform.kernel.settings import Settings

log = structlog.get_logger()


async def enter_first_number(database: Database, settings: Settings) -> None:
    """Assign ``MIA_TWILIO_NUMBER`` to ``MIA_TWILIO_CLINIC``, unless the number was ever assigned. At each start."""
    if settings.twilio_number is None or settings.twilio_clinic is None:
        return
    async with database.system(SystemScope.CARRIER) as system:
        if await practices.find_number(system, settings.twilio_number) is not None:
            return
    async with database.system(SystemScope.LOGIN) as system:
        clinic = await identity.find_clinic(system, settings.twilio_clinic)
    if clinic is None:
        log.warning("first_number_without_clinic")
        return
    async with database.clinic(identity.service_scope(clinic.id, "operator")) as session:
        await practices.assign_number(session, settings.twilio_number, label="Main line")
    log.info("first_number_assigned", clinic_id=str(clinic.id))
