"""JSON shapes of demo booking."""

from datetime import date, datetime
from itertools import groupby
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict, Field

from mia.clinic.demo_bookings.guests import Guest
from mia.clinic.demo_bookings.service import Demo, Openings
from mia.clinic.schedule.service import AppointmentStatus, Offer
from mia.platform.kernel.ids import encode


class SlotOut(BaseModel):
    """A free time. ``token`` books it for 48 hours, if no one is faster."""

    starts_at: datetime
    token: str

    @classmethod
    def of(cls, offer: Offer) -> "SlotOut":
        return cls(starts_at=offer.starts_at, token=offer.token)


class DayOut(BaseModel):
    """The free times that begin on a date of the visitor's calendar."""

    date: date
    slots: list[SlotOut]


class AvailabilityOut(BaseModel):
    """Free times by day; days without any are left out. ``time_zone`` is the one the dates are in."""

    practice: str
    service: str
    duration_minutes: int
    time_zone: str
    days: list[DayOut]

    @classmethod
    def of(cls, openings: Openings, zone: ZoneInfo) -> "AvailabilityOut":
        """The openings as someone in ``zone`` sees them."""
        by_day = groupby(openings.offers, key=lambda offer: offer.starts_at.astimezone(zone).date())
        return cls(
            practice=openings.practice,
            service=openings.service,
            duration_minutes=openings.duration_minutes,
            time_zone=zone.key,
            days=[DayOut(date=day, slots=[SlotOut.of(offer) for offer in offers]) for day, offers in by_day],
        )


class BookingIn(BaseModel):
    """The form. ``practice`` is the name of the guest's practice."""

    model_config = ConfigDict(extra="forbid")

    slot_token: str = Field(max_length=400)
    name: str = Field(max_length=400)
    email: str = Field(max_length=400)
    practice: str = Field(max_length=400)
    phone: str = Field(max_length=100)
    adult: bool
    time_zone: str = Field(max_length=100)

    def guest(self) -> Guest:
        """The person who filled it in; :class:`Invalid` names each bad field."""
        return Guest.check(
            name=self.name,
            email=self.email,
            practice=self.practice,
            phone=self.phone,
            adult=self.adult,
            time_zone=self.time_zone,
        )


class DemoLinkIn(BaseModel):
    """The token of a cancel link (what stands after its ``#``)."""

    model_config = ConfigDict(extra="forbid")

    token: str = Field(max_length=200)


class CancelIn(DemoLinkIn):
    """``time_zone`` is the one in which the confirmation names the time."""

    time_zone: str = Field(default="America/New_York", max_length=100)


class DemoOut(BaseModel):
    """A booked or canceled demo. ``cancel_token`` belongs after the ``#`` of ``/embed/booking/cancel``."""

    id: str
    status: AppointmentStatus
    starts_at: datetime
    ends_at: datetime
    service: str
    provider: str
    location: str
    cancel_token: str

    @classmethod
    def of(cls, demo: Demo) -> "DemoOut":
        visit = demo.appointment
        return cls(
            id=encode("apt", visit.id),
            status=visit.status,
            starts_at=visit.starts_at,
            ends_at=visit.ends_at,
            service=visit.service,
            provider=visit.provider,
            location=visit.location,
            cancel_token=demo.token,
        )


class SlotGoneOut(BaseModel):
    """The problem document of a time that is gone: ``slots`` are the nearest free ones, by time."""

    type: str
    title: str
    status: int
    detail: str
    retryable: bool
    slots: list[SlotOut] | None = None
