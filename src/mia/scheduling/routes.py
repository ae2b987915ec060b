"""The day's list of appointments."""

from datetime import date
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import Field

from mia.access.guards import CurrentScope
from mia.access.service import Permission, allows
from mia.db.session import DatabaseDep
from mia.scheduling import service
from mia.scheduling.schemas import AppointmentOut, AppointmentsOut

router = APIRouter(prefix="/api/clinics/{slug}", tags=["scheduling"])

_Day = Annotated[date, Field(ge=date(1900, 1, 1), le=date(2999, 12, 31))]  # instants around it exist in any zone


@router.get("/appointments")
async def list_appointments(
    scope: CurrentScope, database: DatabaseDep, day: Annotated[_Day | None, Query(alias="date")] = None
) -> AppointmentsOut:
    """The appointments that start on a local day of the clinic, today by default."""
    with_phone = allows(scope.role, Permission.READ_PATIENTS)
    async with database.clinic(scope) as session:
        shown, entries = await service.list_appointments(session, day)
    return AppointmentsOut(date=shown, items=[AppointmentOut.of(item, with_phone=with_phone) for item in entries])
