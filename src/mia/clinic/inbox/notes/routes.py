"""Leaving the team a note in a conversation."""

from fastapi import APIRouter

from mia.clinic.inbox.notes import service
from mia.clinic.inbox.notes.schemas import NoteIn, NoteOut
from mia.identity.guards import CurrentScope
from mia.platform.db.session import DatabaseDep
from mia.platform.kernel.ids import decode

router = APIRouter(prefix="/api/clinics/{slug}/conversations/{conversation_id}/notes", tags=["inbox"])


@router.post("", status_code=201)
async def add_note(conversation_id: str, body: NoteIn, scope: CurrentScope, database: DatabaseDep) -> NoteOut:
    """Leave the team a note; nothing is sent."""
    async with database.clinic(scope) as session:
        return NoteOut.of(await service.add_note(session, decode("thr", conversation_id), body.text))


@router.delete("/{note_id}", status_code=204)
async def drop_note(conversation_id: str, note_id: str, scope: CurrentScope, database: DatabaseDep) -> None:
    """Delete a note of one's own; 403 for a colleague's."""
    async with database.clinic(scope) as session:
        await service.drop_note(session, decode("thr", conversation_id), decode("nte", note_id))
