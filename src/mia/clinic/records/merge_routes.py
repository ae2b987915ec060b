"""Duplicates, merges, and messages to many patients at once."""

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from mia.clinic.patients import service as patients
from mia.clinic.patients.service import PatientChanged
from mia.clinic.recalls.service import TEMPLATE, Wish
from mia.clinic.records.answers import (
    BulkCancelOut,
    BulkItemOut,
    BulkOut,
    BulkPreviewOut,
    MergeOut,
    PairOut,
    PairsOut,
    PreviewOut,
    RecordConflictOut,
)
from mia.clinic.records.bulk import cancel_all, message_all, preview_all
from mia.clinic.records.routes import changed_meanwhile
from mia.clinic.records.schemas import BulkCancelIn, BulkOutreachIn, BulkPreviewIn, DistinctIn, MergeIn
from mia.clinic.verification import service as verification
from mia.identity.guards import CurrentScope
from mia.platform.db.session import DatabaseDep
from mia.platform.kernel.ids import decode, encode

router = APIRouter(prefix="/api/clinics/{slug}", tags=["records"])


@router.get("/patient-duplicates")
async def list_duplicates(scope: CurrentScope, database: DatabaseDep) -> PairsOut:
    """Records that may be of one person: same phone, same email, same name."""
    async with database.clinic(scope) as session:
        return PairsOut(items=[PairOut.of(pair) for pair in await patients.list_pairs(session)])


@router.post("/patients/{patient_id}/distinct", status_code=204)
async def tell_apart(patient_id: str, body: DistinctIn, scope: CurrentScope, database: DatabaseDep) -> None:
    """Two records are of two people: they are not suggested again."""
    async with database.clinic(scope) as session:
        await patients.tell_apart(session, decode("pat", patient_id), decode("pat", body.other_id))


@router.post(
    "/patients/{patient_id}/merge",
    status_code=201,
    response_model=MergeOut,
    responses={409: {"model": RecordConflictOut}},
)
async def merge(
    patient_id: str, body: MergeIn, scope: CurrentScope, database: DatabaseDep
) -> MergeOut | JSONResponse:
    """Merge another record into this one, with all linked rows; 409 if either was changed."""
    try:
        async with database.clinic(scope) as session:
            kept, other = decode("pat", patient_id), decode("pat", body.other_id)
            versions = (body.version, body.other_version)
            return MergeOut.of(await verification.merge(session, kept, other, body.choice.choice(), versions))
    except PatientChanged as changed:
        return changed_meanwhile(changed)


@router.post("/merges/{merge_id}/undo")
async def undo(merge_id: str, scope: CurrentScope, database: DatabaseDep) -> MergeOut:
    """Take a merge back; 409 when that was done, or a later one stands."""
    async with database.clinic(scope) as session:
        return MergeOut.of(await verification.undo_merge(session, decode("mrg", merge_id)), newest=False)


@router.post("/patients/outreach", status_code=202)
async def message_many(body: BulkOutreachIn, scope: CurrentScope, database: DatabaseDep) -> BulkOut:
    """Have Mia write to patients, each by a decision of its own. The same key does it once."""
    async with database.clinic(scope) as session:
        ids = [decode("pat", id_) for id_ in body.patient_ids]
        items = await message_all(session, ids, body.idempotency_key, body.words, body.at)
        return BulkOut(items=[BulkItemOut.of(one) for one in items])


@router.post("/patients/outreach/preview")
async def preview_many(body: BulkPreviewIn, scope: CurrentScope, database: DatabaseDep) -> BulkPreviewOut:
    """What Mia would write to each, and whether it may leave then. Nothing is sent."""
    async with database.clinic(scope) as session:
        ids = [decode("pat", id_) for id_ in body.patient_ids]
        found = await preview_all(session, ids, Wish(body.words, body.at))
        return BulkPreviewOut(items=[PreviewOut.of(one) for one in found], template=TEMPLATE, now=session.now())


@router.post("/patients/outreach/cancel")
async def take_back_many(body: BulkCancelIn, scope: CurrentScope, database: DatabaseDep) -> BulkCancelOut:
    """Undo those that have not been sent; says which were."""
    async with database.clinic(scope) as session:
        left = await cancel_all(session, [decode("act", id_) for id_ in body.activity_ids])
        return BulkCancelOut(left=[encode("act", id_) for id_ in left])
