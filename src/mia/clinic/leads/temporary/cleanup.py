"""What becomes of temporary leads that no one kept: gone from the tables, and from the disk."""

from datetime import timedelta

import psycopg
import structlog

from mia.clinic.leads.temporary import queries
from mia.identity import service as identity
from mia.identity.service import Limit
from mia.platform.audit import service as audit
from mia.platform.db.maintenance import rewrite
from mia.platform.db.session import Database
from mia.platform.kernel.scope import ClinicScope, SystemScope
from mia.platform.realtime import service as realtime

log = structlog.get_logger()

EVERY_5_MINUTES = "*/5 * * * *"
"""How often the server cleans up (spec §9)."""
_ACTOR = "retention"
_TABLE = "temporary_leads"
LEAD_CLEANUP = Limit("lead-cleanup", timedelta(minutes=1), per_subject=6)
"""Clean-ups of expired leads that are asked for; the subject is the clinic. The server cleans up by itself."""


async def cleanup_expired_leads(database: Database) -> int:
    """Remove every clinic's temporary leads that have had their time, and give their place on the disk back;
    returns how many there were. Periodic work, and done at the start.

    What was sealed may be found in the write-ahead log until PostgreSQL writes over it: ciphertext, as everywhere.
    """
    async with database.system(SystemScope.CRON) as session:
        clinic_ids = await queries.clinics_with_expired(session)
    removed = 0
    for clinic_id in clinic_ids:
        try:
            removed += await _clean(database, identity.service_scope(clinic_id, _ACTOR))
        except Exception as error:
            log.error("lead_cleanup_failed", clinic_id=str(clinic_id), error=type(error).__name__)
    await _free_disk(database)
    return removed


async def cleanup_of_clinic(database: Database, scope: ClinicScope) -> int:
    """The same for one clinic whose staff asks for it; :class:`TooManyRequests` when they ask too often."""
    await identity.check(database, LEAD_CLEANUP, "", str(scope.clinic_id))
    removed = await _clean(database, scope)
    if removed:
        await _free_disk(database)
    return removed


async def _clean(database: Database, scope: ClinicScope) -> int:
    async with database.clinic(scope) as session:
        now = session.now()
        gone = await queries.drop_expired(session, now)
        for lead_id in gone:
            await realtime.publish(session, "temporary_lead.changed", lead_id)
        await audit.record_purge(session, scope.clinic_id, {"temporary_lead": len(gone)}, now)
    return len(gone)


async def _free_disk(database: Database) -> None:
    try:
        if not await rewrite(database.listen_dsn, _TABLE):
            log.info("lead_table_busy")
    except psycopg.Error as error:  # a later run does it
        log.warning("lead_table_not_rewritten", error=type(error).__name__)
