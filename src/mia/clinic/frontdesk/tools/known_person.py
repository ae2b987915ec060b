"""Who Mia knows she is talking to: a person she called, or one who texts from the number on file.

Claims made in an inbound call or a chat identify no one: that takes a code, which goes to the contact on record.
Tools that show or change a patient's appointments only answer identified people. A lead to whom Mia wrote or whom
she calls is identified too, by the name and number they left. A text's sender can be forged. Mia's replies go to
the real number, so a forger reads nothing; acting for the patient takes proof
(:class:`mia.clinic.consent.service.Proof`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from mia.clinic.consent.service import KNOWN, STRONG, Proof, is_proven
from mia.clinic.frontdesk.queries import ToolRun, list_tool_runs
from mia.clinic.frontdesk.tools.specs import CONFIRM_IDENTITY
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import Channel, Conversation
from mia.clinic.leads import service as leads
from mia.clinic.leads.answers import service as lead_answers
from mia.clinic.leads.service import Lead
from mia.clinic.outreach import service as outreach
from mia.clinic.verification import service as verification
from mia.platform.db.session import ClinicSession


@dataclass(frozen=True)
class KnownPerson:
    """Someone Mia has to do with: a patient, or a ``lead`` who is none yet (then ``patient_id`` is None).

    ``identified``: it has been made sure that it is they who speak. ``called``: Mia called them, so that someone
    else may have picked up. ``books``: they have shown enough for a visit on their record, ``changes`` enough to
    cancel or move one. ``by_code``: they turned to us, and gave back a code that went to the contact on record.
    """

    patient_id: UUID | None
    identified: bool
    called: bool
    lead: Lead | None = None
    books: bool = False
    changes: bool = False
    by_code: bool = False


async def find_known_person(session: ClinicSession, conversation: Conversation) -> KnownPerson | None:
    """The patient who has shown to be it, whom we contacted, or whose number texts; None for everyone else."""
    if proven := await verification.proven_patient(session, conversation.id):
        return KnownPerson(proven, identified=True, called=False, books=True, changes=True, by_code=True)
    if conversation.channel in (Channel.SMS, Channel.EMAIL):
        return await _texting(session, conversation)
    if conversation.channel is not Channel.PHONE or conversation.voice_id is None:
        return None
    intent = await outreach.find_called(session, conversation.voice_id)
    if intent is None:
        return None
    patient_id = intent.patient_id
    lead = await leads.get_lead(session, intent.lead_id) if intent.lead_id else None
    confirmed = confirmed_in(await list_tool_runs(session, conversation.voice_id))
    return KnownPerson(
        patient_id or (lead.patient_id if lead else None),
        identified=confirmed,
        called=True,
        lead=lead,
        books=confirmed and patient_id is not None,
        changes=confirmed and patient_id is not None,
    )


async def _texting(session: ClinicSession, conversation: Conversation) -> KnownPerson | None:
    thread_id = await inbox.find_thread_of_talk(session, conversation.id)
    if thread_id is None:
        return None
    patient_id = await inbox.patient_of_thread(session, thread_id)
    books = patient_id is not None and await proves(session, thread_id, KNOWN)
    lead = None if books else await lead_answers.find_lead_who_writes(session, conversation)
    if lead is not None:
        return KnownPerson(None, identified=True, called=False, lead=lead)
    if patient_id is None:
        return None
    changes = await proves(session, thread_id, STRONG)
    return KnownPerson(patient_id, identified=True, called=False, books=books, changes=changes)


async def proves(session: ClinicSession, thread_id: UUID, proofs: frozenset[Proof]) -> bool:
    """Whether the person in a thread has proven, in one of these ways, to be its patient. An emailer is only
    accepted when they reply to an address of their own, which no one else knows."""
    address = await inbox.address_of_thread(session, thread_id)
    return "@" in address or await is_proven(session, address, proofs)


def confirmed_in(runs: Sequence[ToolRun]) -> bool:
    """Whether the person has said to be the patient, and never not to be."""
    answers = [
        result.get("status")
        for run in runs
        if run.name == CONFIRM_IDENTITY and isinstance(result := run.result.get("result"), dict)
    ]
    return bool(answers) and all(answer == "confirmed" for answer in answers)
