"""Calls that Mia makes: from the moment the voice service has one to how it came out."""

from uuid import UUID

from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import ActivityStatus, Conversation
from mia.clinic.outreach import queries
from mia.clinic.outreach.purpose import Intent, purpose_of
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import NotFound

_STATES = {
    ActivityStatus.BOOKED: "booked",
    ActivityStatus.REBOOKED: "booked",
    ActivityStatus.NO_ANSWER: "no_answer",
    ActivityStatus.FAILED: "failed",
}


async def begin_call(session: ClinicSession, outreach_id: UUID, voice_id: str) -> Conversation:
    """The voice service has accepted the call: its conversation is linked to the person and to the intent's history
    line.

    Runs on whichever comes first: the response to our request or the service's first message about the call.
    :class:`NotFound` for an intent the clinic does not have.
    """
    intent = await queries.find_intent(session, lock=True, id=outreach_id)
    if intent is None:
        raise NotFound
    conversation = await inbox.start_conversation(session, inbox.Channel.PHONE, voice_id=voice_id)
    if intent.voice_id is None:
        await queries.change_intent(session, intent.id, {"voice_id": voice_id, "sending_since": None})
        await inbox.tie_conversation(session, intent.activity_id, conversation)
        await purpose_of(intent).on_begun(session, intent, conversation)
    return await inbox.get_conversation(session, conversation.id, lock=True)


async def note_answered(session: ClinicSession, voice_id: str) -> None:
    """Someone, or a machine, has picked up."""
    intent = await queries.find_intent(session, lock=True, voice_id=voice_id)
    if intent is not None and intent.state == "sending":
        purpose = purpose_of(intent)
        await inbox.change_outbound(session, intent.activity_id, ActivityStatus.IN_PROGRESS, purpose.talking)
        await purpose.on_answered(session, intent)


async def note_call_result(session: ClinicSession, voice_id: str, status: ActivityStatus) -> None:
    """How a call came out, as its line in the history says; of a call that is no intent's nothing is kept."""
    intent = await queries.find_intent(session, lock=True, voice_id=voice_id)
    if intent is not None and intent.state == "sending":
        ended = {"state": _STATES.get(status, "answered"), "settled_at": session.now()}
        await queries.change_intent(session, intent.id, ended)
        await purpose_of(intent).on_called(session, intent)


async def find_called(session: ClinicSession, voice_id: str) -> Intent | None:
    """The intent of a call that Mia made; None for every other call."""
    return await queries.find_intent(session, voice_id=voice_id)


class CallIntents:
    """The intents of calls, as the inbox tells them how their call is being placed."""

    async def begin(self, session: ClinicSession, key: UUID, voice_id: str) -> None:
        """The voice service has the call."""
        await begin_call(session, key, voice_id)

    async def is_going_out(self, session: ClinicSession, key: UUID) -> bool:
        """Whether the intent, locked by this, is still being placed."""
        return await _placing(session, key) is not None

    async def put_back(self, session: ClinicSession, key: UUID) -> None:
        """No one has it in hand anymore."""
        await queries.change_intent(session, key, {"sending_since": None})

    async def fail(self, session: ClinicSession, key: UUID, outcome: str) -> None:
        """The person was not, or not certainly, called."""
        intent = await _placing(session, key)
        if intent is not None:
            ended = {"state": "failed", "sending_since": None, "settled_at": session.now()}
            await queries.change_intent(session, key, ended)
            await inbox.change_outbound(session, intent.activity_id, ActivityStatus.FAILED, outcome)
            await purpose_of(intent).on_failed(session, intent, outcome)

    async def ask_staff(self, session: ClinicSession, key: UUID, outcome: str) -> None:
        """A person calls instead."""
        intent = await _placing(session, key)
        if intent is not None:
            await purpose_of(intent).ask_staff(session, intent, outcome)


async def _placing(session: ClinicSession, key: UUID) -> Intent | None:
    """The intent, locked, while its call is being placed."""
    intent = await queries.find_intent(session, lock=True, id=key)
    return intent if intent is not None and intent.state == "sending" and intent.voice_id is None else None
