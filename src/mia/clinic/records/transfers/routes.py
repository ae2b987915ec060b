"""Patients in from a file, and out into one."""

from typing import Annotated

from fastapi import APIRouter, Body, Path, Query, Request
from fastapi.responses import StreamingResponse

from mia.clinic.records.transfers import service
from mia.clinic.records.transfers.bad_rows import bad_rows_file
from mia.clinic.records.transfers.export import export_patients
from mia.clinic.records.transfers.schemas import (
    BadRowsIn,
    CheckIn,
    ExampleOut,
    ExamplesOut,
    ExportIn,
    ImportIn,
    ImportOut,
    ImportsOut,
    MeantServiceOut,
    RowFaultOut,
    RowFaultsOut,
    TreatmentNameOut,
    TreatmentNamesOut,
)
from mia.clinic.schedule import service as schedule
from mia.identity.guards import CurrentScope, SettingsDep, confirm_person
from mia.platform.audit import service as audit
from mia.platform.db.session import DatabaseDep
from mia.platform.kernel.ids import decode

router = APIRouter(prefix="/api/clinics/{slug}", tags=["patient transfers"])

_FAULTS = 100


@router.post("/patient-imports", status_code=201)
async def begin_import(body: ImportIn, scope: CurrentScope, database: DatabaseDep) -> ImportOut:
    """Announce a file; then send its parts."""
    async with database.clinic(scope) as session:
        return ImportOut.of(await service.begin(session, body.file_name, body.size))


@router.get("/patient-imports")
async def list_imports(scope: CurrentScope, database: DatabaseDep) -> ImportsOut:
    """The latest imports."""
    async with database.clinic(scope) as session:
        return ImportsOut(items=[ImportOut.of(made) for made in await service.list_imports(session)])


@router.get("/patient-imports/{import_id}")
async def read_import(import_id: str, scope: CurrentScope, database: DatabaseDep) -> ImportOut:
    """How far an import is."""
    async with database.clinic(scope) as session:
        return ImportOut.of(await service.get_import(session, decode("imp", import_id)))


@router.put("/patient-imports/{import_id}/parts/{number}", status_code=204)
async def save_part(
    import_id: str,
    number: Annotated[int, Path(ge=0, lt=service.MOST_PARTS)],
    scope: CurrentScope,
    database: DatabaseDep,
    content: Annotated[bytes, Body(media_type="application/octet-stream")],
) -> None:
    """A part of the file, unchanged. Sending it again replaces it."""
    async with database.clinic(scope) as session:
        await service.save_part(session, decode("imp", import_id), number, content)


@router.post("/patient-imports/{import_id}/read", status_code=202)
async def read_file(import_id: str, scope: CurrentScope, database: DatabaseDep) -> ImportOut:
    """All parts are there: read the file."""
    async with database.clinic(scope) as session:
        return ImportOut.of(await service.read(session, decode("imp", import_id)))


@router.post("/patient-imports/{import_id}/check", status_code=202)
async def check_import(import_id: str, body: CheckIn, scope: CurrentScope, database: DatabaseDep) -> ImportOut:
    """Say what the columns are, and look what would come of it: nothing is imported yet."""
    async with database.clinic(scope) as session:
        made = await service.check(
            session, decode("imp", import_id), body.mapping, body.date_order, body.choices(), body.consent_basis
        )
        return ImportOut.of(made)


@router.get("/patient-imports/{import_id}/changes")
async def list_changes(import_id: str, scope: CurrentScope, database: DatabaseDep) -> ExamplesOut:
    """Some of the records that the file would change, and how."""
    async with database.clinic(scope) as session:
        examples = await service.list_changes(session, decode("imp", import_id))
    return ExamplesOut(items=[ExampleOut.of(one) for one in examples])


@router.get("/patient-imports/{import_id}/treatments")
async def list_treatment_names(import_id: str, scope: CurrentScope, database: DatabaseDep) -> TreatmentNamesOut:
    """Treatments of the file that are none of the practice's services, and what they are taken for."""
    async with database.clinic(scope) as session:
        names = await service.list_names(session, decode("imp", import_id))
        services = await schedule.list_services(session)
    return TreatmentNamesOut(
        items=[TreatmentNameOut.of(name) for name in names], services=[MeantServiceOut.of(one) for one in services]
    )


@router.post("/patient-imports/{import_id}/start", status_code=202)
async def start_import(import_id: str, scope: CurrentScope, database: DatabaseDep) -> ImportOut:
    """Import what was checked."""
    async with database.clinic(scope) as session:
        return ImportOut.of(await service.start(session, decode("imp", import_id)))


@router.post("/patient-imports/{import_id}/undo", status_code=202)
async def undo_import(import_id: str, scope: CurrentScope, database: DatabaseDep) -> ImportOut:
    """Undo an import: remove those it added, except anyone treated, called, written to or edited since."""
    async with database.clinic(scope) as session:
        return ImportOut.of(await service.undo(session, decode("imp", import_id)))


@router.delete("/patient-imports/{import_id}", status_code=204)
async def drop_import(import_id: str, scope: CurrentScope, database: DatabaseDep) -> None:
    """Forget a file of which nothing was imported."""
    async with database.clinic(scope) as session:
        await service.drop(session, decode("imp", import_id))


@router.get("/patient-imports/{import_id}/faults")
async def list_faults(
    import_id: str,
    scope: CurrentScope,
    database: DatabaseDep,
    after: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
) -> RowFaultsOut:
    """What is wrong with the file's lines, at most 5,000 of them."""
    async with database.clinic(scope) as session:
        faults = await service.list_faults(session, decode("imp", import_id), after, _FAULTS)
    items = [RowFaultOut.of(fault) for fault in faults]
    return RowFaultsOut(items=items, after=items[-1].line if len(items) == _FAULTS else None)


@router.post(
    "/patient-imports/{import_id}/bad-rows/export",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/csv": {}}}},
)
async def export_bad_rows(
    import_id: str,
    body: BadRowsIn,
    request: Request,
    scope: CurrentScope,
    database: DatabaseDep,
    settings: SettingsDep,
) -> StreamingResponse:
    """Rows that were not taken, as they stood in the file and with the reason in a last column: to be mended and
    imported again. 409 before the rows were looked at; the password as for an export of patients."""
    await confirm_person(request, database, settings, body.password)
    async with database.clinic(scope) as session:
        made = await service.get_looked_at(session, decode("imp", import_id))
        await audit.record(session, "patient_import.export_rows", "patient_import", [made.id])
    return StreamingResponse(
        bad_rows_file(database, scope, made.id, [column.name for column in made.columns], body.rows),
        media_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": 'attachment; filename="rows-to-mend.csv"'},
    )


@router.post("/patients/export", response_class=StreamingResponse, responses={200: {"content": {"text/csv": {}}}})
async def export(
    body: ExportIn, request: Request, scope: CurrentScope, database: DatabaseDep, settings: SettingsDep
) -> StreamingResponse:
    """The chosen patients, or a group of them, as a file for a spreadsheet. Who signed in more than ten minutes ago
    gives the password again (403, ``/problems/password-due``)."""
    await confirm_person(request, database, settings, body.password)
    return StreamingResponse(
        export_patients(database, scope, body.chosen(), body.group),
        media_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": 'attachment; filename="patients.csv"'},
    )
