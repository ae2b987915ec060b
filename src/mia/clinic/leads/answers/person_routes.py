"""Conversations with people who are no patients yet: finding them, who they are, writing to them, making them
patients."""

from fastapi import APIRouter

from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.threads.schemas import ConversationPageOut, ConversationSearchIn
from mia.clinic.leads.answers import finding, person
from mia.clinic.leads.answers.person_schemas import (
    CallerOut,
    FoundLeadOut,
    FoundLeadsOut,
    LeadConversationIn,
    LeadConversationOut,
    LeadNamesIn,
    LeadNamesOut,
    LeadSearchIn,
    MadePatientOut,
    NamesIn,
    NamesOut,
    WhoTheyAreIn,
    WriterOut,
)
from mia.identity.guards import CurrentScope
from mia.platform.db.session import DatabaseDep
from mia.platform.kernel.ids import decode, encode

router = APIRouter(prefix="/api/clinics/{slug}", tags=["leads"])


@router.post("/conversations/search")
async def search_conversations(
    search: ConversationSearchIn, scope: CurrentScope, database: DatabaseDep
) -> ConversationPageOut:
    """Conversations by text, the newest first; a search finds patients and leads."""
    async with database.clinic(scope) as session:
        also = await finding.strangers_like(session, search.query)
        page = await inbox.search_threads(
            session,
            query=search.query,
            also=also,
            show=search.show,
            after=search.after(),
            limit=search.limit,
        )
        return ConversationPageOut.of(page)


@router.post("/tasks/names")
async def read_task_names(body: LeadNamesIn, scope: CurrentScope, database: DatabaseDep) -> LeadNamesOut:
    """The names of leads that tasks are about."""
    async with database.clinic(scope) as session:
        return LeadNamesOut.of(await finding.names_of_leads(session, body.leads()))


@router.post("/conversations/names")
async def read_names(body: NamesIn, scope: CurrentScope, database: DatabaseDep) -> NamesOut:
    """The names of people who are no patients, by conversation, as far as their leads know them."""
    async with database.clinic(scope) as session:
        return NamesOut.of(await finding.names_of(session, body.threads()))


@router.post("/leads/search")
async def search_leads(body: LeadSearchIn, scope: CurrentScope, database: DatabaseDep) -> FoundLeadsOut:
    """Leads who are no patients yet, to write to; the words travel in the body, for they are people's."""
    async with database.clinic(scope) as session:
        found = await finding.search_leads(session, body.query)
        return FoundLeadsOut(items=[FoundLeadOut.of(one) for one in found])


@router.get("/conversations/{conversation_id}/person")
async def read_person(conversation_id: str, scope: CurrentScope, database: DatabaseDep) -> WriterOut:
    """Who writes in a conversation that is no patient's: their lead, their consents, their visit."""
    async with database.clinic(scope) as session:
        return WriterOut.of(await person.read_person(session, decode("thr", conversation_id)))


@router.get("/leads/{lead_id}/person")
async def read_person_of_lead(lead_id: str, scope: CurrentScope, database: DatabaseDep) -> WriterOut:
    """A lead as someone to be answered: their consents, their visit, who shares their number."""
    async with database.clinic(scope) as session:
        return WriterOut.of(await person.read_person_of_lead(session, decode("led", lead_id)))


@router.get("/activities/{activity_id}/person")
async def read_caller(activity_id: str, scope: CurrentScope, database: DatabaseDep) -> CallerOut:
    """Whom a call or chat was with who is no patient: their lead and number, and how to text them."""
    async with database.clinic(scope) as session:
        return CallerOut.of(await person.read_caller(session, decode("act", activity_id)))


@router.post("/conversations/{conversation_id}/patient")
async def make_patient(
    conversation_id: str, body: WhoTheyAreIn, scope: CurrentScope, database: DatabaseDep
) -> MadePatientOut:
    """Make who writes a patient, with the conversation and their lead; 409 when it is a patient's already."""
    async with database.clinic(scope) as session:
        made = await person.make_patient(session, decode("thr", conversation_id), body.name)
        return MadePatientOut(patient_id=encode("pat", made))


@router.post("/leads/{lead_id}/conversation")
async def begin_conversation(
    lead_id: str, body: LeadConversationIn, scope: CurrentScope, database: DatabaseDep
) -> LeadConversationOut:
    """The conversation with a lead by text or email, begun when there is none. Nothing is sent; 409 without such an
    address."""
    async with database.clinic(scope) as session:
        thread_id = await person.begin_conversation(session, decode("led", lead_id), body.channel)
        return LeadConversationOut(id=encode("thr", thread_id))
