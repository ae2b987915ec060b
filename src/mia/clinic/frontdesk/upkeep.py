"""Work of the front desk after a call: recordings brought home, lost conversations closed, and what visitors told
the demo practice forgotten."""

from datetime import timedelta
from uuid import UUID

import structlog

from mia.clinic.consent import service as consent
from mia.clinic.frontdesk import queries
from mia.clinic.frontdesk.desk import ACTOR, FrontDesk
from mia.clinic.frontdesk.ports import VoiceService, VoiceState, WebCall
from mia.clinic.frontdesk.retention import purge_at_voice_service
from mia.clinic.frontdesk.server_messages.follow_up import conclude
from mia.clinic.frontdesk.server_messages.handling import read_report
from mia.clinic.frontdesk.server_messages.recording import RECORDED
from mia.clinic.frontdesk.tools.bookings import booked_in
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import Conversation
from mia.clinic.leads import service as leads
from mia.clinic.patients import service as patients
from mia.clinic.practice import service as practices
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import AppointmentStatus
from mia.clinic.teaching import service as teaching
from mia.clinic.verification import service as verification
from mia.identity import service as identity
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession, Database
from mia.platform.jobs.service import Event, Registry
from mia.platform.kernel.errors import MiaError, NotFound, Unavailable
from mia.platform.kernel.ids import encode
from mia.platform.kernel.scope import ClinicScope

log = structlog.get_logger()

OVERDUE = timedelta(minutes=15)
"""Longer than the longest call and its report: an open conversation older than this is looked into."""
HOPELESS = timedelta(hours=2)
"""No call lasts so long: it is closed whatever the voice service says, or does not."""
VISITOR_RETENTION = timedelta(hours=24)
"""How long what visitors told the demo practice is kept (design: behaviour in doubt)."""

_BATCH = 50
_LOST = "report-never-arrived"


def register_upkeep(registry: Registry, desk: FrontDesk) -> None:
    """Have the job worker do it: lost conversations every five minutes, the purge every hour."""

    async def close(_database: Database) -> object:
        return await close_lost_conversations(desk)

    async def purge(_database: Database) -> object:
        return await purge_demo_visitors(desk)

    async def renew(_database: Database, event: Event) -> None:
        await renew_assistant(desk, event.tenant_id)

    async def purge_held(_database: Database) -> object:
        return await purge_at_voice_service(desk)

    registry.register(practices.CHANGED, renew)
    registry.periodic("frontdesk.purge_at_voice_service", "42 * * * *", purge_held)
    registry.periodic("frontdesk.close_lost_conversations", "*/5 * * * *", close)
    registry.periodic("frontdesk.purge_demo_visitors", "17 * * * *", purge)


async def renew_assistant(desk: FrontDesk, clinic_id: UUID) -> None:
    """What the practice has changed reaches Mia now, and conversations that go on with their next turn. A practice
    that no one has talked with yet is prepared when someone does."""
    async with desk.database.clinic(desk.scope(clinic_id)) as session:
        known = await queries.find_assistant(session)
    if known is not None:
        await desk.ensure_assistant(clinic_id)


async def close_lost_conversations(desk: FrontDesk) -> int:
    """Close conversations whose report never came, with what the voice service knows of them.

    No call just drops: what was learned becomes a lead and a task. Returns how many were closed.
    """
    return sum(await identity.for_every_clinic(desk.database, ACTOR, lambda scope: _close_lost(desk, scope)))


async def _close_lost(desk: FrontDesk, scope: ClinicScope) -> int:
    async with desk.database.clinic(scope) as session:
        lost = await inbox.list_unfinished(session, session.now() - OVERDUE, _BATCH)
    return sum([await _close(desk, scope, conversation) for conversation in lost])


async def purge_demo_visitors(desk: FrontDesk) -> int:
    """Remove what visitors told more than 24 hours ago: words, names, numbers, their appointments.

    Returns how many conversations were emptied. One whose call cannot be erased at the voice service is
    left for the next run.
    """
    return sum(await identity.for_every_clinic(desk.database, ACTOR, lambda scope: _purge_visitors(desk, scope)))


async def _purge_visitors(desk: FrontDesk, scope: ClinicScope) -> int:
    purged = 0
    async with desk.database.clinic(scope) as session:
        expired = await inbox.list_expired_visitors(session, session.now() - VISITOR_RETENTION, _BATCH)
    for conversation in expired:
        try:
            await _purge(desk, scope, conversation)
        except Unavailable:
            log.warning("visitor_purge_postponed", conversation_id=str(conversation.id))
        else:
            purged += 1
    return purged


async def _close(desk: FrontDesk, scope: ClinicScope, conversation: Conversation) -> bool:
    voice = desk.voice(scope.clinic_id)
    state = await _state(voice, conversation)
    hopeless = conversation.started_at < desk.database.clock.now() - HOPELESS
    if state is not None and not state.ended and not hopeless:
        return False
    if state is not None and not state.ended:
        await _hang_up(voice, conversation)
    async with desk.database.clinic(scope) as session:
        current = await inbox.get_conversation(session, conversation.id, lock=True)
        if current.is_closed:
            return False
        report = {"endedReason": _LOST, **(state.report if state else {})}
        await conclude(session, current, read_report(report, session.now()))
    log.warning("conversation_reconciled", conversation_id=str(conversation.id), known=state is not None)
    return True


async def _state(voice: VoiceService, conversation: Conversation) -> VoiceState | None:
    """What the voice service knows; None when nothing, as of a conversation that never began."""
    if conversation.voice_id is None:
        return None
    try:
        if conversation.channel.is_spoken:
            return await voice.call_state(conversation.voice_id)
        return await voice.chat_state(conversation.voice_id)
    except Unavailable:
        return VoiceState(ended=False)


async def _hang_up(voice: VoiceService, conversation: Conversation) -> None:
    assert conversation.voice_id is not None
    try:
        if not conversation.channel.is_spoken:
            await voice.end_chat(conversation.voice_id)
        elif conversation.ticket is not None:
            await voice.end_call(WebCall(conversation.voice_id, conversation.ticket))
    except MiaError as error:
        log.info("hang_up_failed", conversation_id=str(conversation.id), error=type(error).__name__)


async def _purge(desk: FrontDesk, scope: ClinicScope, conversation: Conversation) -> None:
    if not conversation.is_closed:
        await _close(desk, scope, conversation)
    if conversation.voice_id is not None:
        voice = desk.voice(scope.clinic_id)
        erase = voice.erase_call if conversation.channel.is_spoken else voice.erase_chat
        await erase(conversation.voice_id)
    async with desk.database.clinic(scope) as session:
        await inbox.get_conversation(session, conversation.id, lock=True)
        await _forget_visits(session, conversation)
        await consent.forget_given_in(session, encode("cnv", conversation.id))
        await verification.forget_conversation(session, conversation.id)
        await schedule.forget_waiting(session, conversation_id=conversation.id)
        if conversation.voice_id is not None:
            await queries.drop_tool_runs(session, conversation.voice_id)
        await teaching.forget_questions(session, [conversation.id])
        await teaching.forget_cases(session, [conversation.id])
        await inbox.purge_content(session, conversation.id)
        await leads.drop_lead(session, conversation.id)
        await audit.record(session, "visitor.purge", "conversation", [conversation.id])
    log.info("visitor_purged", conversation_id=str(conversation.id))


async def _forget_visits(session: ClinicSession, conversation: Conversation) -> None:
    """Cancel what the visitor booked, and anonymise the patients who were entered for it."""
    for appointment_id in booked_in(await queries.list_tool_runs(session, conversation.voice_id or "")):
        try:
            appointment = await schedule.get_appointment(session, appointment_id)
        except NotFound:
            continue
        if appointment.status is AppointmentStatus.BOOKED:
            await schedule.cancel(session, appointment.id)
        patient = await patients.get_patient(session, appointment.patient_id)
        if patient.created_at >= conversation.started_at:
            for contact in filter(None, (patient.phone, patient.email)):
                await consent.forget_contact(session, contact)
            await patients.anonymize_patient(session, patient.id)


def register_recordings(registry: Registry, desk: FrontDesk) -> None:
    """Have the job worker bring recordings home."""

    async def fetch(_database: Database, event: Event) -> None:
        await fetch_recording(desk, event.tenant_id, event.ids["conversation_id"])

    registry.register(RECORDED, fetch)


async def fetch_recording(desk: FrontDesk, clinic_id: UUID, conversation_id: UUID) -> None:
    """Store a recording here and erase it at the voice service; again is no error.

    :class:`Unavailable` when the voice service cannot be reached: its event is then tried again.
    """
    scope = desk.scope(clinic_id)
    async with desk.database.clinic(scope) as session:
        conversation = await inbox.get_conversation(session, conversation_id)
    if conversation.voice_id is None:
        return
    voice = desk.voice(clinic_id)
    sound = await voice.read_recording(conversation.voice_id)
    if sound is None:
        return
    async with desk.database.clinic(scope) as session:
        kept = await inbox.keep_recording(session, conversation_id, sound)
    await voice.erase_recording(conversation.voice_id)
    log.info("recording_fetched", conversation_id=str(conversation_id), kept=kept)
