"""Notes of the team in a conversation: written, read with it, deleted by who wrote them, gone with it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from sqlalchemy import ColumnElement, delete, select

from mia.clinic.inbox.models import NoteRow, ThreadRow
from mia.clinic.inbox.threads import queries as threads
from mia.clinic.inbox.threads.text_retention import is_theirs
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import Forbidden, Invalid, NotFound
from mia.platform.kernel.ids import new_id
from mia.platform.realtime import service as realtime

LONGEST_NOTE = 4000


@dataclass(frozen=True)
class Note:
    """A note. ``author_id`` is a user, None for a program; ``mine``: the reader wrote it and may delete it."""

    id: UUID
    thread_id: UUID
    author_id: UUID | None
    text: str = field(repr=False)
    at: datetime
    mine: bool


async def add_note(session: ClinicSession, thread_id: UUID, text: str) -> Note:
    """Leave the team a note in a conversation. :class:`NotFound` when the clinic has none of this id."""
    written = text.strip()
    if not written or len(written) > LONGEST_NOTE:
        raise Invalid("A note is needed", fields={"text": f"Between 1 and {LONGEST_NOTE} characters"})
    if await threads.find_thread(session, id=thread_id) is None:
        raise NotFound
    row = NoteRow(
        clinic_id=session.scope.clinic_id,
        id=new_id(),
        created_at=session.now(),
        thread_id=thread_id,
        author_id=session.scope.user_id,
        text_sealed=session.seal(written),
    )
    session.sql.add(row)
    await session.sql.flush()
    await audit.record(session, "note.write", "note", [row.id])
    await realtime.publish(session, "conversation.changed", thread_id)
    return _note(session, row)


async def drop_note(session: ClinicSession, thread_id: UUID, note_id: UUID) -> None:
    """Delete a note of one's own; :class:`NotFound`, or :class:`Forbidden` for a colleague's."""
    where = (NoteRow.id == note_id, NoteRow.thread_id == thread_id)
    row = await session.sql.scalar(select(NoteRow).where(*where))
    if row is None:
        raise NotFound
    if not _note(session, row).mine:
        raise Forbidden("Only who wrote a note can delete it.")
    await session.sql.execute(delete(NoteRow).where(*where))
    await audit.record(session, "note.delete", "note", [note_id])
    await realtime.publish(session, "conversation.changed", thread_id)


async def list_notes(session: ClinicSession, thread_ids: Sequence[UUID]) -> list[Note]:
    """The notes in some threads, oldest first. The caller records who reads them."""
    return await _list(session, NoteRow.thread_id.in_(thread_ids))


async def list_notes_of(session: ClinicSession, patient_ids: Sequence[UUID], phones: Sequence[str]) -> list[Note]:
    """The notes in all threads with a person, oldest first. The caller records who reads them."""
    theirs = select(ThreadRow.id).where(is_theirs(session, patient_ids, phones))
    return await _list(session, NoteRow.thread_id.in_(theirs))


async def purge_notes(session: ClinicSession, before: datetime) -> int:
    """Delete notes written before an instant; returns how many there were."""
    gone = delete(NoteRow).where(NoteRow.created_at < before).returning(NoteRow.id)
    return len((await session.sql.execute(gone)).all())


async def _list(session: ClinicSession, where: ColumnElement[bool]) -> list[Note]:
    query = select(NoteRow).where(where).order_by(NoteRow.created_at, NoteRow.id)
    return [_note(session, row) for row in await session.sql.scalars(query)]


def _note(session: ClinicSession, row: NoteRow) -> Note:
    mine = row.author_id is not None and row.author_id == session.scope.user_id
    return Note(row.id, row.thread_id, row.author_id, session.unseal(row.text_sealed), row.created_at, mine)
