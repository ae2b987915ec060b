"""Tools in an account at GoHighLevel, a CRM with calendars: contacts are looked up, made and added to workflows,
free times asked for and appointments made.

Facts are those of its official library (``gohighlevel-api-client`` 3.0.0). Not run against GoHighLevel itself.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode

from mia.voice.resources.tool.accounts.asking import Asking, Refused
from mia.voice.wire import Json

GOHIGHLEVEL_URL = "https://services.leadconnectorhq.com"
_VERSION = "v3"


@dataclass(frozen=True)
class _Request:
    """What a type of tool asks. ``in_account``: it names the account's location."""

    method: str
    path: str
    in_account: bool = True
    renamed: tuple[tuple[str, str], ...] = ()


_REQUESTS: Mapping[str, _Request] = {
    "gohighlevel.contact.get": _Request("GET", "/contacts/search/duplicate", renamed=(("phone", "number"),)),
    "gohighlevel.contact.create": _Request("POST", "/contacts/"),
    "gohighlevel.calendar.availability.check": _Request("GET", "/calendars/{calendarId}/free-slots", False),
    "gohighlevel.calendar.event.create": _Request("POST", "/calendars/events/appointments"),
    "ghl": _Request("POST", "/contacts/{contactId}/workflow/{workflowId}", in_account=False),
}


async def ask_gohighlevel(asking: Asking, kind: str, given: Json) -> Any:
    """Make the request of the tool's type; its answer is the result."""
    request, location = _REQUESTS[kind], asking.account["locationId"]
    if kind == "ghl":
        if asking.metadata.get("locationId", location) != location:
            raise Refused("metadata.locationId is not the location of the organization's credential.")
        given = given | {"workflowId": asking.metadata["workflowId"]}
    url, body = _filled(request, given, location)
    return await asking.ask(request.method, url, headers_of(asking.account), body)


def headers_of(account: Json) -> dict[str, str]:
    """What every request of an account carries."""
    return {"Authorization": f"Bearer {account['apiKey']}", "Version": _VERSION}


def _filled(request: _Request, given: Json, location: str) -> tuple[str, Json | None]:
    path, left = request.path, dict(given)
    for name in [name for name in given if f"{{{name}}}" in path]:
        path = path.replace(f"{{{name}}}", quote(str(left.pop(name)), safe=""))
    names = dict(request.renamed)
    asked = {names.get(name, name): value for name, value in left.items()}
    if request.in_account:
        asked["locationId"] = location
    if request.method == "GET":
        return f"{GOHIGHLEVEL_URL}{path}?{urlencode(asked)}", None
    return f"{GOHIGHLEVEL_URL}{path}", asked
