"""Reads and writes of threads and their texts."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from sqlalchemy import SQLColumnExpression, false, func, or_, select, text, true, tuple_, update
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.orm import aliased

from mia.clinic.consent.service import MessageClass
from mia.clinic.inbox.models import TextRow, ThreadRow
from mia.platform.db.session import ClinicSession


async def lock_address(session: ClinicSession, address_blind: bytes) -> None:
    """Until the transaction ends, no one else begins a thread or hears a wish of this number."""
    key = f"thread:{session.scope.clinic_id}:{address_blind.hex()}"
    await session.sql.execute(text("SELECT pg_advisory_xact_lock(hashtextextended(:key, 0))"), {"key": key})


async def add_thread(session: ClinicSession, values: Mapping[str, Any]) -> ThreadRow:
    """The thread of an address, begun when there is none."""
    row = {"clinic_id": session.scope.clinic_id, **values}
    await session.sql.execute(upsert(ThreadRow).values(row).on_conflict_do_nothing())
    found = await find_thread(session, address_blind=values["address_blind"])
    assert found is not None
    return found


async def find_thread(
    session: ClinicSession, *, id: UUID | None = None, address_blind: bytes | None = None, lock: bool = False
) -> ThreadRow | None:
    which = ThreadRow.id == id if id else ThreadRow.address_blind == address_blind
    query = select(ThreadRow).where(which).execution_options(populate_existing=True)
    return await session.sql.scalar(query.with_for_update() if lock else query)


async def find_thread_of_talk(session: ClinicSession, conversation_id: UUID) -> ThreadRow | None:
    query = select(ThreadRow).where(ThreadRow.conversation_id == conversation_id)
    return await session.sql.scalar(query)


async def change_thread(session: ClinicSession, id: UUID, values: Mapping[str, Any]) -> None:
    await session.sql.execute(update(ThreadRow).where(ThreadRow.id == id).values(**values))


Show = Literal["all", "unread", "waiting", "mine"]
"""Which threads: ``waiting`` need a person, ``mine`` are assigned to the reader."""


def _shown(thread: type[ThreadRow], show: Show, user_id: UUID | None) -> SQLColumnExpression[bool]:
    conditions: dict[Show, SQLColumnExpression[bool]] = {
        "all": true(),
        "unread": thread.unread,
        "waiting": thread.waiting,
        "mine": thread.assignee_id == user_id if user_id else false(),
    }
    return conditions[show]


async def list_threads(
    session: ClinicSession, *, show: Show, after: tuple[datetime, UUID] | None, limit: int
) -> Sequence[ThreadRow]:
    """The newest first; of a patient's threads the newest alone."""
    user_id = session.scope.user_id
    newer = aliased(ThreadRow)
    hidden = select(newer.id).where(
        newer.patient_id == ThreadRow.patient_id,
        tuple_(newer.last_at, newer.id) > tuple_(ThreadRow.last_at, ThreadRow.id),
        _shown(newer, show, user_id),
    )
    query = select(ThreadRow).where(~hidden.exists(), _shown(ThreadRow, show, user_id))
    if after is not None:
        query = query.where(tuple_(ThreadRow.last_at, ThreadRow.id) < after)
    query = query.order_by(ThreadRow.last_at.desc(), ThreadRow.id.desc())
    return (await session.sql.scalars(query.limit(limit))).all()


async def count_people(session: ClinicSession) -> tuple[int, int, int]:
    """People, and numbers of no one, who wrote what is unread, who need a person, and who are the reader's."""
    mine = _shown(ThreadRow, "mine", session.scope.user_id)
    person = func.count(func.distinct(func.coalesce(ThreadRow.patient_id, ThreadRow.id)))
    counts = [person.filter(one) for one in (ThreadRow.unread, ThreadRow.waiting, mine)]
    query = select(*counts).select_from(ThreadRow).where(or_(ThreadRow.unread, ThreadRow.waiting, mine))
    found = (await session.sql.execute(query)).one()
    return found[0], found[1], found[2]


async def change_person(session: ClinicSession, row: ThreadRow, values: Mapping[str, Any]) -> None:
    """Change all threads with the person of one."""
    theirs = ThreadRow.patient_id == row.patient_id if row.patient_id else ThreadRow.id == row.id
    await session.sql.execute(update(ThreadRow).where(theirs).values(**values))


async def add_text(session: ClinicSession, values: Mapping[str, Any]) -> UUID | None:
    """The id of the new row; None when its key or provider id is known already."""
    row = {"clinic_id": session.scope.clinic_id, **values}
    statement = upsert(TextRow).values(row).on_conflict_do_nothing().returning(TextRow.id)
    return await session.sql.scalar(statement)


async def has_written_first(session: ClinicSession, thread_id: UUID, since: datetime) -> bool:
    """Whether a text that was no answer has left in a thread since an instant."""
    query = select(TextRow.id).where(
        TextRow.thread_id == thread_id,
        TextRow.author.in_(["mia", "staff"]),
        TextRow.message_class.not_in([MessageClass.REPLY.value, MessageClass.OPT_OUT_CONFIRMATION.value]),
        TextRow.state.in_(["sent", "delivered"]),
        TextRow.created_at >= since,
    )
    return await session.sql.scalar(query.limit(1)) is not None


async def empty_secret(session: ClinicSession, text_id: UUID) -> None:
    await session.sql.execute(update(TextRow).where(TextRow.id == text_id, TextRow.secret).values(text_sealed=None))


async def find_text(
    session: ClinicSession,
    *,
    id: UUID | None = None,
    key: str | None = None,
    provider_id: str | None = None,
    lock: bool = False,
) -> TextRow | None:
    query = select(TextRow)
    if id is not None:
        query = query.where(TextRow.id == id)
    elif key is not None:
        query = query.where(TextRow.idempotency_key == key)
    else:
        query = query.where(TextRow.provider_id == provider_id)
    query = query.execution_options(populate_existing=True)
    return await session.sql.scalar(query.with_for_update() if lock else query)


async def change_text(session: ClinicSession, id: UUID, values: Mapping[str, Any]) -> None:
    await session.sql.execute(update(TextRow).where(TextRow.id == id).values(**values))


async def list_texts(session: ClinicSession, thread_id: UUID, limit: int) -> Sequence[TextRow]:
    """The newest ``limit`` of a thread, oldest first."""
    query = select(TextRow).where(TextRow.thread_id == thread_id)
    rows = (
        await session.sql.scalars(query.order_by(TextRow.created_at.desc(), TextRow.id.desc()).limit(limit))
    ).all()
    return rows[::-1]


async def newest_texts(session: ClinicSession, thread_ids: Sequence[UUID]) -> dict[UUID, TextRow]:
    """The newest text of each thread."""
    query = (
        select(TextRow)
        .where(TextRow.thread_id.in_(thread_ids))
        .ext(distinct_on(TextRow.thread_id))
        .order_by(TextRow.thread_id, TextRow.created_at.desc(), TextRow.id.desc())
    )
    return {row.thread_id: row for row in await session.sql.scalars(query)}


async def last_written_by_patient(session: ClinicSession, thread_id: UUID) -> datetime | None:
    query = select(func.max(TextRow.created_at)).where(TextRow.thread_id == thread_id, TextRow.author == "patient")
    return await session.sql.scalar(query)


async def last_practice_number(session: ClinicSession, thread_id: UUID) -> str | None:
    """The practice's number that the person wrote to last."""
    query = select(TextRow.practice_number).where(TextRow.thread_id == thread_id, TextRow.author == "patient")
    return await session.sql.scalar(query.order_by(TextRow.created_at.desc(), TextRow.id.desc()).limit(1))


async def settle_inbound(session: ClinicSession, thread_id: UUID) -> None:
    """Nothing the patient wrote so far needs an answer anymore."""
    where = (TextRow.thread_id == thread_id, ~TextRow.answered)
    await session.sql.execute(update(TextRow).where(*where, TextRow.author == "patient").values(answered=True))


async def list_unsettled(session: ClinicSession, before: datetime, limit: int) -> Sequence[TextRow]:
    """Outbound texts that wait, or whose outcome is unknown, since before an instant."""
    query = select(TextRow).where(TextRow.state.in_(["queued", "sending"]), TextRow.created_at < before)
    return (await session.sql.scalars(query.order_by(TextRow.created_at).limit(limit))).all()


async def list_unowned(session: ClinicSession, address_blinds: Sequence[bytes]) -> Sequence[ThreadRow]:
    """The threads with these addresses that are no one's, locked."""
    query = select(ThreadRow).where(ThreadRow.address_blind.in_(address_blinds), ThreadRow.patient_id.is_(None))
    return (await session.sql.scalars(query.order_by(ThreadRow.id).with_for_update())).all()


async def list_threads_of(session: ClinicSession, patient_ids: Sequence[UUID]) -> Sequence[ThreadRow]:
    """The threads of patients, the newest first."""
    query = select(ThreadRow).where(ThreadRow.patient_id.in_(patient_ids))
    return (await session.sql.scalars(query.order_by(ThreadRow.last_at.desc(), ThreadRow.id.desc()))).all()


async def list_unowned_threads(session: ClinicSession, ids: Sequence[UUID]) -> Sequence[ThreadRow]:
    """Those of the threads that are no patient's."""
    query = select(ThreadRow).where(ThreadRow.id.in_(ids), ThreadRow.patient_id.is_(None))
    return (await session.sql.scalars(query)).all()


async def list_newest_unowned(session: ClinicSession, limit: int) -> Sequence[ThreadRow]:
    """The newest threads that are no patient's."""
    query = select(ThreadRow).where(ThreadRow.patient_id.is_(None))
    return (await session.sql.scalars(query.order_by(ThreadRow.last_at.desc()).limit(limit))).all()
