"""JSON shapes of demo booking."""

from datetime import date, datetime
from itertools import groupby
from typing import Annotated
from zoneinfo import ZoneInfo

from pydantic import AliasPath, BaseModel, ConfigDict, Field

from mia.clinic.demo_bookings.guests import Guest
from mia.clinic.demo_bookings.service import Openings
from mia.clinic.schedule.service import AppointmentStatus
from mia.platform.http.out import IdOf, Out


class SlotOut(Out):
    """A free time. ``token`` books it for 48 hours, if no one is faster."""

    starts_at: datetime
    token: str


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


class DemoOut(Out):
    """A booked or canceled demo. ``cancel_token`` belongs after the ``#`` of ``/embed/booking/cancel``.

    ``calendar_file`` (iCalendar) comes with a booking alone.
    """

    id: Annotated[str, IdOf("apt")] = Field(validation_alias=AliasPath("appointment", "id"))
    status: AppointmentStatus = Field(validation_alias=AliasPath("appointment", "status"))
    starts_at: datetime = Field(validation_alias=AliasPath("appointment", "starts_at"))
    ends_at: datetime = Field(validation_alias=AliasPath("appointment", "ends_at"))
    service: str = Field(validation_alias=AliasPath("appointment", "service"))
    provider: str = Field(validation_alias=AliasPath("appointment", "provider"))
    location: str = Field(validation_alias=AliasPath("appointment", "location"))
    cancel_token: str = Field(validation_alias="token")
    calendar_file: str | None = None


class SlotGoneOut(BaseModel):
    """The problem document of a time that is gone: ``slots`` are the nearest free ones, by time."""

    type: str
    title: str
    status: int
    detail: str
    retryable: bool
    slots: list[SlotOut] | None = None
