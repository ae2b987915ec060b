"""Content past its retention period, and everything about one person on request.

What was said goes; that there was a contact, when, on which channel and how it came out stays and counts.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from sqlalchemy import ColumnElement, delete, or_, select, update

from mia.clinic.inbox.activity_pages import index_names
from mia.clinic.inbox.conversations import Channel, Line, purge_content, read_lines
from mia.clinic.inbox.models import ActivityRow, ConversationRow, FeedbackRow, MessageRow, TaskRow
from mia.clinic.inbox.recordings import drop_recordings
from mia.platform.db.session import ClinicSession

_DETAILS_REMOVED = "Details removed after {days} days"


@dataclass(frozen=True)
class TalkRecord:
    """One conversation with a person, whole. ``voice_id`` is its call or session at the voice service."""

    id: UUID
    channel: Channel
    voice_id: str | None
    started_at: datetime
    ended_at: datetime | None
    summary: str | None = field(repr=False)
    lines: tuple[Line, ...] = field(repr=False)


@dataclass(frozen=True)
class ContactRecord:
    """One line of the history that is about a person."""

    id: UUID
    conversation_id: UUID | None
    occurred_at: datetime
    channel: str
    status: str
    name: str = field(repr=False)
    outcome: str = field(repr=False)


@dataclass(frozen=True)
class PersonRecord:
    """All contacts with a person."""

    talks: tuple[TalkRecord, ...]
    contacts: tuple[ContactRecord, ...]


async def purge_old_content(session: ClinicSession, before: datetime, retention_days: int) -> dict[str, int]:
    """Remove what was said, written and noted before an instant; returns how many of each kind."""
    note = session.seal(_DETAILS_REMOVED.format(days=retention_days))
    now = session.now()
    old = select(ConversationRow.id).where(ConversationRow.started_at < before)
    messages = delete(MessageRow).where(MessageRow.conversation_id.in_(old))
    gone = await session.sql.execute(messages.returning(MessageRow.id))
    summaries = (
        update(ConversationRow)
        .where(ConversationRow.started_at < before, ConversationRow.purged_at.is_(None))
        .values(summary_sealed=None, ticket_sealed=None, purged_at=now)
    )
    emptied = await session.sql.execute(summaries.returning(ConversationRow.id))
    outcomes = (
        update(ActivityRow)
        .where(ActivityRow.occurred_at < before, ActivityRow.purged_at.is_(None))
        .values(outcome_sealed=note, purged_at=now)
    )
    noted = await session.sql.execute(outcomes.returning(ActivityRow.id))
    return {
        "message": len(gone.all()),
        "conversation": len(emptied.all()),
        "activity": len(noted.all()),
        "remark": await _purge_remarks(session, before=before),
        "recording": await drop_recordings(session, before=before),
        "task": await _purge_tasks(session, before, note),
    }


async def list_held(session: ClinicSession, since: datetime, before: datetime, limit: int) -> list[TalkRecord]:
    """Conversations begun from ``since`` up to ``before`` that still lie at the voice service, the oldest first;
    without what was said."""
    query = (
        select(ConversationRow)
        .where(
            ConversationRow.started_at >= since,
            ConversationRow.started_at < before,
            ConversationRow.voice_id.is_not(None),
            ConversationRow.voice_erased_at.is_(None),
        )
        .order_by(ConversationRow.started_at)
        .limit(limit)
    )
    return [
        TalkRecord(row.id, Channel(row.channel), row.voice_id, row.started_at, row.ended_at, None, ())
        for row in await session.sql.scalars(query)
    ]


async def note_voice_erased(session: ClinicSession, conversation_id: UUID) -> None:
    """Nothing of a conversation lies at the voice service anymore."""
    noted = update(ConversationRow).where(ConversationRow.id == conversation_id)
    await session.sql.execute(noted.values(voice_erased_at=session.now()))


async def _purge_remarks(
    session: ClinicSession, *, before: datetime | None = None, activity_ids: Sequence[UUID] | None = None
) -> int:
    """Remove what was written about calls: before an instant, or about some of them. Verdicts stay, and count."""
    statement = update(FeedbackRow).where(FeedbackRow.remark_sealed.is_not(None)).values(remark_sealed=None)
    if before is not None:
        statement = statement.where(FeedbackRow.given_at < before)
    if activity_ids is not None:
        statement = statement.where(FeedbackRow.activity_id.in_(activity_ids))
    return len((await session.sql.execute(statement.returning(FeedbackRow.activity_id))).all())


async def _purge_tasks(session: ClinicSession, before: datetime, note: bytes) -> int:
    """Done tasks go; one that is still to be done keeps its number, and nothing that was said."""
    old = TaskRow.created_at < before
    done = delete(TaskRow).where(old, TaskRow.completed_at.is_not(None)).returning(TaskRow.id)
    gone = (await session.sql.execute(done)).all()
    left = update(TaskRow).where(old, TaskRow.purged_at.is_(None))
    left = left.values(detail_sealed=note, purged_at=session.now())
    return len(gone) + len((await session.sql.execute(left.returning(TaskRow.id))).all())


async def read_person(
    session: ClinicSession, patient_ids: Sequence[UUID], conversation_ids: Sequence[UUID]
) -> PersonRecord:
    """Everything said with these patients and in these conversations. The caller records who reads it."""
    talks = await _talks(session, patient_ids, conversation_ids)
    return PersonRecord(
        talks=tuple([await _talk(session, row) for row in talks]),
        contacts=tuple(
            ContactRecord(
                id=row.id,
                conversation_id=row.conversation_id,
                occurred_at=row.occurred_at,
                channel=row.channel,
                status=row.status,
                name=session.unseal(row.name_sealed),
                outcome=session.unseal(row.outcome_sealed),
            )
            for row in await _activities(session, patient_ids, [talk.id for talk in talks])
        ),
    )


async def erase_person(
    session: ClinicSession, patient_ids: Sequence[UUID], conversation_ids: Sequence[UUID], *, name: str
) -> int:
    """Remove what was said with these patients and in these conversations, and who it was; returns how many
    contacts there were. ``name`` replaces the person's name in the history."""
    talks = await _talks(session, patient_ids, conversation_ids)
    activities = await _activities(session, patient_ids, [talk.id for talk in talks])
    outcome = "Removed at the person's request"
    for talk in talks:
        await purge_content(session, talk.id, name=name, outcome=outcome)
    ids = [row.id for row in activities]
    await _purge_remarks(session, activity_ids=ids)
    await session.sql.execute(
        update(ActivityRow)
        .where(ActivityRow.id.in_(ids))
        .values(
            name_sealed=session.seal(name),
            outcome_sealed=session.seal(outcome),
            patient_id=None,
            purged_at=session.now(),
        )
    )
    await index_names(session, [(id_, name) for id_ in ids])
    return len(activities)


async def _talks(
    session: ClinicSession, patient_ids: Sequence[UUID], conversation_ids: Sequence[UUID]
) -> Sequence[ConversationRow]:
    noted = select(ActivityRow.conversation_id).where(ActivityRow.patient_id.in_(patient_ids))
    query = select(ConversationRow).where(
        or_(
            ConversationRow.patient_id.in_(patient_ids),
            ConversationRow.id.in_(conversation_ids),
            ConversationRow.id.in_(noted),
        )
    )
    return (await session.sql.scalars(query.order_by(ConversationRow.started_at))).all()


async def _activities(
    session: ClinicSession, patient_ids: Sequence[UUID], conversation_ids: Sequence[UUID]
) -> Sequence[ActivityRow]:
    about: ColumnElement[bool] = or_(
        ActivityRow.patient_id.in_(patient_ids), ActivityRow.conversation_id.in_(conversation_ids)
    )
    query = select(ActivityRow).where(about)
    return (await session.sql.scalars(query.order_by(ActivityRow.occurred_at))).all()


async def _talk(session: ClinicSession, row: ConversationRow) -> TalkRecord:
    return TalkRecord(
        id=row.id,
        channel=Channel(row.channel),
        voice_id=row.voice_id,
        started_at=row.started_at,
        ended_at=row.ended_at,
        summary=session.unseal(row.summary_sealed) if row.summary_sealed else None,
        lines=tuple(await read_lines(session, row.id)),
    )
