"""Reading all there is with a person, and beginning to write to them."""

from fastapi import APIRouter

from mia.clinic.inbox.correspondence import service
from mia.clinic.inbox.correspondence.schemas import ConversationDetailOut, WriteToIn, WriteToOut
from mia.identity.guards import CurrentScope
from mia.platform.db.session import DatabaseDep
from mia.platform.kernel.ids import decode, encode

router = APIRouter(prefix="/api/clinics/{slug}", tags=["inbox"])


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
