"""The day's list of appointments."""

from typing import Annotated

from fastapi import APIRouter, Query

from mia.clinic.schedule import service
from mia.clinic.schedule.schemas import AppointmentOut, AppointmentsOut
from mia.identity.guards import CurrentScope
from mia.identity.service import Permission, allows
from mia.platform.db.session import DatabaseDep
from mia.platform.kernel.bounds import Day

router = APIRouter(prefix="/api/clinics/{slug}", tags=["scheduling"])


@router.get("/appointments")
async def list_appointments(
    scope: CurrentScope, database: DatabaseDep, day: Annotated[Day | None, Query(alias="date")] = None
) -> AppointmentsOut:
    """The appointments that start on a local day of the clinic, today by default."""
    with_phone = allows(scope.role, Permission.READ_PATIENTS)
    async with database.clinic(scope) as session:
        shown, entries = await service.list_appointments(session, day)
        next_open = await service.find_next_open(session, shown)
    items = [AppointmentOut.of(item, with_phone=with_phone) for item in entries]
    return AppointmentsOut(date=shown, next_open=next_open, items=items)
