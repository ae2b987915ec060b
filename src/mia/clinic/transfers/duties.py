"""What the worker does about imports."""

from collections.abc import Sequence
from datetime import timedelta

import structlog

from mia.clinic.transfers import queries
from mia.clinic.transfers.service import STEP, UNDO_FOR, UNFINISHED, ImportState
from mia.clinic.transfers.steps import take_step
from mia.identity import service as identity
from mia.platform.db.session import ClinicSession, Database
from mia.platform.jobs.service import Event, Registry
from mia.platform.kernel.scope import SystemScope

log = structlog.get_logger()

ABANDONED_AFTER = timedelta(days=1)
"""A file that was uploaded and not imported is gone then."""
_STUCK = (ImportState.READING, ImportState.CHECKING)
"""Steps that take minutes: anyone who stands there for a day failed at each try, and has imported nothing."""
_ENDED: Sequence[ImportState] = (ImportState.DONE, ImportState.UNDONE)


def register_transfers(registry: Registry) -> None:
    """Imports go on by their events; what no one finished is forgotten by the clock."""
    registry.register(STEP, _step)
    registry.periodic("transfers.forget_old_imports", "17 * * * *", forget_old_imports)


async def _step(database: Database, event: Event) -> None:
    async with database.clinic(identity.service_scope(event.tenant_id, "import")) as session:
        await take_step(session, event.ids["import_id"])


async def forget_old_imports(database: Database) -> None:
    """Drop files that were left lying for a day, and after 30 days what could be undone until then."""
    async with database.system(SystemScope.CRON) as system:
        clinics = await identity.list_clinics(system)
    for clinic in clinics:
        try:
            async with database.clinic(identity.service_scope(clinic.id, "retention")) as session:
                await _forget(session)
        except Exception as error:
            log.error("import_duty_failed", clinic_id=str(clinic.id), error=type(error).__name__)


async def _forget(session: ClinicSession) -> None:
    now = session.now()
    stale = await queries.list_stale(session, now - ABANDONED_AFTER, [*UNFINISHED, *_STUCK])
    stale += await queries.list_stale(session, now - UNDO_FOR, _ENDED)
    for import_id in stale:
        await queries.drop_import(session, import_id)
