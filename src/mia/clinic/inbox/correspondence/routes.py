"""Reading all there is with a person, and beginning to write to them."""

from fastapi import APIRouter

from mia.clinic.inbox.correspondence import service
from mia.clinic.inbox.correspondence.schemas import (
    ConversationChangeIn,
    ConversationCountsOut,
    ConversationDetailOut,
    WriteToIn,
    WriteToOut,
)
from mia.clinic.inbox.queue.service import check_owner
from mia.identity.guards import CurrentScope
from mia.platform.db.session import DatabaseDep
from mia.platform.kernel.ids import decode, encode

router = APIRouter(prefix="/api/clinics/{slug}", tags=["inbox"])


@router.get("/conversations/counts")
async def count_conversations(scope: CurrentScope, database: DatabaseDep) -> ConversationCountsOut:
    """How much there is to read and to answer, for badges."""
    async with database.clinic(scope) as session:
        return ConversationCountsOut.of(await service.count_conversations(session))


@router.get("/conversations/{conversation_id}")
async def read_conversation(
    conversation_id: str, scope: CurrentScope, database: DatabaseDep
) -> ConversationDetailOut:
    """Everything with one person: texts and emails, calls and chats; each reading is audited."""
    async with database.clinic(scope) as session:
        found = await service.read_correspondence(session, decode("thr", conversation_id))
        return ConversationDetailOut.of_all(found)


@router.post("/conversations")
async def begin_writing(body: WriteToIn, scope: CurrentScope, database: DatabaseDep) -> WriteToOut:
    """The conversation with a patient by text or email, begun when there is none. Nothing is sent; 409 without such
    an address."""
    async with database.clinic(scope) as session:
        thread_id = await service.begin_writing(session, decode("pat", body.patient_id), body.channel)
        return WriteToOut(id=encode("thr", thread_id))


@router.patch("/conversations/{conversation_id}", status_code=204)
async def change_conversation(
    conversation_id: str, body: ConversationChangeIn, scope: CurrentScope, database: DatabaseDep
) -> None:
    """Mark it as read or unread, or assign it to a member of the team."""
    thread_id = decode("thr", conversation_id)
    await check_owner(database, scope, body.assignee())
    async with database.clinic(scope) as session:
        await service.change_conversation(session, thread_id, body.values())
