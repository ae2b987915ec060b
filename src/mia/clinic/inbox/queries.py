"""Reads and writes of the inbox's rows."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, and_, case, delete, func, insert, literal_column, or_, select, text, update
from sqlalchemy.dialects.postgresql import insert as upsert

from mia.clinic.inbox.models import ActivityRow, ConversationRow, MessageRow, RecordingRow, TaskRow
from mia.platform.db.arrays import insert_of
from mia.platform.db.session import ClinicSession

# --- conversations ------------------------------------------------------------------------------


async def add_conversation(session: ClinicSession, values: Mapping[str, Any]) -> ConversationRow | None:
    """The new row; None when its voice id is known already."""
    row = {"clinic_id": session.scope.clinic_id, **values}
    statement = upsert(ConversationRow).values(row).on_conflict_do_nothing().returning(ConversationRow)
    return await session.sql.scalar(statement)


async def find_conversation(
    session: ClinicSession, *, id: UUID | None = None, voice_id: str | None = None, lock: bool = False
) -> ConversationRow | None:
    which = ConversationRow.id == id if id else ConversationRow.voice_id == voice_id
    query = select(ConversationRow).where(which)
    return await session.sql.scalar(query.with_for_update() if lock else query)


async def change_conversation(session: ClinicSession, id: UUID, values: Mapping[str, Any]) -> None:
    await session.sql.execute(update(ConversationRow).where(ConversationRow.id == id).values(**values))


async def drop_conversation(session: ClinicSession, id: UUID) -> None:
    await session.sql.execute(delete(ConversationRow).where(ConversationRow.id == id))


async def count_visitors(session: ClinicSession, since: datetime, active_since: datetime) -> int:
    chats = and_(ConversationRow.channel == "web_chat", ConversationRow.active_at > active_since)
    query = select(func.count()).where(
        or_(ConversationRow.channel == "web_call", chats),
        ConversationRow.started_at > since,
        ConversationRow.status != "closed",
    )
    return await session.sql.scalar(query) or 0


async def count_chats_of(session: ClinicSession, origin_blind: bytes, active_since: datetime) -> int:
    query = select(func.count()).where(
        ConversationRow.channel == "web_chat",
        ConversationRow.status != "closed",
        ConversationRow.origin_blind == origin_blind,
        ConversationRow.active_at > active_since,
    )
    return await session.sql.scalar(query) or 0


async def lock_visitors(session: ClinicSession) -> None:
    key = f"visitors:{session.scope.clinic_id}"
    await session.sql.execute(text("SELECT pg_advisory_xact_lock(hashtextextended(:key, 0))"), {"key": key})


async def list_conversations(
    session: ClinicSession, *where: ColumnElement[bool], limit: int
) -> Sequence[ConversationRow]:
    query = select(ConversationRow).where(*where)
    return (await session.sql.scalars(query.order_by(ConversationRow.started_at).limit(limit))).all()


async def replace_messages(session: ClinicSession, id: UUID, rows: Sequence[Mapping[str, Any]]) -> None:
    await drop_messages(session, id)
    if rows:
        owner = {"clinic_id": session.scope.clinic_id, "conversation_id": id}
        await session.sql.execute(insert(MessageRow), [{**owner, **row} for row in rows])


async def drop_recording(session: ClinicSession, conversation_id: UUID) -> None:
    await session.sql.execute(delete(RecordingRow).where(RecordingRow.conversation_id == conversation_id))


async def drop_messages(session: ClinicSession, id: UUID) -> None:
    await session.sql.execute(delete(MessageRow).where(MessageRow.conversation_id == id))


async def list_messages(session: ClinicSession, id: UUID) -> Sequence[MessageRow]:
    query = select(MessageRow).where(MessageRow.conversation_id == id)
    return (await session.sql.scalars(query.order_by(MessageRow.position))).all()


# --- activities ---------------------------------------------------------------------------------


async def add_activity(session: ClinicSession, values: Mapping[str, Any]) -> UUID | None:
    """The id of the new row; None when the conversation has one already."""
    row = {"clinic_id": session.scope.clinic_id, **values}
    statement = upsert(ActivityRow).values(row).on_conflict_do_nothing().returning(ActivityRow.id)
    return await session.sql.scalar(statement)


async def change_activity(session: ClinicSession, conversation_id: UUID, values: Mapping[str, Any]) -> UUID | None:
    """Change the activity of a conversation; its id, or None when there is none."""
    changed = update(ActivityRow).where(ActivityRow.conversation_id == conversation_id).values(**values)
    return await session.sql.scalar(changed.returning(ActivityRow.id))


async def change_activity_by_id(session: ClinicSession, id: UUID, values: Mapping[str, Any]) -> None:
    await session.sql.execute(update(ActivityRow).where(ActivityRow.id == id).values(**values))


async def drop_activity(session: ClinicSession, id: UUID) -> None:
    await session.sql.execute(delete(ActivityRow).where(ActivityRow.id == id))


async def tie_activity(session: ClinicSession, id: UUID, conversation_id: UUID) -> bool:
    """Give an activity its conversation; False when it has one."""
    statement = (
        update(ActivityRow)
        .where(ActivityRow.id == id, ActivityRow.conversation_id.is_(None))
        .values(conversation_id=conversation_id)
        .returning(ActivityRow.id)
    )
    return await session.sql.scalar(statement) is not None


async def find_activity_of(session: ClinicSession, conversation_id: UUID) -> UUID | None:
    return await session.sql.scalar(select(ActivityRow.id).where(ActivityRow.conversation_id == conversation_id))


async def find_activity(session: ClinicSession, id: UUID) -> ActivityRow | None:
    query = select(ActivityRow).where(ActivityRow.id == id)
    return await session.sql.scalar(query)


async def count_by_channel(
    session: ClinicSession, since: datetime, until: datetime
) -> Sequence[tuple[str, int, int, int]]:
    """Per channel: inbound contacts, those that asked for a booking, those that booked. No simulated ones."""
    query = (
        select(
            ActivityRow.channel,
            func.count(),
            func.count(case((ActivityRow.asked_for_booking, 1))),
            func.count(case((and_(ActivityRow.asked_for_booking, ActivityRow.booked), 1))),
        )
        .where(
            ActivityRow.direction == literal_column("'inbound'"),  # written out: the index is for it alone
            ~ActivityRow.simulated,
            ActivityRow.occurred_at >= since,
            ActivityRow.occurred_at < until,
        )
        .group_by(ActivityRow.channel)
        .order_by(ActivityRow.channel)
    )
    return [(row[0], row[1], row[2], row[3]) for row in await session.sql.execute(query)]


async def add_rows(
    session: ClinicSession,
    table: type[ConversationRow] | type[MessageRow] | type[ActivityRow],
    rows: Sequence[Mapping[str, Any]],
) -> None:
    """Insert many rows of one table for the session's clinic."""
    if rows:
        await session.sql.execute(insert_of(table, session.scope.clinic_id, rows))


# --- tasks --------------------------------------------------------------------------------------


async def add_task(session: ClinicSession, values: Mapping[str, Any]) -> UUID | None:
    """The id of the new row; None when the conversation has an open task of that kind already."""
    row = {"clinic_id": session.scope.clinic_id, **values}
    statement = upsert(TaskRow).values(row).on_conflict_do_nothing().returning(TaskRow.id)
    return await session.sql.scalar(statement)


async def change_task(
    session: ClinicSession,
    conversation_id: UUID,
    kind: str,
    values: Mapping[str, Any],
    *,
    due_at: datetime | None = None,
) -> UUID | None:
    """Change what a conversation has open of a kind; ``due_at`` holds where no other due time is set."""
    due = {"due_at": func.coalesce(TaskRow.due_at, due_at)} if due_at else {}
    where = (TaskRow.conversation_id == conversation_id, TaskRow.kind == kind, TaskRow.completed_at.is_(None))
    return await session.sql.scalar(update(TaskRow).where(*where).values(**values, **due).returning(TaskRow.id))


async def list_open_of(session: ClinicSession, conversation_id: UUID) -> Sequence[TaskRow]:
    query = select(TaskRow).where(TaskRow.conversation_id == conversation_id, TaskRow.completed_at.is_(None))
    return (await session.sql.scalars(query)).all()


async def count_tasks(session: ClinicSession, conversation_id: UUID, kind: str) -> int:
    query = select(func.count()).where(TaskRow.conversation_id == conversation_id, TaskRow.kind == kind)
    return await session.sql.scalar(query) or 0


async def list_newest_open(session: ClinicSession, kind: str, limit: int) -> Sequence[TaskRow]:
    query = select(TaskRow).where(TaskRow.completed_at.is_(None), TaskRow.kind == kind)
    return (await session.sql.scalars(query.order_by(TaskRow.created_at.desc()).limit(limit))).all()


async def count_open_tasks(session: ClinicSession, id: UUID) -> int:
    """1 while the task is to be done, else 0."""
    query = select(func.count()).where(TaskRow.id == id, TaskRow.completed_at.is_(None))
    return await session.sql.scalar(query) or 0


async def list_open_tasks(session: ClinicSession, kinds: Sequence[str]) -> Sequence[UUID]:
    query = select(TaskRow.id).where(TaskRow.completed_at.is_(None), TaskRow.kind.in_(kinds))
    return (await session.sql.scalars(query)).all()


async def drop_tasks(session: ClinicSession, conversation_id: UUID) -> None:
    await session.sql.execute(delete(TaskRow).where(TaskRow.conversation_id == conversation_id))
