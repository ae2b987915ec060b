"""Texts past their retention period, and those of one person for export or erasure."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from sqlalchemy import ColumnElement, case, delete, or_, select, update

from mia.clinic.inbox.models import TextRow, ThreadRow
from mia.platform.db.session import ClinicSession


@dataclass(frozen=True)
class TextRecord:
    """One text with a person. ``text`` is None when its content has been removed."""

    id: UUID
    at: datetime
    author: str
    state: str
    text: str | None = field(repr=False)


async def purge_texts(session: ClinicSession, before: datetime) -> int:
    """Remove what texts said before an instant, and threads with numbers of no one that ended before; how many."""
    strangers = delete(ThreadRow).where(ThreadRow.patient_id.is_(None), ThreadRow.last_at < before)
    await session.sql.execute(strangers)
    subjects = update(ThreadRow).where(ThreadRow.last_at < before, ThreadRow.subject_sealed.is_not(None))
    await session.sql.execute(subjects.values(subject_sealed=None))
    emptied = (
        update(TextRow)
        .where(TextRow.created_at < before, TextRow.text_sealed.is_not(None))
        .values(
            text_sealed=None,
            state=case((TextRow.state.in_(["queued", "sending"]), "failed"), else_=TextRow.state),
        )
        .returning(TextRow.id)
    )
    return len((await session.sql.execute(emptied)).all())


async def read_texts(
    session: ClinicSession, patient_ids: Sequence[UUID], phones: Sequence[str]
) -> list[TextRecord]:
    """Everything texted with a person. The caller records who reads it."""
    query = (
        select(TextRow)
        .join(ThreadRow, (ThreadRow.clinic_id == TextRow.clinic_id) & (ThreadRow.id == TextRow.thread_id))
        .where(is_theirs(session, patient_ids, phones))
        .order_by(TextRow.created_at, TextRow.id)
    )
    return [
        TextRecord(
            id=row.id,
            at=row.created_at,
            author=row.author,
            state=row.state,
            text=session.unseal(row.text_sealed) if row.text_sealed and not row.secret else None,
        )
        for row in await session.sql.scalars(query)
    ]


async def erase_texts(session: ClinicSession, patient_ids: Sequence[UUID], phones: Sequence[str]) -> int:
    """Delete the threads with a person; what is queued does not leave. Returns how many there were."""
    gone = delete(ThreadRow).where(is_theirs(session, patient_ids, phones)).returning(ThreadRow.id)
    return len((await session.sql.execute(gone)).all())


def is_theirs(session: ClinicSession, patient_ids: Sequence[UUID], phones: Sequence[str]) -> ColumnElement[bool]:
    """The condition of threads with a person, by record or by address."""
    blinds = [session.blind(phone) for phone in phones]
    return or_(ThreadRow.patient_id.in_(patient_ids), ThreadRow.address_blind.in_(blinds))
