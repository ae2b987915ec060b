"""The Call & Message History: one activity per contact, with how it came out."""

import base64
import binascii
import json
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Literal
from uuid import UUID

from mia.clinic.inbox import queries
from mia.clinic.inbox.activity_pages import Condition, Position, index_name, page_of
from mia.clinic.inbox.conversations import Channel, Conversation, Line, read_lines
from mia.clinic.inbox.models import ActivityRow
from mia.clinic.inbox.recordings import RecordingState, recording_state
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import Invalid, NotFound
from mia.platform.kernel.ids import new_id
from mia.platform.realtime import service as realtime


class ActivityStatus(StrEnum):
    """The words shown in the history (spec §4, and those of contacts the patient began)."""

    REBOOKED = "Rebooked"
    SENT = "Sent"
    NO_ANSWER = "No Answer"
    FAILED = "Failed"
    SCHEDULED = "Scheduled"
    ANSWERED = "Answered"
    BOOKED = "Booked"
    IN_PROGRESS = "In progress"


@dataclass(frozen=True)
class Activity:
    """A line of the history. ``value_cents`` is the list price of what was booked."""

    id: UUID
    patient_name: str = field(repr=False)
    action_type: Literal["Call", "Message"]
    channel: Channel
    status: ActivityStatus
    occurred_at: datetime
    outcome: str = field(repr=False)
    value_cents: int | None
    sample: bool
    has_transcript: bool


@dataclass(frozen=True)
class ActivityDetail:
    """An activity with its conversation; seconds are None when there was none. ``patient_id``: whose it is, if they
    are on record."""

    activity: Activity
    patient_id: UUID | None
    summary: str = field(repr=False)
    duration_seconds: int | None
    ended_reason: str | None
    transcript: tuple[Line, ...] = field(repr=False)
    recording: RecordingState


@dataclass(frozen=True)
class ActivitySearch:
    """What to list. ``patient`` is part of a name, in any case and without accents; ``narrowed`` are further
    conditions on the rows."""

    patient: str | None = field(default=None, repr=False)
    sort: Literal["timestamp", "status"] = "timestamp"
    direction: Literal["asc", "desc"] = "desc"
    limit: int = 50
    cursor: str | None = None
    narrowed: tuple[Condition, ...] = field(default=(), repr=False)


@dataclass(frozen=True)
class ActivityPage:
    """A page; ``next_cursor`` is None on the last."""

    items: tuple[Activity, ...]
    next_cursor: str | None


@dataclass(frozen=True)
class Result:
    """How a conversation came out, for its line in the history."""

    status: ActivityStatus
    name: str = field(repr=False)
    outcome: str = field(repr=False)
    asked_for_booking: bool = False
    booked: bool = False
    value_cents: int | None = None
    handled_seconds: int = 0
    first_answer_ms: int | None = None


@dataclass(frozen=True)
class ChannelCount:
    """Inbound contacts of a channel: received, those that asked for a booking, those that booked."""

    channel: Channel
    received: int
    asked: int
    booked: int


async def note_in_progress(session: ClinicSession, conversation: Conversation, name: str) -> None:
    """Show a conversation in the history while it lasts. Safe to repeat."""
    activity_id = await queries.add_activity(
        session,
        {
            "id": new_id(),
            "conversation_id": conversation.id,
            "patient_id": conversation.patient_id,
            "name_sealed": session.seal(name),
            "action_type": "Call" if conversation.channel.is_spoken else "Message",
            "channel": conversation.channel.value,
            "direction": "inbound",
            "status": ActivityStatus.IN_PROGRESS.value,
            "occurred_at": conversation.started_at,
            "outcome_sealed": session.seal("Mia is talking with the caller"),
        },
    )
    if activity_id is not None:
        await index_name(session, activity_id, name)
        await realtime.publish(session, "activity.changed", activity_id)


async def is_in_history(session: ClinicSession, conversation: Conversation) -> bool:
    """Whether a conversation ever came up, as far as the history knows."""
    return await queries.find_activity_of(session, conversation.id) is not None


async def note_name(session: ClinicSession, conversation: Conversation, name: str) -> None:
    """Show who it is in the line of a conversation that is going on."""
    activity_id = await queries.change_activity(session, conversation.id, {"name_sealed": session.seal(name)})
    if activity_id is not None:
        await index_name(session, activity_id, name)
        await realtime.publish(session, "activity.changed", activity_id)


async def note_result(session: ClinicSession, conversation: Conversation, result: Result) -> None:
    """Write how a conversation came out into its line of the history, which is added if missing."""
    await note_in_progress(session, conversation, result.name)
    if not result.booked and await _keep_booking(session, conversation, result):
        return
    activity_id = await queries.change_activity(
        session,
        conversation.id,
        {
            "status": result.status.value,
            "name_sealed": session.seal(result.name),
            "outcome_sealed": session.seal(result.outcome),
            "asked_for_booking": result.asked_for_booking,
            "booked": result.booked,
            "value_cents": result.value_cents,
            "handled_seconds": result.handled_seconds,
            "first_answer_ms": result.first_answer_ms,
        },
    )
    assert activity_id is not None
    await index_name(session, activity_id, result.name)
    await realtime.publish(session, "activity.changed", activity_id)


async def _keep_booking(session: ClinicSession, conversation: Conversation, result: Result) -> bool:
    """Whether our message has already brought a booking, made elsewhere: what was said does not undo it."""
    activity_id = await queries.find_activity_of(session, conversation.id)
    row = await queries.find_activity(session, activity_id) if activity_id else None
    brought = (ActivityStatus.REBOOKED.value, ActivityStatus.BOOKED.value)
    if row is None or row.direction != "outbound" or row.status not in brought:
        return False
    await queries.change_activity_by_id(session, row.id, {"handled_seconds": result.handled_seconds})
    return True


async def search_activities(session: ClinicSession, search: ActivitySearch) -> ActivityPage:
    """A page of the history; :class:`Invalid` (field ``cursor``) for a cursor of another search."""
    found, more = await page_of(
        session,
        *search.narrowed,
        name=search.patient or "",
        by_status=search.sort == "status",
        descending=search.direction == "desc",
        after=_position(search),
        limit=search.limit,
    )
    activities = tuple(_activity(session, row, transcript) for row, transcript in found)
    await audit.record(session, "activity.read", "activity", [activity.id for activity in activities])
    cursor = _cursor(search, more) if more else None
    return ActivityPage(activities, cursor)


async def get_activity(session: ClinicSession, activity_id: UUID) -> ActivityDetail:
    """One activity with what was said; :class:`NotFound` when the clinic has no such."""
    row = await queries.find_activity(session, activity_id)
    if row is None:
        raise NotFound
    await audit.record(session, "transcript.read", "activity", [row.id])
    conversation = await queries.find_conversation(session, id=row.conversation_id) if row.conversation_id else None
    lines = await read_lines(session, conversation.id) if conversation else []
    summary = conversation.summary_sealed if conversation else None
    return ActivityDetail(
        activity=_activity(session, row, bool(lines)),
        patient_id=row.patient_id,
        summary=session.unseal(summary) if summary else session.unseal(row.outcome_sealed),
        duration_seconds=conversation.duration_seconds if conversation else None,
        ended_reason=conversation.ended_reason if conversation else None,
        transcript=tuple(lines),
        recording=await recording_state(session, conversation),
    )


async def count_by_channel(session: ClinicSession, since: datetime, until: datetime) -> list[ChannelCount]:
    """Inbound contacts per channel from ``since`` up to ``until``; simulated records do not count."""
    rows = await queries.count_by_channel(session, since, until)
    return [ChannelCount(Channel(channel), *counts) for channel, *counts in rows]


def _cursor(search: ActivitySearch, position: Position) -> str:
    status, instant, last = position
    parts = [search.sort, search.direction, status, instant.isoformat(), last.hex]
    return base64.urlsafe_b64encode(json.dumps(parts).encode()).decode()


def _position(search: ActivitySearch) -> Position | None:
    if search.cursor is None:
        return None
    try:
        sort, direction, status, instant, last = json.loads(base64.urlsafe_b64decode(search.cursor))
        if (sort, direction) == (search.sort, search.direction):
            return (str(status), datetime.fromisoformat(instant), UUID(hex=last))
    except (ValueError, TypeError, binascii.Error, AttributeError):
        pass
    raise Invalid("This page is no longer there", fields={"cursor": "Not a cursor of this list"})


def _activity(session: ClinicSession, row: ActivityRow, has_transcript: bool) -> Activity:
    return Activity(
        id=row.id,
        patient_name=session.unseal(row.name_sealed),
        action_type="Call" if row.action_type == "Call" else "Message",
        channel=Channel(row.channel),
        status=ActivityStatus(row.status),
        occurred_at=row.occurred_at,
        outcome=session.unseal(row.outcome_sealed),
        value_cents=row.value_cents,
        sample=row.sample or row.simulated,
        has_transcript=has_transcript,
    )
