"""Whom Mia knows she is talking with: somebody she called, or who texts from the number on record.

Nobody is known by what they say of themselves in a call that came in; tools that show or change a person's
visits answer to known people alone. A lead to whom Mia has written or whom she calls is known too, by the name
and number they left, and becomes a patient by booking.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from mia.conversion import service as conversion
from mia.db.session import ClinicSession
from mia.frontdesk.queries import ToolRun, list_tool_runs
from mia.frontdesk.tool_specs import CONFIRM_IDENTITY
from mia.inbox import service as inbox
from mia.inbox.service import Channel, Conversation
from mia.leads.service import Lead
from mia.rebooking import service as rebooking


@dataclass(frozen=True)
class Acquaintance:
    """Somebody Mia has to do with: a patient, or a ``lead`` who is none yet (then ``patient_id`` is None).

    ``identified``: it has been made sure that it is they who speak. ``called``: Mia called them, so that somebody
    else may have picked up.
    """

    patient_id: UUID | None
    identified: bool
    called: bool
    lead: Lead | None = None


async def find_acquaintance(session: ClinicSession, conversation: Conversation) -> Acquaintance | None:
    """The person of a conversation whom we chose, or whose number writes; None for everybody else."""
    if conversation.channel in (Channel.SMS, Channel.EMAIL):
        return await _texting(session, conversation)
    if conversation.channel is not Channel.PHONE or conversation.voice_id is None:
        return None
    patient_id = await rebooking.patient_of_call(session, conversation.voice_id)
    lead = await conversion.lead_of_call(session, conversation.voice_id) if patient_id is None else None
    if patient_id is None and lead is None:
        return None
    runs = await list_tool_runs(session, conversation.voice_id)
    return Acquaintance(
        patient_id or (lead.patient_id if lead else None), identified=confirmed_in(runs), called=True, lead=lead
    )


async def _texting(session: ClinicSession, conversation: Conversation) -> Acquaintance | None:
    thread_id = await inbox.find_thread_of_talk(session, conversation.id)
    patient_id = await inbox.patient_of_thread(session, thread_id) if thread_id else None
    if patient_id is not None:
        return Acquaintance(patient_id, identified=True, called=False)
    lead = await conversion.find_lead_who_writes(session, conversation)
    return Acquaintance(None, identified=True, called=False, lead=lead) if lead else None


def confirmed_in(runs: Sequence[ToolRun]) -> bool:
    """Whether the person has said to be the patient, and never not to be."""
    answers = [
        result.get("status")
        for run in runs
        if run.name == CONFIRM_IDENTITY and isinstance(result := run.result.get("result"), dict)
    ]
    return bool(answers) and all(answer == "confirmed" for answer in answers)
