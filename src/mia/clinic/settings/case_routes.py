"""Conversations that should have gone another way: read and reviewed before Mia's tests may have them."""

from fastapi import APIRouter

from mia.clinic.settings.case_schemas import CaseIn, CasesOut
from mia.clinic.teaching import service as teaching
from mia.identity.guards import CurrentScope
from mia.platform.db.session import DatabaseDep
from mia.platform.kernel.ids import decode

router = APIRouter(prefix="/api/clinics/{slug}/settings/eval-cases", tags=["settings"])


@router.get("")
async def read_cases(scope: CurrentScope, database: DatabaseDep) -> CasesOut:
    """The conversations that someone gave a thumb down and said what should have happened in."""
    async with database.clinic(scope) as session:
        return CasesOut.of_cases(await teaching.list_cases(session))


@router.put("/{case_id}", status_code=204)
async def review_case(case_id: str, body: CaseIn, scope: CurrentScope, database: DatabaseDep) -> None:
    """Change a case, or say that nothing of a patient is left in it."""
    async with database.clinic(scope) as session:
        await teaching.review_case(session, decode("evc", case_id), body.value.body(), reviewed=body.reviewed)


@router.delete("/{case_id}", status_code=204)
async def delete_case(case_id: str, scope: CurrentScope, database: DatabaseDep) -> None:
    """Keep a case no longer."""
    async with database.clinic(scope) as session:
        await teaching.remove_case(session, decode("evc", case_id))
