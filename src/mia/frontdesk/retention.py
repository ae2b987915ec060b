"""The purge of content (policy: 30 days or less): in every clinic, with receipts."""

import structlog

from mia.access import service as access
from mia.audit import service as audit
from mia.db.session import ClinicSession, Database
from mia.frontdesk import queries
from mia.frontdesk.ports import VoiceService
from mia.handsets import service as handsets
from mia.inbox import service as inbox
from mia.inbox.service import TalkRecord
from mia.kernel.scope import SystemScope
from mia.leads import service as leads
from mia.mail import service as mail
from mia.rebooking import service as rebooking

log = structlog.get_logger()

_ACTOR = "retention"


async def purge_old_content(database: Database, retention_days: int) -> int:
    """Remove transcripts, summaries, outcomes, task notes, tool results, what leads said and letters that are
    older than ``retention_days``, clinic by clinic. Patients, treatments, consents and the trail stay.

    Returns how many things were removed. A clinic whose purge fails does not keep the others waiting.
    """
    async with database.system(SystemScope.CRON) as system:
        clinics = await access.list_clinics(system)
    removed = 0
    for clinic in clinics:
        try:
            async with database.clinic(access.service_scope(clinic.id, _ACTOR)) as session:
                removed += await _purge(session, retention_days)
        except Exception as error:
            log.error("purge_failed", clinic_id=str(clinic.id), error=type(error).__name__)
    log.info("content_purged", count=removed)
    return removed


async def _purge(session: ClinicSession, retention_days: int) -> int:
    before = audit.content_cutoff(session.now(), retention_days)
    counts = await inbox.purge_old_content(session, before, retention_days)
    counts["tool_run"] = await queries.drop_old_tool_runs(session, before)
    counts["lead"] = await leads.purge_content(session, before)
    counts["mail"] = await mail.purge_content(session, before)
    counts["text"] = await inbox.purge_texts(session, before)
    counts["outreach"] = await rebooking.purge_outreach(session, before)
    counts["handset_text"] = await handsets.purge_content(session, before)
    await audit.record_purge(session, session.scope.clinic_id, counts, before)
    return sum(counts.values())


async def erase_at_voice_service(voice: VoiceService, talk: TalkRecord) -> None:
    """Erase a conversation where it was held; :class:`Unavailable` when that cannot be done now."""
    if talk.voice_id is not None:
        erase = voice.erase_call if talk.channel.is_spoken else voice.erase_chat
        await erase(talk.voice_id)


async def forget_tool_runs(session: ClinicSession, talk: TalkRecord) -> None:
    """Remove what tools answered in a conversation."""
    if talk.voice_id is not None:
        await queries.drop_tool_runs(session, talk.voice_id)
