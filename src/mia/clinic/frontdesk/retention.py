"""The purge of content (policy: 30 days or less): in every clinic, with receipts."""

from datetime import timedelta

import structlog

from mia.clinic.frontdesk import queries
from mia.clinic.frontdesk.desk import ACTOR, FrontDesk
from mia.clinic.frontdesk.ports import VoiceService
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import TalkRecord
from mia.clinic.leads import service as leads
from mia.clinic.outreach import service as outreach
from mia.clinic.practice import service as practices
from mia.clinic.schedule import service as schedule
from mia.clinic.teaching import service as teaching
from mia.clinic.verification import service as verification
from mia.identity import service as identity
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession, Database
from mia.platform.kernel.errors import Unavailable
from mia.platform.kernel.scope import ClinicScope
from mia.platform.mail import service as mail
from mia.platform.sandbox_phones import service as sandbox_phones

log = structlog.get_logger()

_ACTOR = "retention"
_SETTLED = timedelta(days=2)
_BATCH = 200
"""Conversations erased for a clinic in one run."""


async def purge_old_content(database: Database, retention_days: int) -> int:
    """Remove transcripts, summaries, outcomes, task notes, tool results, what leads said and emails that are
    older than ``retention_days``, or than the clinic keeps them, clinic by clinic. Patients, treatments, consents
    and the audit log stay.

    Returns how many things were removed. A clinic whose purge fails does not keep the others waiting.
    """
    purged = await identity.in_every_clinic(database, _ACTOR, lambda session: _purge(session, retention_days))
    removed = sum(purged)
    log.info("content_purged", count=removed)
    return removed


async def purge_at_voice_service(desk: FrontDesk) -> int:
    """Erase, where they were held, the conversations of clinics that keep content for a shorter time than the
    installation, which the voice service knows alone. Returns how many; what cannot be erased now waits."""
    return sum(await identity.for_every_clinic(desk.database, ACTOR, lambda scope: _erase_held(desk, scope)))


async def _erase_held(desk: FrontDesk, scope: ClinicScope) -> int:
    at_most, erased = desk.settings.retention_days, 0
    async with desk.database.clinic(scope) as session:
        days = await practices.content_days(session, at_most)
        before = audit.content_cutoff(session.now(), days)
        since = session.now() - timedelta(days=at_most) - _SETTLED  # the voice service has purged what is older
        held = await inbox.list_held(session, since, before, _BATCH) if days < at_most else []
    for talk in held:
        try:
            await erase_at_voice_service(desk.voice(scope.clinic_id), talk)
        except Unavailable:
            log.warning("voice_purge_postponed", conversation_id=str(talk.id))
            continue
        async with desk.database.clinic(scope) as session:
            await inbox.note_voice_erased(session, talk.id)
        erased += 1
    return erased


async def _purge(session: ClinicSession, at_most: int) -> int:
    retention_days = await practices.content_days(session, at_most)
    before = audit.content_cutoff(session.now(), retention_days)
    counts = await inbox.purge_old_content(session, before, retention_days)
    counts["tool_run"] = await queries.drop_old_tool_runs(session, before)
    counts["lead"] = await leads.purge_content(session, before)
    counts["mail"] = await mail.purge_content(session, before)
    counts["text"] = await inbox.purge_texts(session, before)
    counts["note"] = await inbox.purge_notes(session, before)
    counts["outreach"] = await outreach.purge_outreach(session, before)
    counts["proof"] = await verification.purge(session)
    counts["waiting"] = await schedule.purge_waiting(session)
    counts["question"] = await teaching.purge_questions(session, before)
    counts["case"] = await teaching.purge_cases(session, before)
    counts["sandbox_text"] = await sandbox_phones.purge_content(session, before)
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
