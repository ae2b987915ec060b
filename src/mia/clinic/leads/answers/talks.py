"""The lead behind a conversation: one who answers Mia's first text, or whom she called."""

import re
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import Proof
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import Conversation
from mia.clinic.leads import service as leads
from mia.clinic.leads.answers.answering import ANSWERS, LEAD_ANSWER, lead_of
from mia.clinic.leads.answers.audience import GENERAL
from mia.clinic.leads.answers.words import NOT_THEM, first_name
from mia.clinic.leads.service import Lead
from mia.clinic.outreach import service as outreach
from mia.clinic.patients import service as patients
from mia.platform.db.session import ClinicSession

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
    awaited = await LEAD_ANSWER.find_awaited(session, thread_id)
    if awaited is None:
        return None
    lead = await lead_of(session, awaited)
    return Expected(lead, first_name(lead.learned.name), awaited.service_id, tuple(awaited.offers))


async def find_lead_who_writes(session: ClinicSession, conversation: Conversation) -> Lead | None:
    """The lead with whom Mia is texting; None for everyone else."""
    thread_id = await inbox.find_thread_of_talk(session, conversation.id)
    awaited = await LEAD_ANSWER.find_awaited(session, thread_id) if thread_id else None
    return await lead_of(session, awaited) if awaited else None


async def take_proof(session: ClinicSession, thread_id: UUID, text: str) -> str | None:
    """Someone answers the one text that a web form brought: the number is theirs, and what they agreed to in the
    form is consent from here on. Unless they say that it was not them; then what to answer to that."""
    awaited = await LEAD_ANSWER.find_awaited(session, thread_id)
    if awaited is None or awaited.wording != GENERAL or awaited.state not in ("sending", "sent"):
        return None
    phone = await inbox.address_of_thread(session, thread_id)
    if _DENIES.search(" ".join(patients.fold(text))):
        await let_be(session, phone, "Says they didn't ask for anything")
        return NOT_THEM
    await consent.prove_contact(session, phone, Proof.FORM_REPLY)
    await consent.release_consents(session, phone, _FORMS)
    return None


async def let_be(session: ClinicSession, phone: str, outcome: str) -> None:
    """Someone (E.164) wants no answer, or not now: what is planned does not leave, and the line says why."""
    theirs: dict[str, Any] = {"purpose": LEAD_ANSWER.name, "address_blind": session.blind(phone)}
    for intent in await outreach.list_intents(session, lock=True, **theirs, state="scheduled"):
        await outreach.take_back(session, intent)
    last = await outreach.newest_touch(session, session.now() - ANSWERS, **theirs)
    if last is not None and last.state in ("sent", "answered"):
        await outreach.note_answer(session, last, outcome)
    for lead in await leads.find_open_leads(session, phone):
        await leads.note_event(session, lead.id, "declined", actor="lead")
