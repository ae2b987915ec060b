"""Staff say whose a stranger's booking is."""

from typing import Annotated

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field

from mia.clinic.verification import service as verification
from mia.identity.guards import CurrentScope
from mia.platform.db.session import DatabaseDep
from mia.platform.kernel.ids import decode, encode

router = APIRouter(prefix="/api/clinics/{slug}", tags=["records"])


class IdentityIn(BaseModel):
    """The record that an unverified one belongs to; null for someone new."""

    model_config = ConfigDict(extra="forbid")

    link_to: Annotated[str, Field(max_length=40)] | None = None


class IdentityOut(BaseModel):
    """The record that stands."""

    patient_id: str


@router.post("/patients/{patient_id}/identity")
async def confirm_identity(
    patient_id: str, body: IdentityIn, scope: CurrentScope, database: DatabaseDep
) -> IdentityOut:
    """Say who an unverified record is of, after checking with the person; 409 for one that is confirmed already."""
    async with database.clinic(scope) as session:
        link_to = decode("pat", body.link_to) if body.link_to else None
        kept = await verification.confirm_by_staff(session, decode("pat", patient_id), link_to)
    return IdentityOut(patient_id=encode("pat", kept))
