"""The emails to a guest who books a demo: confirmation and cancellation, each with its calendar file."""

from dataclasses import dataclass, field
from datetime import datetime
from email.utils import parseaddr
from zoneinfo import ZoneInfo

from icalendar import Calendar, Event, vCalAddress, vText

from mia.clinic.schedule.service import Appointment
from mia.platform.kernel.ids import encode
from mia.platform.kernel.settings import Settings
from mia.platform.mail.service import Attachment, Message

_PRODUCT = "-//Mia//Front office//EN"


@dataclass(frozen=True)
class Booking:
    """A booked demo as its guest sees it. ``zone`` is the guest's; ``cancel_url`` holds the signed token."""

    appointment: Appointment
    name: str = field(repr=False)
    email: str = field(repr=False)
    practice: str = field(repr=False)
    zone: ZoneInfo
    cancel_url: str = field(repr=False)


def confirmation(booking: Booking, settings: Settings, now: datetime) -> Message:
    """The email sent with a booking."""
    visit = booking.appointment
    minutes = round((visit.ends_at - visit.starts_at).total_seconds() / 60)
    text = f"""Hello {booking.name},

Your product demo of Mia for {booking.practice} is booked:

  {local_time(visit.starts_at, booking.zone)}
  {minutes} minutes with {visit.provider}, by video call

{visit.provider} will send you the link to the call at this address before the demo.
The attached file adds it to your calendar.

If you can't make it, you can cancel at any time.

Cancel the demo:
{booking.cancel_url}

Questions? Write to {settings.contact_email}.

Mia
"""
    return Message(
        about_patient=False,
        to=booking.email,
        subject=f"Your Mia demo: {local_time(visit.starts_at, booking.zone)}",
        text=text,
        attachments=(_calendar_file(booking, settings, now, cancelled=False),),
    )


def cancellation(booking: Booking, settings: Settings, now: datetime) -> Message:
    """The email that confirms a cancellation and takes the demo out of the guest's calendar."""
    when = local_time(booking.appointment.starts_at, booking.zone)
    text = f"""Hello {booking.name},

Your Mia demo on {when} is canceled. You don't need to do anything else.

You are welcome to choose another time at {settings.origin}/book-demo.

Mia
"""
    return Message(
        about_patient=False,
        to=booking.email,
        subject=f"Canceled: your Mia demo, {when}",
        text=text,
        attachments=(_calendar_file(booking, settings, now, cancelled=True),),
    )


def local_time(instant: datetime, zone: ZoneInfo) -> str:
    """``Tuesday, November 24, 2026, 2:30 PM EST`` in a zone."""
    local = instant.astimezone(zone)
    hour = local.hour % 12 or 12
    half = "AM" if local.hour < 12 else "PM"
    return f"{local:%A, %B} {local.day}, {local.year}, {hour}:{local:%M} {half} {local.tzname()}"


def calendar(booking: Booking, settings: Settings, now: datetime, *, cancelled: bool) -> bytes:
    """The demo as iCalendar (RFC 5545): a request (RFC 5546), or the cancellation of one.

    Times are in UTC, so that no reader has to know our time zones.
    """
    visit = booking.appointment
    _, sender = parseaddr(settings.mail_from)
    event = Event()
    event.add("uid", f"{encode('apt', visit.id)}@{sender.rpartition('@')[2]}")
    event.add("dtstamp", now)
    event.add("dtstart", visit.starts_at)
    event.add("dtend", visit.ends_at)
    event.add("sequence", 1 if cancelled else 0)
    event.add("status", "CANCELLED" if cancelled else "CONFIRMED")
    event.add("summary", f"Mia product demo with {visit.provider}")
    event.add("location", visit.location)
    if not cancelled:
        event.add("description", f"To cancel: {booking.cancel_url}")
    organizer = vCalAddress(f"mailto:{settings.contact_email}")
    organizer.params["CN"] = vText("Mia")
    event.add("organizer", organizer)
    guest = vCalAddress(f"mailto:{booking.email}")
    guest.params["CN"] = vText(booking.name.replace('"', ""))
    guest.params["PARTSTAT"] = vText("ACCEPTED")
    guest.params["ROLE"] = vText("REQ-PARTICIPANT")
    event.add("attendee", guest)
    file = Calendar()
    file.add("prodid", _PRODUCT)
    file.add("version", "2.0")
    file.add("method", _method(cancelled=cancelled))
    file.add_component(event)
    content: bytes = file.to_ical()
    return content


def _calendar_file(booking: Booking, settings: Settings, now: datetime, *, cancelled: bool) -> Attachment:
    media_type = f"text/calendar; method={_method(cancelled=cancelled)}; charset=utf-8"
    content = calendar(booking, settings, now, cancelled=cancelled)
    return Attachment("mia-demo.ics", media_type, content)


def _method(*, cancelled: bool) -> str:
    return "CANCEL" if cancelled else "REQUEST"
