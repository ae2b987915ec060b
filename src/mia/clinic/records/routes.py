"""Patient records: adding, editing, the archive, tags, who agrees to what, and the whole story of a patient."""

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse

from mia.clinic.patients import service as patients
from mia.clinic.patients.service import NewPatient, PatientChanged
from mia.clinic.recalls import service as recalls
from mia.clinic.records import preferences
from mia.clinic.records.access import list_sightings, read_names
from mia.clinic.records.answers import (
    ChangedOut,
    ChoicesOut,
    LookalikeOut,
    NamesOut,
    OnRecordOut,
    ProfileOut,
    ProviderChoiceOut,
    RecordConflictOut,
    RecordOut,
    SightingsOut,
    TimelineOut,
)
from mia.clinic.records.profile import read_profile
from mia.clinic.records.schemas import (
    ArchiveIn,
    ConsentIn,
    EditIn,
    EvidenceIn,
    NamesIn,
    NewPatientIn,
    RefusalIn,
    TagsIn,
)
from mia.clinic.records.timeline import EntryKind, read_timeline
from mia.clinic.schedule import service as schedule
from mia.identity.guards import CurrentScope
from mia.identity.service import name_actors
from mia.platform.audit import service as audit
from mia.platform.db.session import DatabaseDep
from mia.platform.http.problems import problem
from mia.platform.kernel.bounds import LooseInstant
from mia.platform.kernel.ids import decode, encode, new_id

router = APIRouter(prefix="/api/clinics/{slug}", tags=["records"])

ON_RECORD = "/problems/on-record"
"""The problem of a new patient who seems to be on record."""


def changed_meanwhile(changed: PatientChanged) -> JSONResponse:
    """409 with what stands on the record now."""
    record = RecordOut.of(changed.current).model_dump(mode="json")
    return problem(changed.status, changed.title, changed.detail, retryable=False, record=record)


@router.post("/patients/names")
async def name_patients(body: NamesIn, scope: CurrentScope, database: DatabaseDep) -> NamesOut:
    """Who stands behind ids, for the activity log, which keeps ids alone."""
    async with database.clinic(scope) as session:
        return NamesOut(names=await read_names(session, body.ids))


@router.post("/patients", status_code=201, response_model=RecordOut, responses={409: {"model": OnRecordOut}})
async def add_patient(body: NewPatientIn, scope: CurrentScope, database: DatabaseDep) -> RecordOut | JSONResponse:
    """Add a patient; 409 with the record when someone of this name and phone or email is there, unless it is said
    to be ``another``."""
    new = body.identity()
    person = NewPatient(new.name, new.phone, new.email, new.birth_date, (body.note or "").strip() or None, new.tags)
    async with database.clinic(scope) as session:
        found = [] if body.another else await patients.find_on_record(session, person)
        if found:
            return _on_record([LookalikeOut.of(one) for one in found])
        proof = f"staff:{encode('pat', new_id())}" if body.number_given else None
        patient = await patients.add_patient(session, person, proof=proof, beside=recalls.listing)
        return RecordOut.of(patient)


def _on_record(found: list[LookalikeOut]) -> JSONResponse:
    """409 with those who are on record."""
    detail = "A patient with this name and contact is already on record"
    lookalikes = [one.model_dump(mode="json") for one in found]
    return problem(409, "Already on record", detail, retryable=False, type=ON_RECORD, lookalikes=lookalikes)


@router.get("/patient-choices")
async def list_choices(scope: CurrentScope, database: DatabaseDep) -> ChoicesOut:
    """By what the list of patients can be narrowed."""
    async with database.clinic(scope) as session:
        await audit.record(session, "patient.choices", "patient")
        providers = [
            ProviderChoiceOut(id=encode("prv", one.id), name=one.name)
            for one in await schedule.list_providers(session)
        ]
        return ChoicesOut(tags=await patients.list_tags(session), providers=providers)


@router.get("/patients/{patient_id}/record")
async def read_record(patient_id: str, scope: CurrentScope, database: DatabaseDep) -> ProfileOut:
    """The head of a patient's record."""
    async with database.clinic(scope) as session:
        return ProfileOut.of(await read_profile(session, decode("pat", patient_id)))


@router.put("/patients/{patient_id}", response_model=RecordOut, responses={409: {"model": RecordConflictOut}})
async def edit_patient(
    patient_id: str, body: EditIn, scope: CurrentScope, database: DatabaseDep
) -> RecordOut | JSONResponse:
    """Replace what a record says; 409 with the present version when someone else has changed it."""
    try:
        async with database.clinic(scope) as session:
            id_ = decode("pat", patient_id)
            patient = await patients.change_patient(session, id_, body.identity(), body.version)
            await recalls.refresh(session, [id_])
            return RecordOut.of(patient)
    except PatientChanged as changed:
        return changed_meanwhile(changed)


@router.put("/patients/{patient_id}/archive", status_code=204)
async def archive(patient_id: str, body: ArchiveIn, scope: CurrentScope, database: DatabaseDep) -> None:
    """Into the archive, or out of it. What is planned for someone archived does not leave."""
    async with database.clinic(scope) as session:
        id_ = decode("pat", patient_id)
        await patients.archive_patient(session, id_, archived=body.archived)
        if body.archived:
            await recalls.call_off(session, id_, "The record is archived")
        await recalls.refresh(session, [id_])


@router.get("/patients/{patient_id}/timeline")
async def read_story(
    patient_id: str,
    scope: CurrentScope,
    database: DatabaseDep,
    before: LooseInstant | None = None,
    kind: Annotated[list[EntryKind] | None, Query(max_length=len(EntryKind))] = None,
) -> TimelineOut:
    """A page of a patient's story, newest first. ``before`` is the ``next_before`` of the page before."""
    async with database.clinic(scope) as session:
        timeline = await read_timeline(session, decode("pat", patient_id), kinds=kind or (), before=before)
    actors = {one.actor for one in timeline.entries if one.actor}
    return TimelineOut.of(timeline, await name_actors(database, scope, actors))


@router.get("/patients/{patient_id}/sightings")
async def read_sightings(patient_id: str, scope: CurrentScope, database: DatabaseDep) -> SightingsOut:
    """Who looked at the record, changed it or contacted the patient."""
    async with database.clinic(scope) as session:
        found = await list_sightings(session, decode("pat", patient_id))
    return SightingsOut.of(found, await name_actors(database, scope, {one.actor for one in found}))


@router.post("/patients/{patient_id}/consents", status_code=204)
async def grant(patient_id: str, body: ConsentIn, scope: CurrentScope, database: DatabaseDep) -> None:
    """Write down what the patient agrees to, and how that is known."""
    async with database.clinic(scope) as session:
        id_ = decode("pat", patient_id)
        await preferences.agree(session, id_, body.channel, body.kinds(), body.basis, body.evidence())


@router.post("/patients/{patient_id}/refusals", status_code=204)
async def refuse(patient_id: str, body: RefusalIn, scope: CurrentScope, database: DatabaseDep) -> None:
    """Write down what the patient does not want; it holds at once."""
    async with database.clinic(scope) as session:
        id_ = decode("pat", patient_id)
        await preferences.refuse(session, id_, body.channel, body.kinds(), body.evidence())


@router.post("/patients/{patient_id}/opt-in", status_code=204)
async def opt_in(patient_id: str, body: EvidenceIn, scope: CurrentScope, database: DatabaseDep) -> None:
    """Lift an opt-out that was told to staff; 409 for a STOP, which only the patient can lift."""
    async with database.clinic(scope) as session:
        await preferences.opt_in(session, decode("pat", patient_id), body.evidence())


@router.post("/patients/tags")
async def tag(body: TagsIn, scope: CurrentScope, database: DatabaseDep) -> ChangedOut:
    """Add and remove tags of many records; says which changed, so that it can be undone."""
    async with database.clinic(scope) as session:
        ids = [decode("pat", id_) for id_ in body.patient_ids]
        changed = await patients.tag_patients(session, ids, add=body.add, remove=body.remove)
        if changed:
            await recalls.refresh(session, changed)
        return ChangedOut(changed=[encode("pat", id_) for id_ in changed])
