"""Tools that work in an organization's account at GoHighLevel, a CRM with calendars: contacts are looked up and
made, free times asked for and appointments made.

Facts are those of its official library (``gohighlevel-api-client`` 3.0.0). Not run against GoHighLevel itself.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode

import structlog

from mia.platform.conversation.ports import CallTool, ToolResult
from mia.voice.messages.client import IDEMPOTENCY_HEADER, MessageClient, NotSent
from mia.voice.messages.retries import send
from mia.voice.messages.tools import failed
from mia.voice.wire import Json, to_text

log = structlog.get_logger()

GOHIGHLEVEL_URL = "https://services.leadconnectorhq.com"
_VERSION = "v3"
_SECONDS = 10.0
_MOST_CHARACTERS = 20_000


def _takes(required: tuple[str, ...], **described: str) -> Json:
    properties = {name: {"type": "string", "description": text} for name, text in described.items()}
    return {"type": "object", "properties": properties, "required": list(required)}


_ISO, _MS = "ISO 8601 with the offset, such as 2026-03-02T09:30:00-05:00.", "Milliseconds since 1970, in UTC."


@dataclass(frozen=True)
class Kind:
    """A type of tool: what a model is told of it, and the request that it makes. ``in_account``: the request names
    the account's location."""

    name: str
    description: str
    takes: Json
    method: str
    path: str
    in_account: bool = True
    renamed: tuple[tuple[str, str], ...] = ()


KINDS: Mapping[str, Kind] = {
    "gohighlevel.contact.get": Kind(
        "gohighlevel_contact_get",
        "Look up a contact of the practice by email or phone.",
        _takes((), email="The email address.", phone="The phone number, E.164."),
        "GET",
        "/contacts/search/duplicate",
        renamed=(("phone", "number"),),
    ),
    "gohighlevel.contact.create": Kind(
        "gohighlevel_contact_create",
        "Make a new contact.",
        _takes(
            (), firstName="The first name.", lastName="The last name.", email="The email address.",
            phone="The phone number, E.164.",
        ),
        "POST",
        "/contacts/",
    ),
    "gohighlevel.calendar.availability.check": Kind(
        "gohighlevel_calendar_availability_check",
        "Ask for free times of a calendar.",
        _takes(
            ("calendarId", "startDate", "endDate"), calendarId="The calendar.", startDate=_MS, endDate=_MS,
            timezone="Such as America/New_York.",
        ),
        "GET",
        "/calendars/{calendarId}/free-slots",
        in_account=False,
    ),
    "gohighlevel.calendar.event.create": Kind(
        "gohighlevel_calendar_event_create",
        "Make an appointment of a contact in a calendar.",
        _takes(
            ("calendarId", "contactId", "startTime", "endTime"), calendarId="The calendar.",
            contactId="The contact's id.", title="What it is for.", startTime=_ISO, endTime=_ISO,
        ),
        "POST",
        "/calendars/events/appointments",
    ),
}  # fmt: skip


async def ask_gohighlevel(client: MessageClient, account: Json | None, tool: Json, call: CallTool) -> ToolResult:
    """Make the request of the tool's type; its answer is the result. Arguments that the type does not take are left
    out: a model reaches nothing else of the account."""
    if account is None:
        return failed(call, "The organization has no credential of the provider gohighlevel.")
    kind = KINDS[tool["type"]]
    given = {name: value for name in kind.takes["properties"] if (value := call.arguments.get(name)) is not None}
    if missing := [name for name in kind.takes["required"] if name not in given]:
        return failed(call, f"{missing[0]} is missing.")
    url, body = _request(kind, given, account["locationId"])
    headers = {"Authorization": f"Bearer {account['apiKey']}", "Version": _VERSION}
    headers |= {"Content-Type": "application/json", IDEMPOTENCY_HEADER: call.call_id}
    try:
        answer = await send(client, kind.method, url, headers, body, _SECONDS, None)
    except NotSent as failure:
        log.info("gohighlevel_failed", tool=tool["type"], reason=failure.reason)
        return failed(call, "GoHighLevel did not answer.")
    if not answer.is_success:
        return failed(call, f"GoHighLevel answered with status {answer.status}.")
    return ToolResult(call.call_id, call.name, {"result": _read(answer.body)})


def _request(kind: Kind, given: Json, location: str) -> tuple[str, bytes]:
    path = kind.path
    for name in [name for name in given if f"{{{name}}}" in path]:
        path = path.replace(f"{{{name}}}", quote(str(given.pop(name)), safe=""))
    names = dict(kind.renamed)
    asked = {names.get(name, name): value for name, value in given.items()}
    if kind.in_account:
        asked["locationId"] = location
    if kind.method == "GET":
        return f"{GOHIGHLEVEL_URL}{path}?{urlencode(asked)}", b""
    return f"{GOHIGHLEVEL_URL}{path}", to_text(asked).encode()


def _read(body: bytes) -> Any:
    text = body.decode(errors="replace")[:_MOST_CHARACTERS]
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text
