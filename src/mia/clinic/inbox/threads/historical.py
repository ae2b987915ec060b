"""Texts and emails as they once were, for demos: entered without events, so nothing is sent."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal
from uuid import UUID

from mia.clinic.consent.service import MessageClass
from mia.clinic.inbox.models import NoteRow
from mia.clinic.inbox.threads import queries
from mia.clinic.inbox.threads.service import Mode
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.ids import new_id


@dataclass(frozen=True)
class PastText:
    """One text or email as it was; a ``note`` is one of the team's."""

    author: Literal["patient", "mia", "staff", "note"]
    text: str = field(repr=False)
    at: datetime


async def import_texts(
    session: ClinicSession,
    thread_id: UUID,
    texts: Sequence[PastText],
    *,
    source: str,
    staff_id: UUID | None,
    unread: bool = False,
) -> None:
    """Enter texts and notes of a thread, oldest first. ``source`` begins their keys; ``staff_id`` wrote the notes,
    and has the thread in hand where staff answered."""
    for past in texts:
        if past.author == "note":
            session.sql.add(
                NoteRow(
                    clinic_id=session.scope.clinic_id,
                    id=new_id(),
                    created_at=past.at,
                    thread_id=thread_id,
                    author_id=staff_id,
                    text_sealed=session.seal(past.text),
                )
            )
            continue
        received = past.author == "patient"
        values = {
            "id": new_id(),
            "created_at": past.at,
            "thread_id": thread_id,
            "author": past.author,
            "message_class": None if received else MessageClass.REPLY.value,
            "text_sealed": session.seal(past.text),
            "state": "received" if received else "delivered",
            "idempotency_key": f"{source}:{new_id()}",
            "answered": True,
        }
        await queries.add_text(session, values)
    by_staff = any(past.author == "staff" for past in texts)
    written = [past.at for past in texts if past.author != "note"]
    values = {"last_at": max(written), "unread": unread}
    if by_staff:
        values |= {"mode": Mode.STAFF.value, "assignee_id": staff_id}
    await queries.change_thread(session, thread_id, values)
    await session.sql.flush()
