"""What happens to a visit besides its place: its patient confirms and arrives, the team notes, a link goes out."""

from typing import Annotated

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, StringConstraints

from mia.clinic.calendar import visits
from mia.clinic.calendar.schemas import ChangedVisitOut, VisitOut
from mia.clinic.patients import service as patients
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import Arrival
from mia.identity.guards import CurrentScope, SettingsDep
from mia.platform.db.session import DatabaseDep
from mia.platform.kernel.bounds import Instant
from mia.platform.kernel.ids import decode

router = APIRouter()


class ArrivalIn(BaseModel):
    """Whether a patient confirmed the visit, or is here; ``expected`` takes that back."""

    model_config = ConfigDict(extra="forbid")

    arrival: Arrival


class VisitNoteIn(BaseModel):
    """The team's note on a visit. ``seen`` is the visit's ``updated_at`` as the writer saw it."""

    model_config = ConfigDict(extra="forbid")

    note: Annotated[str, StringConstraints(strip_whitespace=True, max_length=2000)]
    seen: Instant


class VisitLinkOut(BaseModel):
    """The link by which a patient sees, moves and cancels their visit."""

    url: str


@router.post("/appointments/{appointment_id}/arrival")
async def note_arrival(
    appointment_id: str, body: ArrivalIn, scope: CurrentScope, database: DatabaseDep
) -> ChangedVisitOut:
    """Say that the patient confirmed, or is here. Again is fine."""
    async with database.clinic(scope) as session:
        done = await visits.set_arrival(session, decode("apt", appointment_id), body.arrival)
        return ChangedVisitOut.of(done, await patients.get_patient(session, done.visit.patient_id))


@router.put("/appointments/{appointment_id}/note")
async def write_visit_note(
    appointment_id: str, body: VisitNoteIn, scope: CurrentScope, database: DatabaseDep
) -> VisitOut:
    """Replace the team's note; 409 when the visit has changed since it was seen."""
    async with database.clinic(scope) as session:
        visit = await schedule.write_note(session, decode("apt", appointment_id), body.note, body.seen)
        return VisitOut.of(visit, await patients.get_patient(session, visit.patient_id))


@router.get("/appointments/{appointment_id}/link")
async def read_visit_link(
    appointment_id: str, scope: CurrentScope, database: DatabaseDep, settings: SettingsDep
) -> VisitLinkOut:
    """The patient's link to their upcoming visit, for staff who send or read it themselves."""
    async with database.clinic(scope) as session:
        return VisitLinkOut(url=await visits.read_link(session, decode("apt", appointment_id), settings.origin))
