"""Calls with which Mia answers a lead: from the moment the voice service has one to how it came out."""

from uuid import UUID

from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import ActivityStatus, Conversation, TaskKind
from mia.clinic.leads import service as leads
from mia.clinic.leads.answers import queries
from mia.clinic.leads.answers.follow_up import UNNAMED
from mia.clinic.leads.answers.models import FollowUpRow
from mia.clinic.leads.service import Happening, Lead
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import NotFound

_STATES = {
    ActivityStatus.BOOKED: "booked",
    ActivityStatus.REBOOKED: "booked",
    ActivityStatus.ANSWERED: "answered",
    ActivityStatus.NO_ANSWER: "no_answer",
    ActivityStatus.FAILED: "failed",
}


async def begin_call(session: ClinicSession, follow_up_id: UUID, voice_id: str) -> Conversation:
    """The voice service has accepted the call: its conversation is linked to the lead and to the intent's history
    line.

    Runs on whichever comes first: the response to our request or the service's first message about the call.
    :class:`NotFound` for an intent the clinic does not have.
    """
    row = await queries.find_follow_up(session, lock=True, id=follow_up_id)
    if row is None:
        raise NotFound
    conversation = await inbox.start_conversation(session, inbox.Channel.PHONE, voice_id=voice_id)
    if row.voice_id is None:
        await queries.change_follow_up(session, row.id, {"voice_id": voice_id, "sending_since": None})
        await inbox.tie_conversation(session, row.activity_id, conversation)
        await leads.tie_conversation(session, row.lead_id, conversation.id)
    return await inbox.get_conversation(session, conversation.id, lock=True)


async def lead_of_call(session: ClinicSession, voice_id: str) -> Lead | None:
    """Whom Mia called; None for a call that is no answer to a lead."""
    row = await queries.find_follow_up(session, voice_id=voice_id)
    return await leads.get_lead(session, row.lead_id) if row else None


async def note_answered(session: ClinicSession, voice_id: str) -> None:
    """Someone, or a machine, has picked up: the lead has heard from the practice."""
    row = await queries.find_follow_up(session, lock=True, voice_id=voice_id)
    if row is not None and row.state == "sending":
        await inbox.change_outbound(
            session, row.activity_id, ActivityStatus.IN_PROGRESS, "Mia is talking with the lead"
        )
        await leads.note_happening(session, row.lead_id, Happening.CONTACTED, actor="mia")


async def note_call_result(session: ClinicSession, voice_id: str, status: ActivityStatus) -> None:
    """How a call came out, as its line in the history says; of a call that is no answer nothing is kept."""
    row = await queries.find_follow_up(session, lock=True, voice_id=voice_id)
    if row is not None and row.state == "sending":
        await queries.change_follow_up(session, row.id, {"state": _STATES.get(status, "answered")})
        await leads.note_event(session, row.lead_id, "called", actor="mia")


async def ask_staff(session: ClinicSession, lead_id: UUID, detail: str) -> None:
    """Mia cannot reach a lead: staff have to."""
    lead = await leads.get_lead(session, lead_id)
    name = lead.learned.name or UNNAMED
    await inbox.open_task(
        session, TaskKind.CALL_BACK, f"{name}. {detail}", lead_id=lead.id, phone=lead.learned.phone
    )


class CallIntents:
    """The intents of calls to leads, as the inbox tells them how their call is being placed."""

    async def begin(self, session: ClinicSession, key: UUID, voice_id: str) -> None:
        """The voice service has the call."""
        await begin_call(session, key, voice_id)

    async def is_going_out(self, session: ClinicSession, key: UUID) -> bool:
        """Whether the intent, locked by this, is still being placed."""
        return await _placing(session, key) is not None

    async def put_back(self, session: ClinicSession, key: UUID) -> None:
        """No one has it in hand anymore."""
        await queries.change_follow_up(session, key, {"sending_since": None})

    async def fail(self, session: ClinicSession, key: UUID, outcome: str) -> None:
        """The lead was not, or not certainly, called."""
        row = await _placing(session, key)
        if row is None:
            return
        await queries.change_follow_up(session, key, {"state": "failed", "sending_since": None})
        await inbox.change_outbound(session, row.activity_id, ActivityStatus.FAILED, outcome)
        await leads.note_event(session, row.lead_id, "follow_up_failed", actor="mia")

    async def ask_staff(self, session: ClinicSession, key: UUID, outcome: str) -> None:
        """A person calls instead."""
        row = await _placing(session, key)
        if row is None:
            return
        await ask_staff(session, row.lead_id, f"{outcome}. Please check before calling.")


async def _placing(session: ClinicSession, key: UUID) -> FollowUpRow | None:
    """The intent, locked, while its call is being placed."""
    row = await queries.find_follow_up(session, lock=True, id=key)
    return row if row is not None and row.state == "sending" and row.voice_id is None else None
