"""What the worker does about imports."""

from collections.abc import Sequence
from datetime import timedelta

from mia.clinic.records.transfers import queries
from mia.clinic.records.transfers.service import STEP, UNDO_FOR, UNFINISHED, ImportState
from mia.clinic.records.transfers.steps import take_step
from mia.identity import service as identity
from mia.platform.db.session import ClinicSession, Database
from mia.platform.jobs.service import Event, Registry

ABANDONED_AFTER = timedelta(days=1)
"""A file that was uploaded and not imported is gone then."""
_STUCK = (ImportState.READING, ImportState.CHECKING)
"""Steps that take minutes: an import stuck for a day failed at each try and has imported nothing."""
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
    await identity.in_every_clinic(database, "retention", _forget)


async def _forget(session: ClinicSession) -> None:
    now = session.now()
    stale = await queries.list_stale(session, now - ABANDONED_AFTER, [*UNFINISHED, *_STUCK])
    stale += await queries.list_stale(session, now - UNDO_FOR, _ENDED)
    for import_id in stale:
        await queries.drop_import(session, import_id)
