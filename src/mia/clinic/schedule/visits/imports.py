"""Appointments that are entered as they are: from another system, or made up for the demo."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from mia.clinic.schedule import queries
from mia.clinic.schedule.appointments import AppointmentStatus, Source
from mia.clinic.schedule.availability import Slot
from mia.clinic.schedule.catalogue import Service
from mia.clinic.schedule.visits.writing import row_of
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession


@dataclass(frozen=True)
class NewAppointment:
    """An appointment to import as it is. ``created_at`` is when it was booked."""

    patient_id: UUID
    service: Service
    provider_id: UUID
    location_id: UUID
    room_id: UUID
    starts_at: datetime
    status: AppointmentStatus
    source: Source
    created_at: datetime


async def import_appointments(session: ClinicSession, items: Sequence[NewAppointment]) -> list[UUID]:
    """Add appointments as they are, without events; returns their ids in order.

    The exclusion constraints still apply: an overlap raises ``IntegrityError``.
    """
    rows = []
    for item in items:
        ends_at = item.starts_at + item.service.visit.duration
        slot = Slot(item.starts_at, ends_at, item.provider_id, item.location_id, item.room_id)
        row = row_of(item.service, slot, item.patient_id, item.source, None)
        rows.append(row | {"status": item.status.value, "created_at": item.created_at})
    await queries.add_appointments(session, rows)
    ids = [row["id"] for row in rows]
    await audit.record(session, "appointment.create", "appointment", ids)
    return ids
