"""The kinds of tools that work in an account, and what a language model is told of them."""

from collections.abc import Mapping
from dataclasses import dataclass

from mia.voice.wire import Json


@dataclass(frozen=True)
class AccountKind:
    """A type of tool: whose credentials it works with, what a model calls it, and the arguments it takes (JSON
    Schema)."""

    providers: tuple[str, ...]
    name: str
    description: str
    takes: Json


def takes(required: tuple[str, ...], **described: str | Json) -> Json:
    """The JSON Schema of arguments, texts where only a description is given."""
    properties = {
        name: {"type": "string", "description": about} if isinstance(about, str) else about
        for name, about in described.items()
    }
    return {"type": "object", "properties": properties, "required": list(required)}


_ISO, _MS = "ISO 8601 with the offset, such as 2026-03-02T09:30:00-05:00.", "Milliseconds since 1970, in UTC."
_ZONE = "An IANA name such as America/New_York; UTC without it."
_CALENDAR = "The calendar's id; the account's own calendar without it."
_LEADS = ("gohighlevel",)
_CALENDARS = ("google.calendar.oauth2-authorization", "google.calendar.oauth2-client")

ACCOUNT_KINDS: Mapping[str, AccountKind] = {
    "gohighlevel.contact.get": AccountKind(
        _LEADS,
        "gohighlevel_contact_get",
        "Look up a contact of the practice by email or phone.",
        takes((), email="The email address.", phone="The phone number, E.164."),
    ),
    "gohighlevel.contact.create": AccountKind(
        _LEADS,
        "gohighlevel_contact_create",
        "Make a new contact.",
        takes(
            (), firstName="The first name.", lastName="The last name.", email="The email address.",
            phone="The phone number, E.164.",
        ),
    ),
    "gohighlevel.calendar.availability.check": AccountKind(
        _LEADS,
        "gohighlevel_calendar_availability_check",
        "Ask for free times of a calendar.",
        takes(
            ("calendarId", "startDate", "endDate"), calendarId="The calendar.", startDate=_MS, endDate=_MS,
            timezone="Such as America/New_York.",
        ),
    ),
    "gohighlevel.calendar.event.create": AccountKind(
        _LEADS,
        "gohighlevel_calendar_event_create",
        "Make an appointment of a contact in a calendar.",
        takes(
            ("calendarId", "contactId", "startTime", "endTime"), calendarId="The calendar.",
            contactId="The contact's id.", title="What it is for.", startTime=_ISO, endTime=_ISO,
        ),
    ),
    "ghl": AccountKind(
        _LEADS,
        "ghl",
        "Add a contact of the practice to a workflow.",
        takes(("contactId",), contactId="The contact's id."),
    ),
    "google.calendar.availability.check": AccountKind(
        _CALENDARS,
        "google_calendar_availability_check",
        "Ask whether a calendar is free in a time, and when it is busy.",
        takes(
            ("startDateTime", "endDateTime"), startDateTime=_ISO, endDateTime=_ISO, timeZone=_ZONE,
            calendarId=_CALENDAR,
        ),
    ),
    "google.calendar.event.create": AccountKind(
        _CALENDARS,
        "google_calendar_event_create",
        "Put an event into a calendar.",
        takes(
            ("summary", "startDateTime", "endDateTime"), summary="What it is for.", startDateTime=_ISO,
            endDateTime=_ISO, timeZone=_ZONE, calendarId=_CALENDAR,
            attendees={"type": "array", "items": {"type": "string"}, "description": "Emails of who is invited."},
        ),
    ),
    "google.sheets.row.append": AccountKind(
        ("google.sheets.oauth2-authorization",),
        "google_sheets_row_append",
        "Add a row to a spreadsheet.",
        takes(
            ("spreadsheetId", "range", "values"), spreadsheetId="The spreadsheet's id.",
            range="Its sheet, such as Sheet1 or Sheet1!A:Z.",
            values={"type": "array", "items": {"type": "string"}, "description": "What stands in the new row."},
        ),
    ),
    "slack.message.send": AccountKind(
        ("slack.oauth2-authorization",),
        "slack_message_send",
        "Write to the team in a channel of Slack.",
        takes(("channel", "text"), channel="The channel, such as #front-desk.", text="What is written."),
    ),
    "make": AccountKind(("make",), "make", "Run a scenario of the practice at Make.", takes(())),
}  # fmt: skip
