"""The lead behind a conversation: one who answers Mia's first text, or whom she called."""

import re
from dataclasses import dataclass, field
from datetime import timedelta
from uuid import UUID

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import Proof
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import ActivityStatus, Conversation
from mia.clinic.leads import service as leads
from mia.clinic.leads.answers import queries
from mia.clinic.leads.answers.dispatch import call_off
from mia.clinic.leads.answers.models import FollowUpRow
from mia.clinic.leads.answers.words import NOT_THEM, first_name
from mia.clinic.leads.service import Happening, Lead, LeadStage
from mia.clinic.patients import service as patients
from mia.platform.db.session import ClinicSession

ANSWERS = timedelta(days=14)
"""A text so soon after Mia's answers it."""
_FORMS = "frm_"
"""How the ids of web forms begin."""
_DENIES = re.compile(
    r"^(?:no|nope|nah|not me|wasn t me|it wasn t(?: me)?|that wasn t me)\b(?!.*\b(?:problem|worries)\b)"
    r"|\b(?:did not|didn t|never|not) (?:ask|request|contact|reach out|fill|sign|write)\w*\b|\bnot me\b"
)


@dataclass(frozen=True)
class Expected:
    """Someone who may answer: the lead, what was offered (tokens of times), and for which service."""

    lead: Lead
    first_name: str = field(repr=False)
    service_id: UUID | None
    offers: tuple[str, ...]


async def find_expected(session: ClinicSession, thread_id: UUID) -> Expected | None:
    """The lead whom a thread's number belongs to, when Mia has written to them and nothing came of it yet."""
    found = await _answered(session, thread_id)
    if found is None:
        return None
    row, lead = found
    return Expected(lead, first_name(lead.learned.name), row.service_id, tuple(row.offers))


async def find_lead_who_writes(session: ClinicSession, conversation: Conversation) -> Lead | None:
    """The lead with whom Mia is texting; None for everyone else."""
    thread_id = await inbox.find_thread_of_talk(session, conversation.id)
    found = await _answered(session, thread_id) if thread_id else None
    return found[1] if found else None


async def take_proof(session: ClinicSession, thread_id: UUID, text: str) -> str | None:
    """Someone answers the one text that a web form brought: the number is theirs, and what they agreed to in the
    form is consent from here on. Unless they say that it was not them; then what to answer to that."""
    found = await _answered(session, thread_id)
    if found is None or not found[0].general or found[0].state not in ("sending", "sent"):
        return None
    phone = await inbox.address_of_thread(session, thread_id)
    if _DENIES.search(" ".join(patients.fold(text))):
        await let_be(session, phone, "Says they didn't ask for anything")
        return NOT_THEM
    await consent.prove_contact(session, phone, Proof.FORM_REPLY)
    await consent.release_consents(session, phone, _FORMS)
    return None


async def note_reply(session: ClinicSession, thread_id: UUID, conversation: Conversation) -> str | None:
    """The lead answers: what is said from here on belongs to the lead and to the line of Mia's text. The lead's
    name, or None when it is no lead."""
    found = await _answered(session, thread_id)
    if found is None:
        return None
    row, lead = found
    await leads.tie_conversation(session, lead.id, conversation.id)
    if await inbox.tie_conversation(session, row.activity_id, conversation) and row.state in ("sending", "sent"):
        await queries.change_follow_up(session, row.id, {"state": "answered"})
        await inbox.change_outbound(session, row.activity_id, ActivityStatus.ANSWERED, "The lead has replied")
    await leads.note_event(session, lead.id, "replied", actor="lead")
    await leads.note_happening(session, lead.id, Happening.CONTACTED, actor="mia")
    return lead.learned.name


async def let_be(session: ClinicSession, phone: str, outcome: str) -> None:
    """Someone (E.164) wants no answer, or not now: what is planned does not leave, and the line says why."""
    blind = session.blind(phone)
    for row in await queries.list_scheduled(session, blind):
        await call_off(session, row)
    last = await queries.newest_at(session, blind, session.now() - ANSWERS)
    if last is not None and last.state in ("sent", "answered"):
        await queries.change_follow_up(session, last.id, {"state": "answered"})
        await inbox.change_outbound(session, last.activity_id, ActivityStatus.ANSWERED, outcome)
    for lead in await leads.find_open_leads(session, phone):
        await leads.note_event(session, lead.id, "declined", actor="lead")


async def _answered(session: ClinicSession, thread_id: UUID) -> tuple[FollowUpRow, Lead] | None:
    phone = await inbox.address_of_thread(session, thread_id)
    row = await queries.newest_at(session, session.blind(phone), session.now() - ANSWERS)
    lead = await leads.get_lead(session, row.lead_id) if row else None
    undecided = lead is not None and lead.stage in (LeadStage.NEW, LeadStage.CONTACTED)
    return (row, lead) if row and lead and undecided else None
