"""The confirmation says when in the guest's own time, carries a correct calendar file and a link to cancel."""

from datetime import datetime
from zoneinfo import ZoneInfo

from icalendar import Calendar, Event

from mia.platform.kernel.ids import decode
from mia.platform.kernel.settings import Settings
from mia.platform.mail.service import Message
from tests.clinic.demo_bookings.conftest import EMAIL, Visitor


def event_of(email: Message) -> tuple[Calendar, Event]:
    (file,) = email.attachments
    calendar = Calendar.from_ical(file.content)
    assert isinstance(calendar, Calendar)
    (event,) = calendar.walk("VEVENT")
    assert isinstance(event, Event)
    return calendar, event


async def test_the_confirmation_is_in_the_guests_time_with_a_link(visitor: Visitor, settings: Settings) -> None:
    demo = await visitor.booked()
    (email,) = await visitor.emails()
    local = datetime.fromisoformat(demo["starts_at"]).astimezone(ZoneInfo("Europe/Berlin"))
    when = f"{local:%A, %B} {local.day}, {local.year}, {local.hour % 12 or 12}:{local:%M}"
    assert email.to == EMAIL
    assert when in email.subject and when in email.text
    assert f"{settings.origin}/embed/booking/cancel#{demo['cancel_token']}" in email.text
    assert demo["calendar_file"].encode() == email.attachments[0].content
    assert settings.contact_email in email.text


async def test_the_invitation_is_a_request_at_the_booked_instant(visitor: Visitor) -> None:
    demo = await visitor.booked()
    (email,) = await visitor.emails()
    calendar, event = event_of(email)
    assert (calendar["METHOD"], calendar["VERSION"], event["STATUS"]) == ("REQUEST", "2.0", "CONFIRMED")
    assert email.attachments[0].media_type == "text/calendar; method=REQUEST; charset=utf-8"
    assert event.start == datetime.fromisoformat(demo["starts_at"])
    assert event.end == datetime.fromisoformat(demo["ends_at"])
    assert event["UID"] == f"{demo['id']}@mia.example"
    assert [str(guest) for guest in event.attendees] == [f"mailto:{EMAIL}"]
    assert event.DTSTAMP is not None and event.DTSTAMP.tzinfo is not None


async def test_lines_of_the_file_are_as_the_standard_wants_them(visitor: Visitor) -> None:
    await visitor.booked(name="Zo\u00eb; Comma, Newline \\n " + "long " * 18)
    (email,) = await visitor.emails()
    lines = email.attachments[0].content.split(b"\r\n")
    assert lines[0] == b"BEGIN:VCALENDAR" and lines[-1] == b""
    assert max(map(len, lines)) <= 75
    assert b"\n" not in b"".join(lines)
    _, event = event_of(email)
    assert event.attendees[0].params["CN"].startswith("Zo\u00eb; Comma, Newline")


async def test_the_cancellation_takes_the_same_event_back(visitor: Visitor) -> None:
    demo = await visitor.booked()
    await visitor.cancel(demo["cancel_token"])
    first, second = (event_of(email) for email in await visitor.emails())
    assert second[0]["METHOD"] == "CANCEL"
    assert second[1]["STATUS"] == "CANCELLED"
    assert (second[1]["UID"], second[1].start) == (first[1]["UID"], first[1].start)
    assert (first[1].sequence, second[1].sequence) == (0, 1)


async def test_a_token_leads_to_one_demo_only(visitor: Visitor) -> None:
    one = await visitor.booked()
    other = await visitor.booked(email="second@glow.example")
    await visitor.cancel(other["cancel_token"])
    response = await visitor.http.post("/api/embed/booking/lookup", json={"token": one["cancel_token"]})
    assert (response.json()["status"], decode("apt", response.json()["id"])) == ("booked", decode("apt", one["id"]))
