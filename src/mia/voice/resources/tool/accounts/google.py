"""Tools in an account at Google: a calendar's free times and events, and rows of a spreadsheet.

Built from what Google publishes of its Calendar API (v3) and Sheets API (v4). Not run against Google itself.
"""

import hashlib
import re
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote
from zoneinfo import ZoneInfo

from mia.voice.resources.tool.accounts.asking import ONCE, TWICE, Asking, Refused, read
from mia.voice.resources.tool.accounts.google_access import headers_for
from mia.voice.wire import Json

CALENDAR_URL = "https://www.googleapis.com/calendar/v3"
SHEETS_URL = "https://sheets.googleapis.com/v4"
_CALENDAR_SCOPE = "https://www.googleapis.com/auth/calendar"
_SHEETS_SCOPE = "https://www.googleapis.com/auth/spreadsheets"
_EMAIL = re.compile(r"[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+")
_MOST_INVITED = 10
_MOST_CELLS, _LONGEST_CELL = 100, 5_000
_TOLD_OF_EVENT = ("id", "status", "summary", "start", "end", "attendees", "htmlLink")
_THERE_ALREADY = 409


async def check_availability(asking: Asking, _kind: str, given: Json) -> Any:
    """Whether a calendar is free in a time: ``{available, busy: [{start, end}]}``."""
    calendar = _text(given.get("calendarId") or "primary", "calendarId")
    start, end, zone = _span(given)
    asked = {"timeMin": start, "timeMax": end, "timeZone": zone, "items": [{"id": calendar}]}
    headers = await headers_for(asking, _CALENDAR_SCOPE)
    answer = await asking.ask("POST", f"{CALENDAR_URL}/freeBusy", headers, asked, TWICE)
    calendars = (answer.get("calendars") or {}) if isinstance(answer, dict) else {}
    found: Json = next(iter(calendars.values()), {})
    if wrong := found.get("errors"):
        reason = wrong[0].get("reason") if isinstance(wrong[0], dict) else None
        raise Refused(f"Google cannot read this calendar ({reason or 'error'}).")
    busy = found.get("busy") or []
    return {"available": not busy, "busy": busy}


async def create_event(asking: Asking, _kind: str, given: Json) -> Any:
    """Put an event into a calendar. Its id is the call's, so that a repeated request makes no second one."""
    calendar = _text(given.get("calendarId") or "primary", "calendarId")
    start, end, zone = _span(given)
    id = hashlib.sha256(asking.key.encode()).hexdigest()
    event: Json = {"id": id, "summary": _text(given["summary"], "summary")}
    event |= {"start": {"dateTime": start, "timeZone": zone}, "end": {"dateTime": end, "timeZone": zone}}
    url = f"{CALENDAR_URL}/calendars/{quote(calendar, safe='')}/events"
    query = ""
    if invited := _invited(given.get("attendees")):
        event["attendees"] = [{"email": email} for email in invited]
        query = "?sendUpdates=all"
    headers = await headers_for(asking, _CALENDAR_SCOPE)
    answer = await asking.answer("POST", url + query, headers, event, TWICE)
    if answer.status == _THERE_ALREADY:  # the first try came through, and its answer did not
        made = await asking.ask("GET", f"{url}/{id}", headers, plan=TWICE)
    elif not answer.is_success:
        raise asking.refusal(answer)
    else:
        made = read(answer.body)
    return {name: made[name] for name in _TOLD_OF_EVENT if name in made} if isinstance(made, dict) else made


async def append_row(asking: Asking, _kind: str, given: Json) -> Any:
    """Add a row to a spreadsheet, as texts and numbers: what a caller says never becomes a formula."""
    sheet, place = (quote(_text(given[name], name), safe="") for name in ("spreadsheetId", "range"))
    row = given["values"]
    if not isinstance(row, list) or not 1 <= len(row) <= _MOST_CELLS or not all(map(_is_cell, row)):
        raise Refused(f"values must be a list of 1 to {_MOST_CELLS} texts or numbers.")
    url = (
        f"{SHEETS_URL}/spreadsheets/{sheet}/values/{place}:append?valueInputOption=RAW&insertDataOption=INSERT_ROWS"
    )
    headers = await headers_for(asking, _SHEETS_SCOPE)
    answer = await asking.ask("POST", url, headers, {"values": [row]}, ONCE)
    return answer.get("updates", answer) if isinstance(answer, dict) else answer


def _span(given: Json) -> tuple[str, str, str]:
    zone = given.get("timeZone") or "UTC"
    try:
        there = ZoneInfo(zone)
    except (KeyError, ValueError, TypeError, OSError):
        raise Refused("timeZone must be an IANA name, such as America/New_York.") from None
    start, end = (_instant(given[name], there, name) for name in ("startDateTime", "endDateTime"))
    if start.astimezone(UTC) >= end.astimezone(UTC):
        raise Refused("endDateTime must be after startDateTime.")
    return start.isoformat(), end.isoformat(), zone


def _instant(written: Any, there: ZoneInfo, name: str) -> datetime:
    try:
        found = datetime.fromisoformat(written)
    except (ValueError, TypeError):
        raise Refused(f"{name} must be ISO 8601, such as 2026-03-02T09:30:00-05:00.") from None
    return found if found.tzinfo else found.replace(tzinfo=there)


def _invited(given: Any) -> list[str]:
    emails = given or []
    if not isinstance(emails, list) or len(emails) > _MOST_INVITED:
        raise Refused(f"attendees must be a list of at most {_MOST_INVITED} email addresses.")
    if not all(isinstance(each, str) and _EMAIL.fullmatch(each) for each in emails):
        raise Refused("attendees must be email addresses.")
    return emails


def _is_cell(value: Any) -> bool:
    return value is None or (isinstance(value, str | int | float) and len(str(value)) <= _LONGEST_CELL)


def _text(value: Any, name: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise Refused(f"{name} must be a text.")
    return value.strip()
