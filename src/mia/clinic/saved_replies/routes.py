"""Saved replies of a practice."""

from fastapi import APIRouter

from mia.clinic.saved_replies import service
from mia.clinic.saved_replies.schemas import SavedRepliesOut, SavedReplyIn, SavedReplyOut
from mia.identity.guards import CurrentScope
from mia.platform.db.session import DatabaseDep
from mia.platform.kernel.ids import decode

router = APIRouter(prefix="/api/clinics/{slug}/saved-replies", tags=["inbox"])


@router.get("")
async def list_replies(scope: CurrentScope, database: DatabaseDep) -> SavedRepliesOut:
    """The practice's replies, by title."""
    async with database.clinic(scope) as session:
        return SavedRepliesOut(items=[SavedReplyOut.of(reply) for reply in await service.list_replies(session)])


@router.post("", status_code=201)
async def add_reply(body: SavedReplyIn, scope: CurrentScope, database: DatabaseDep) -> SavedReplyOut:
    """Save a reply for everyone; 409 when its title is taken."""
    async with database.clinic(scope) as session:
        return SavedReplyOut.of(await service.add_reply(session, body.title, body.text))


@router.put("/{reply_id}")
async def change_reply(
    reply_id: str, body: SavedReplyIn, scope: CurrentScope, database: DatabaseDep
) -> SavedReplyOut:
    """Write over a reply; 409 when its title is taken."""
    async with database.clinic(scope) as session:
        return SavedReplyOut.of(await service.change_reply(session, decode("rpl", reply_id), body.title, body.text))


@router.delete("/{reply_id}", status_code=204)
async def drop_reply(reply_id: str, scope: CurrentScope, database: DatabaseDep) -> None:
    """Delete a reply."""
    async with database.clinic(scope) as session:
        await service.drop_reply(session, decode("rpl", reply_id))
