"""Contacts of the past, entered in bulk: the history a practice brings along, or a sample of one."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Literal
from uuid import UUID

from mia.clinic.inbox import queries
from mia.clinic.inbox.activity_pages import index_names
from mia.clinic.inbox.conversations import Channel, Line
from mia.clinic.inbox.history import ActivityStatus
from mia.clinic.inbox.models import ActivityRow, ConversationRow, MessageRow
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.ids import new_id


@dataclass(frozen=True)
class PastContact:
    """One contact as it was. With ``lines`` it also becomes a closed conversation that can be read."""

    occurred_at: datetime
    channel: Channel
    direction: Literal["inbound", "outbound"]
    status: ActivityStatus
    name: str = field(repr=False)
    outcome: str = field(repr=False)
    patient_id: UUID | None = None
    value_cents: int | None = None
    handled_seconds: int = 0
    first_answer_ms: int | None = None
    asked_for_booking: bool = False
    booked: bool = False
    lines: tuple[Line, ...] = field(default=(), repr=False)
    id: UUID = field(default_factory=new_id)
    """Of its line in the history."""


async def import_contacts(
    session: ClinicSession, contacts: Sequence[PastContact], *, sample: bool
) -> list[UUID | None]:
    """Enter contacts without events; returns the conversation of each that has one, in order."""
    conversation_ids = [new_id() if contact.lines else None for contact in contacts]
    spoken = [(id_, contact) for id_, contact in zip(conversation_ids, contacts, strict=True) if id_]
    conversations = [_conversation(session, id_, contact, sample) for id_, contact in spoken]
    messages = [row for id_, contact in spoken for row in _messages(session, id_, contact.lines)]
    activities = [
        _activity(session, id_, contact, sample) for id_, contact in zip(conversation_ids, contacts, strict=True)
    ]
    await queries.add_rows(session, ConversationRow, conversations)
    await queries.add_rows(session, MessageRow, messages)
    await queries.add_rows(session, ActivityRow, activities)
    names = [(row["id"], contact.name) for row, contact in zip(activities, contacts, strict=True)]
    await index_names(
        session, [name for name, row in zip(names, activities, strict=True) if row["patient_id"] is None]
    )
    await audit.record(session, "activity.import", "activity", [row["id"] for row in activities])
    return conversation_ids


def _conversation(session: ClinicSession, id: UUID, contact: PastContact, sample: bool) -> dict[str, Any]:
    return {
        "id": id,
        "channel": contact.channel.value,
        "status": "closed",
        "patient_id": contact.patient_id,
        "started_at": contact.occurred_at,
        "ended_at": contact.occurred_at + timedelta(seconds=contact.handled_seconds),
        "ended_reason": "customer-ended-call",
        "duration_seconds": contact.handled_seconds,
        "summary_sealed": session.seal(contact.outcome),
        "sample": sample,
        "created_at": contact.occurred_at,
    }


def _messages(session: ClinicSession, id: UUID, lines: Sequence[Line]) -> list[dict[str, Any]]:
    return [
        {
            "id": new_id(),
            "conversation_id": id,
            "position": position,
            "role": line.role,
            "text_sealed": session.seal(line.text),
            "at_ms": round(line.at_seconds * 1000),
        }
        for position, line in enumerate(lines)
    ]


def _activity(
    session: ClinicSession, conversation_id: UUID | None, contact: PastContact, sample: bool
) -> dict[str, Any]:
    return {
        "id": contact.id,
        "conversation_id": conversation_id,
        "patient_id": contact.patient_id,
        "name_sealed": session.seal(contact.name),
        "action_type": "Call" if contact.channel.is_spoken else "Message",
        "channel": contact.channel.value,
        "direction": contact.direction,
        "status": contact.status.value,
        "occurred_at": contact.occurred_at,
        "outcome_sealed": session.seal(contact.outcome),
        "value_cents": contact.value_cents,
        "handled_seconds": contact.handled_seconds,
        "first_answer_ms": contact.first_answer_ms,
        "asked_for_booking": contact.asked_for_booking,
        "booked": contact.booked,
        "sample": sample,
        "created_at": contact.occurred_at,
    }
