"""Call & Message History, and conversations by text."""

from fastapi import APIRouter

from mia.clinic.inbox import service
from mia.clinic.inbox.schemas import ActivityDetailOut, ActivityPageOut, ActivitySearchIn, PersonOut
from mia.clinic.inbox.threads.schemas import StaffTextIn, WrittenOut
from mia.clinic.patients import service as patients
from mia.identity.guards import CurrentScope
from mia.platform.db.session import DatabaseDep
from mia.platform.kernel.ids import decode, encode

router = APIRouter(prefix="/api/clinics/{slug}", tags=["inbox"])


@router.post("/activities/search")
async def search_activities(
    search: ActivitySearchIn,
    scope: CurrentScope,
    database: DatabaseDep,
) -> ActivityPageOut:
    """A page of the history. A search is a POST: names never stand in a URL."""
    async with database.clinic(scope) as session:
        return ActivityPageOut.of(await service.search_activities(session, search.search()))


@router.get("/activities/{activity_id}")
async def read_activity(
    activity_id: str,
    scope: CurrentScope,
    database: DatabaseDep,
) -> ActivityDetailOut:
    """One contact with its summary and transcript; each reading is audited."""
    async with database.clinic(scope) as session:
        detail = await service.get_activity(session, decode("act", activity_id))
        person = None
        if detail.patient_id is not None:
            patient = await patients.get_patient(session, detail.patient_id)
            person = PersonOut.of(patient, await service.find_reach(session, patient.phone))
        return ActivityDetailOut.of_detail(detail, person)


@router.post("/conversations/{conversation_id}/messages", status_code=202)
async def write_text(
    conversation_id: str, body: StaffTextIn, scope: CurrentScope, database: DatabaseDep
) -> WrittenOut:
    """Write to the patient; from here on staff answers. 409 when the patient may not be written to."""
    async with database.clinic(scope) as session:
        thread_id = decode("thr", conversation_id)
        text_id = await service.write_as_staff(session, thread_id, body.text, body.idempotency_key)
        return WrittenOut(id=encode("txt", text_id))


@router.post("/conversations/{conversation_id}/take-over", status_code=204)
async def take_over(conversation_id: str, scope: CurrentScope, database: DatabaseDep) -> None:
    """Staff answers from here on."""
    async with database.clinic(scope) as session:
        await service.take_over(session, decode("thr", conversation_id))


@router.post("/conversations/{conversation_id}/hand-back", status_code=204)
async def hand_back(conversation_id: str, scope: CurrentScope, database: DatabaseDep) -> None:
    """Mia answers again."""
    async with database.clinic(scope) as session:
        await service.hand_back(session, decode("thr", conversation_id))
