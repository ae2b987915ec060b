"""Calls that Mia makes: from the moment the voice service has one to how it came out."""

from uuid import UUID

from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import ActivityStatus, Conversation, TaskKind
from mia.clinic.patients import service as patients
from mia.clinic.recalls.models import OutreachRow
from mia.clinic.recalls.outreach import queries
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import NotFound

_STATES = {
    ActivityStatus.REBOOKED: "rebooked",
    ActivityStatus.BOOKED: "rebooked",
    ActivityStatus.ANSWERED: "answered",
    ActivityStatus.NO_ANSWER: "no_answer",
    ActivityStatus.FAILED: "failed",
}


async def begin_call(session: ClinicSession, outreach_id: UUID, voice_id: str) -> Conversation:
    """The voice service has accepted the call: its conversation is linked to the patient and to the intent's
    history line.

    Runs on whichever comes first: the response to our request or the service's first message about the call.
    :class:`NotFound` for an intent the clinic does not have.
    """
    row = await queries.find_outreach(session, lock=True, id=outreach_id)
    if row is None:
        raise NotFound
    conversation = await inbox.start_conversation(session, inbox.Channel.PHONE, voice_id=voice_id)
    if row.voice_id is None:
        await queries.change_outreach(session, row.id, {"voice_id": voice_id, "sending_since": None})
        await inbox.tie_conversation(session, row.activity_id, conversation)
        await inbox.link_patient(session, conversation.id, row.patient_id)
    return await inbox.get_conversation(session, conversation.id, lock=True)


async def note_answered(session: ClinicSession, voice_id: str) -> None:
    """Someone, or a machine, has picked up."""
    row = await queries.find_outreach(session, lock=True, voice_id=voice_id)
    if row is not None and row.state == "sending":
        status = ActivityStatus.IN_PROGRESS
        await inbox.change_outbound(session, row.activity_id, status, "Mia is talking with the patient")


async def note_call_result(session: ClinicSession, voice_id: str, status: ActivityStatus) -> None:
    """How a call came out, as its line in the history says; of a call that is no intent's nothing is kept."""
    row = await queries.find_outreach(session, lock=True, voice_id=voice_id)
    if row is not None and row.state == "sending":
        await queries.change_outreach(session, row.id, {"state": _STATES.get(status, "answered")})


async def patient_of_call(session: ClinicSession, voice_id: str) -> UUID | None:
    """Whom Mia called; None for a call she did not make."""
    row = await queries.find_outreach(session, voice_id=voice_id)
    return row.patient_id if row else None


class CallIntents:
    """The intents of calls to patients, as the inbox tells them how their call is being placed."""

    async def begin(self, session: ClinicSession, key: UUID, voice_id: str) -> None:
        """The voice service has the call."""
        await begin_call(session, key, voice_id)

    async def is_going_out(self, session: ClinicSession, key: UUID) -> bool:
        """Whether the intent, locked by this, is still being placed."""
        return await _placing(session, key) is not None

    async def put_back(self, session: ClinicSession, key: UUID) -> None:
        """No one has it in hand anymore."""
        await queries.change_outreach(session, key, {"sending_since": None})

    async def fail(self, session: ClinicSession, key: UUID, outcome: str) -> None:
        """The patient was not, or not certainly, called."""
        row = await _placing(session, key)
        if row is None:
            return
        await queries.change_outreach(session, key, {"state": "failed", "sending_since": None})
        await inbox.change_outbound(session, row.activity_id, ActivityStatus.FAILED, outcome)

    async def ask_staff(self, session: ClinicSession, key: UUID, outcome: str) -> None:
        """A person calls instead."""
        row = await _placing(session, key)
        if row is None:
            return
        patient = await patients.get_patient(session, row.patient_id)
        detail = f"{patient.name}. {outcome}. Please check before calling again."
        await inbox.open_task(session, TaskKind.CALL_BACK, detail, phone=patient.phone)


async def _placing(session: ClinicSession, key: UUID) -> OutreachRow | None:
    """The intent, locked, while its call is being placed."""
    row = await queries.find_outreach(session, lock=True, id=key)
    return row if row is not None and row.state == "sending" and row.voice_id is None else None
