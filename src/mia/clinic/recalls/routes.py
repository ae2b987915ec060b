"""The Patient Rebooking Center: the list, the detail panel, notes, and contacts by Mia."""

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from mia.clinic.patients.service import NoteChanged, save_note
from mia.clinic.recalls.detail import read_patient
from mia.clinic.recalls.directory import search
from mia.clinic.recalls.outreach import Wish, cancel, start
from mia.clinic.recalls.planned import revise
from mia.clinic.recalls.schemas import (
    ContactStandingOut,
    ContactStandingsIn,
    ContactStandingsOut,
    NoteConflictOut,
    NoteIn,
    NoteOut,
    OutreachIn,
    OutreachOut,
    PatientOut,
    PatientPageOut,
    PatientSearchIn,
    PlanIn,
)
from mia.clinic.recalls.settlement import opt_out_patient
from mia.clinic.recalls.standing import read_standings
from mia.identity.guards import CurrentScope
from mia.platform.db.session import DatabaseDep
from mia.platform.http.problems import problem
from mia.platform.kernel.ids import decode

router = APIRouter(prefix="/api/clinics/{slug}", tags=["rebooking"])


@router.post("/patients/search")
async def search_patients(body: PatientSearchIn, scope: CurrentScope, database: DatabaseDep) -> PatientPageOut:
    """A page of a group of patients. A search is a POST: names never stand in a URL."""
    async with database.clinic(scope) as session:
        page = await search(
            session,
            query=body.query,
            group=body.group,
            narrowing=body.narrowing(),
            sort=body.sort,
            page=body.page,
            size=body.page_size,
        )
        return PatientPageOut.of(page)


@router.post("/patients/standing")
async def read_standing(
    body: ContactStandingsIn, scope: CurrentScope, database: DatabaseDep
) -> ContactStandingsOut:
    """Due since when, worth what, last contact, and whether Mia may call or write now, of each."""
    async with database.clinic(scope) as session:
        found = await read_standings(session, [decode("pat", id_) for id_ in body.patient_ids])
        return ContactStandingsOut(items=[ContactStandingOut.of(one) for one in found])


@router.get("/patients/{patient_id}")
async def read_patient_(patient_id: str, scope: CurrentScope, database: DatabaseDep) -> PatientOut:
    """One patient, and whether Mia may call or write to them now."""
    async with database.clinic(scope) as session:
        return PatientOut.of(await read_patient(session, decode("pat", patient_id)))


@router.put("/patients/{patient_id}/note", response_model=NoteOut, responses={409: {"model": NoteConflictOut}})
async def write_note(
    patient_id: str, body: NoteIn, scope: CurrentScope, database: DatabaseDep
) -> NoteOut | JSONResponse:
    """Replace the internal note; 409 with what stands there when someone else has changed it."""
    try:
        async with database.clinic(scope) as session:
            return NoteOut.of(await save_note(session, decode("pat", patient_id), body.note, body.version))
    except NoteChanged as changed:
        current = NoteOut.of(changed.current).model_dump()
        return problem(changed.status, changed.title, changed.detail, retryable=False, **current)


@router.post("/patients/{patient_id}/opt-out", status_code=204)
async def opt_out(patient_id: str, scope: CurrentScope, database: DatabaseDep) -> None:
    """The patient has asked, by whatever means, not to be contacted anymore."""
    async with database.clinic(scope) as session:
        await opt_out_patient(session, decode("pat", patient_id))


@router.post("/outreach", status_code=202)
async def contact_patient(body: OutreachIn, scope: CurrentScope, database: DatabaseDep) -> OutreachOut:
    """Have Mia call or write to a patient, now or at a later time, if and when that is permitted. The same key does
    it once."""
    async with database.clinic(scope) as session:
        patient_id = decode("pat", body.patient_id)
        wish = Wish(body.words, body.at)
        return OutreachOut.of(await start(session, patient_id, body.kind, body.idempotency_key, wish))


@router.put("/outreach/{activity_id}")
async def change_plan(activity_id: str, body: PlanIn, scope: CurrentScope, database: DatabaseDep) -> OutreachOut:
    """Change what a planned contact says and when it leaves; 409 once it has. What the rules forbid changes
    nothing, and the decision says why."""
    async with database.clinic(scope) as session:
        return OutreachOut.of(await revise(session, decode("act", activity_id), Wish(body.words, body.at)))


@router.post("/outreach/{activity_id}/cancel", status_code=204)
async def take_back(activity_id: str, scope: CurrentScope, database: DatabaseDep) -> None:
    """Undo what has not been sent; 409 once it has."""
    async with database.clinic(scope) as session:
        await cancel(session, decode("act", activity_id))
