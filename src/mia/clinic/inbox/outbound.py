"""Lines of the history for contacts that we began: written at once, kept live, tied to what was said."""

from dataclasses import dataclass, field
from uuid import UUID

from mia.clinic.inbox import queries
from mia.clinic.inbox.conversations import Channel, Conversation
from mia.clinic.inbox.history import ActivityStatus
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.ids import new_id
from mia.platform.realtime import service as realtime


@dataclass(frozen=True)
class OutboundContact:
    """A contact that is about to be made; ``patient_id`` is None for someone who is no patient yet."""

    patient_id: UUID | None
    name: str = field(repr=False)
    channel: Channel
    status: ActivityStatus
    outcome: str = field(repr=False)


async def note_outbound(session: ClinicSession, contact: OutboundContact) -> UUID:
    """Enter a contact into the history; returns its activity."""
    activity_id = await queries.add_activity(
        session,
        {
            "id": new_id(),
            "patient_id": contact.patient_id,
            "name_sealed": session.seal(contact.name),
            "action_type": "Call" if contact.channel.is_spoken else "Message",
            "channel": contact.channel.value,
            "direction": "outbound",
            "status": contact.status.value,
            "occurred_at": session.now(),
            "outcome_sealed": session.seal(contact.outcome),
        },
    )
    assert activity_id is not None
    await realtime.publish(session, "activity.changed", activity_id)
    return activity_id


async def change_outbound(
    session: ClinicSession,
    activity_id: UUID,
    status: ActivityStatus,
    outcome: str,
    *,
    value_cents: int | None = None,
    left: bool = False,
) -> None:
    """Bring a line up to date. ``left``: the contact went out just now, which is its time from here on."""
    values: dict[str, object] = {
        "status": status.value,
        "outcome_sealed": session.seal(outcome),
        "value_cents": value_cents,
        "booked": status in (ActivityStatus.REBOOKED, ActivityStatus.BOOKED),
    }
    if left:
        values["occurred_at"] = session.now()
    await queries.change_activity_by_id(session, activity_id, values)
    await realtime.publish(session, "activity.changed", activity_id)


async def tie_conversation(session: ClinicSession, activity_id: UUID, conversation: Conversation) -> bool:
    """What is said in a conversation belongs to this line of the history; False when another has it, or it has
    another conversation."""
    if await queries.find_activity_of(session, conversation.id) is not None:
        return False
    tied = await queries.tie_activity(session, activity_id, conversation.id)
    if tied:
        await realtime.publish(session, "activity.changed", activity_id)
    return tied


async def withdraw_outbound(session: ClinicSession, activity_id: UUID) -> None:
    """A contact was undone before it was sent: its history line is removed."""
    await queries.drop_activity(session, activity_id)
    await realtime.publish(session, "activity.changed", activity_id)


async def get_status(session: ClinicSession, activity_id: UUID) -> ActivityStatus | None:
    """How a contact stands; None when its line is gone."""
    row = await queries.find_activity(session, activity_id)
    return ActivityStatus(row.status) if row else None
