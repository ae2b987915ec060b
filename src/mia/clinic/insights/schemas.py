"""Figures on the wire. Money is in cents."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import BaseModel

from mia.clinic.insights.service import CommunicationFigures, TreatmentFigures
from mia.clinic.patients.service import RecentTreatment
from mia.platform.http.out import IdOf, Out
from mia.platform.kernel.ids import encode


class OverviewOut(Out):
    """The four cards of the clinic dashboard; ``booking_rate`` in percent. What came ``before`` is of the 30 days
    before the last 30, what is ``new`` of the last 30: treatments put on record, and patients now overdue."""

    total_treatments: int
    call_volume: int
    booking_rate: float
    revenue_potential_cents: int
    call_volume_before: int
    booking_rate_before: float
    new_treatments: int
    new_revenue_potential_cents: int


class RecentTreatmentOut(Out):
    """A line of Recent Treatments."""

    id: Annotated[str, IdOf("trt")]
    patient_id: Annotated[str, IdOf("pat")]
    patient_name: str
    treatment_name: str
    status: Literal["completed", "pending", "scheduled"]
    performed_at: datetime
    price_cents: int


class RecentTreatmentsOut(BaseModel):
    """Newest first."""

    items: list[RecentTreatmentOut]


class ClinicTreatmentOut(BaseModel):
    """``treatments`` per clinic (spec §3): one row for each service. ``potential_revenue`` is in cents."""

    id: str
    clinic_id: str
    treatment_name: str
    overdue_count: int
    potential_revenue: int
    appointments_this_month: int

    @classmethod
    def of(cls, clinic_id: UUID, row: TreatmentFigures) -> "ClinicTreatmentOut":
        return cls(
            id=encode("svc", row.service_id),
            clinic_id=encode("cli", clinic_id),
            treatment_name=row.name,
            overdue_count=row.overdue_count,
            potential_revenue=row.potential_revenue_cents,
            appointments_this_month=row.appointments_this_month,
        )


class ClinicTreatmentsOut(BaseModel):
    """The largest potential first."""

    items: list[ClinicTreatmentOut]


class ClinicCommsOut(BaseModel):
    """``comms_stats`` per clinic (spec §3): one row for each channel; ``booking_rate`` in percent."""

    id: str
    clinic_id: str
    type: str
    received: int
    booking_rate: float

    @classmethod
    def of(cls, clinic_id: UUID, row: CommunicationFigures) -> "ClinicCommsOut":
        return cls(
            id=row.channel.value,
            clinic_id=encode("cli", clinic_id),
            type=row.label,
            received=row.received,
            booking_rate=row.booking_rate,
        )


class ClinicCommsStatsOut(BaseModel):
    """The busiest first."""

    items: list[ClinicCommsOut]


class UserTreatmentOut(BaseModel):
    """``treatments`` per user (spec §3): one row for each treatment of the user's clinics."""

    id: str
    user_id: str
    clinic_id: str
    patient_id: str
    patient_name: str
    name: str
    status: Literal["completed", "pending", "scheduled"]
    performed_at: datetime
    created_at: datetime

    @classmethod
    def of(cls, user_id: UUID, clinic_id: UUID, item: RecentTreatment) -> "UserTreatmentOut":
        return cls(
            id=encode("trt", item.id),
            user_id=encode("usr", user_id),
            clinic_id=encode("cli", clinic_id),
            patient_id=encode("pat", item.patient_id),
            patient_name=item.patient_name,
            name=item.treatment_name,
            status=item.status.value,
            performed_at=item.performed_at,
            created_at=item.created_at,
        )


class UserTreatmentsOut(BaseModel):
    """Newest first over all of the user's clinics."""

    items: list[UserTreatmentOut]


class UserCommsOut(BaseModel):
    """``comms_stats`` per user (spec §3): one row for each channel of each of the user's clinics."""

    id: str
    user_id: str
    clinic_id: str
    communication_type: str
    total_calls: int
    success_rate: float

    @classmethod
    def of(cls, user_id: UUID, clinic_id: UUID, row: CommunicationFigures) -> "UserCommsOut":
        clinic = encode("cli", clinic_id)
        return cls(
            id=f"{clinic}:{row.channel.value}",
            user_id=encode("usr", user_id),
            clinic_id=clinic,
            communication_type=row.label,
            total_calls=row.received,
            success_rate=row.booking_rate,
        )


class UserCommsStatsOut(BaseModel):
    """All channels of all of the user's clinics."""

    items: list[UserCommsOut]


class OwnOverviewOut(Out):
    """The four cards of the general dashboard; ``success_rate`` in whole percent."""

    total_rebookings: int
    success_rate: int
    active_patients: int
    total_communications: int


class DebugTreatmentsOut(BaseModel):
    """The debug query: how many treatments there are, and the newest of them, clinic by clinic."""

    count: int
    items: list[UserTreatmentOut]
