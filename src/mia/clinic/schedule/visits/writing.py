"""How a visit is written: its row, where the database's constraints have the last word, and the treatment that
it will have been."""

from collections.abc import Awaitable
from datetime import datetime
from typing import Any
from uuid import UUID

from psycopg.errors import ExclusionViolation
from sqlalchemy.exc import IntegrityError

from mia.clinic.patients import service as patients
from mia.clinic.schedule.appointments import AppointmentStatus, Source
from mia.clinic.schedule.availability import Slot
from mia.clinic.schedule.catalogue import Service
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.ids import new_id


def row_of(
    service: Service, slot: Slot, patient_id: UUID, source: Source, idempotency_key: str | None
) -> dict[str, Any]:
    """The row of a booked visit that has its provider to itself."""
    return {
        "id": new_id(),
        "patient_id": patient_id,
        "service_id": service.id,
        "provider_id": slot.provider_id,
        "room_id": slot.room_id,
        "location_id": slot.location_id,
        "starts_at": slot.starts_at,
        "ends_at": slot.ends_at,
        "busy_until": slot.ends_at + service.visit.buffer,
        "status": AppointmentStatus.BOOKED.value,
        "source": source,
        "overbooked_by": None,
        "idempotency_key": idempotency_key,
    }


async def fits(session: ClinicSession, write: Awaitable[object]) -> bool:
    """Do a write; False, and nothing written, when the exclusion constraints refuse it."""
    try:
        async with session.sql.begin_nested():
            await write
    except IntegrityError as error:
        if isinstance(error.orig, ExclusionViolation):
            return False
        raise
    return True


def treatment_of(service: Service, price_cents: int | None = None) -> patients.Performed:
    """What a service is on a patient's record, at its own price or at the one that was charged."""
    price = service.price_cents if price_cents is None else price_cents
    return patients.Performed(service.id, service.name, service.family, price)


async def plan_treatment(
    session: ClinicSession, service: Service, appointment_id: UUID, patient_id: UUID, starts_at: datetime
) -> None:
    """The dashboards' treatment of a visit, until it is completed or canceled."""
    treatment = patients.NewTreatment(
        patient_id=patient_id,
        service_id=service.id,
        name=service.name,
        family=service.family,
        status=patients.TreatmentStatus.SCHEDULED,
        performed_at=starts_at,
        price_cents=service.price_cents,
        appointment_id=appointment_id,
    )
    await patients.add_treatments(session, [treatment])
