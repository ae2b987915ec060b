"""JSON shapes of scheduling."""

from datetime import date, datetime
from typing import Literal

from pydantic import BaseModel

from mia.clinic.patients.service import display_phone
from mia.clinic.schedule.service import AppointmentStatus, DayEntry
from mia.platform.kernel.ids import encode


class AppointmentOut(BaseModel):
    """A line of a day's list. ``phone`` is null for those who may not read patients' contacts. ``unverified``: a
    stranger booked under this name, and no one has confirmed who that is."""

    id: str
    starts_at: datetime
    ends_at: datetime
    status: AppointmentStatus
    patient_name: str
    phone: str | None
    service: str
    provider: str
    location: str
    source: Literal["mia", "staff", "import"]
    is_new: bool
    unverified: bool

    @classmethod
    def of(cls, entry: DayEntry, *, with_phone: bool) -> "AppointmentOut":
        """The line of an entry."""
        appointment, patient = entry.appointment, entry.patient
        return cls(
            id=encode("apt", appointment.id),
            starts_at=appointment.starts_at,
            ends_at=appointment.ends_at,
            status=appointment.status,
            patient_name=patient.name,
            phone=display_phone(patient.phone) if with_phone and patient.phone else None,
            service=appointment.service,
            provider=appointment.provider,
            location=appointment.location,
            source=appointment.source,
            is_new=entry.is_new,
            unverified=patient.unverified,
        )


class AppointmentsOut(BaseModel):
    """The appointments of a local day, by time. ``next_open`` is the next day on which a location is open, of a day
    on which none is."""

    next_open: date | None
    date: date
    items: list[AppointmentOut]
