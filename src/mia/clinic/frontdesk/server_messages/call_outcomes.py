"""How calls that Mia made came out, in the words of the history."""

from dataclasses import dataclass

from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import ActivityStatus, Conversation, TaskKind
from mia.clinic.leads import service as leads
from mia.clinic.patients import service as patients
from mia.platform.db.session import ClinicSession


@dataclass(frozen=True)
class Unheard:
    """A call in which the patient was not spoken with."""

    status: ActivityStatus
    outcome: str


_NO_ANSWER, _FAILED = ActivityStatus.NO_ANSWER, ActivityStatus.FAILED
_BROKEN = "worker-shutdown"
_REASONS = {
    "voicemail": Unheard(_NO_ANSWER, "No answer; name and number left on voicemail"),
    "customer-did-not-answer": Unheard(_NO_ANSWER, "No answer"),
    "customer-busy": Unheard(_NO_ANSWER, "The line was busy"),
    "twilio-failed-to-connect-call": Unheard(_FAILED, "The call could not be connected"),
    "twilio-reported-customer-misdialed": Unheard(_FAILED, "The number is not in service"),
    "vonage-failed-to-connect-call": Unheard(_FAILED, "The call could not be connected"),
    "vonage-disconnected": Unheard(_FAILED, "The call could not be connected"),
    "vonage-rejected": Unheard(_FAILED, "The number could not be called"),
    "phone-call-provider-closed-websocket": Unheard(_FAILED, "The call broke off"),
    "call.start.error-get-phone-number": Unheard(_FAILED, "The practice has no number to call from"),
    "call.start.error-get-transport": Unheard(_FAILED, "There is no phone to call with"),
    "call.start.error-vapifault-worker-not-available": Unheard(_FAILED, "All lines were busy; no call was made"),
    _BROKEN: Unheard(_FAILED, "The call broke off; it is not known whether it rang"),
    "report-never-arrived": Unheard(_FAILED, "It is not known how the call ended"),
}
"""Reasons for an ending (hosted ``endedReason``) that say that no one was spoken with."""
_SAID = {
    "declined": "Not interested right now",
    "stopped": "Asked not to be contacted again",
    "wrong_number": "Wrong number; the team was notified",
    "not_available": "Couldn't talk, or someone else answered",
}
"""What was said, by ``analysis.structuredData.outcome``."""


def unheard_call(reason: str) -> Unheard | None:
    """How a call came out that never became a conversation; None when it did."""
    return _REASONS.get(reason)


def said_to_us(outcome: str | None) -> str | None:
    """What a patient's answer comes to; None for all that is told otherwise (a visit, a question)."""
    return _SAID.get(outcome or "")


async def check_broken_call(session: ClinicSession, conversation: Conversation, reason: str) -> None:
    """A call that broke off may have rung: a person finds out, Mia does not call again."""
    if reason != _BROKEN:
        return
    if conversation.patient_id is not None:
        patient = await patients.get_patient(session, conversation.patient_id)
        name, phone = patient.name, patient.phone
    elif lead := await leads.find_lead(session, conversation.id):
        name, phone = lead.learned.name or "New lead", lead.learned.phone
    else:
        return
    detail = f"{name}. Mia's call was interrupted and may have rung. Please check before calling again."
    await inbox.open_task(session, TaskKind.CALL_BACK, detail, conversation_id=conversation.id, phone=phone)
