"""Tools that work in an account at GoHighLevel, against a server that answers as its library expects."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse

from mia.platform.db.session import Database
from mia.voice.resources.tool.accounts import gohighlevel
from tests.fakes.phones.voice import VoiceApi, listen, serving, voice_api, voice_settings
from tests.voice.resources.tool_steps import OBEDIENT, assistant_with, made, told

Json = dict[str, Any]
ACCOUNT = {"provider": "gohighlevel", "apiKey": "pit-1", "locationId": "loc_1"}
ANA = {"id": "con_1", "email": "ana@example.com"}


class Crm:
    """An account with one contact, a calendar with a free time, and what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, Json]] = []
        self.is_away = False

    async def take(self, request: Request) -> JSONResponse:
        if self.is_away:
            return JSONResponse({}, 503)
        if (request.headers["authorization"], request.headers["version"]) != ("Bearer pit-1", "v3"):
            return JSONResponse({"message": "Invalid JWT"}, 401)
        body = await request.body()
        given = json.loads(body) if body else dict(request.query_params)
        self.asked.append((request.method, request.url.path, given))
        match request.url.path.rstrip("/"):
            case "/contacts/search/duplicate":
                return JSONResponse({"contact": ANA if given.get("email") == ANA["email"] else None})
            case "/contacts":
                return JSONResponse({"contact": {"id": "con_2"}}, 201)
            case "/calendars/cal_1/free-slots":
                return JSONResponse({"2026-03-02": {"slots": ["2026-03-02T09:30:00-05:00"]}})
            case "/calendars/events/appointments":
                return JSONResponse({"id": "app_1"}, 201)
            case "/contacts/con_1/workflow/wf_1":
                return JSONResponse({"succeded": True}, 201)
            case "/workflows":
                return JSONResponse({"workflows": [{"id": "wf_1", "name": "Welcome", "locationId": "loc_1"}]})
            case "/locations/loc_1":
                return JSONResponse({"location": {"id": "loc_1", "name": "Downtown"}})
        return JSONResponse({}, 404)


@pytest_asyncio.fixture
async def crm(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Crm]:
    crm, app = Crm(), FastAPI()
    app.add_api_route("/{rest:path}", crm.take, methods=["GET", "POST"])
    listener, url = listen()
    monkeypatch.setattr(gohighlevel, "GOHIGHLEVEL_URL", url)
    async with serving(app, listener):
        yield crm


@pytest_asyncio.fixture
async def voice(database: Database, tmp_path: Path) -> AsyncIterator[VoiceApi]:
    async with voice_api(database, voice_settings(tmp_path), OBEDIENT) as api:
        yield api


async def working(voice: VoiceApi, *kinds: str) -> str:
    return await assistant_with(voice, *({"type": f"gohighlevel.{kind}"} for kind in kinds))


async def test_a_contact_is_looked_up_and_made(voice: VoiceApi, crm: Crm) -> None:
    await made(voice, "/credential", **ACCOUNT)
    id = await working(voice, "contact.get", "contact.create")
    found = await told(voice, id, 'use gohighlevel_contact_get {"email": "ana@example.com"}')
    assert json.loads(found) == {"result": {"contact": ANA}}
    await told(voice, id, 'use gohighlevel_contact_get {"phone": "+13055550142"}')
    new = {"firstName": "Ben", "lastName": "Ode", "phone": "+13055550143", "tags": ["vip"]}
    assert "con_2" in await told(voice, id, f"use gohighlevel_contact_create {json.dumps(new)}")
    del new["tags"]
    assert crm.asked == [
        ("GET", "/contacts/search/duplicate", {"email": "ana@example.com", "locationId": "loc_1"}),
        ("GET", "/contacts/search/duplicate", {"number": "+13055550142", "locationId": "loc_1"}),
        ("POST", "/contacts/", new | {"locationId": "loc_1"}),
    ]


async def test_a_free_time_is_found_and_booked(voice: VoiceApi, crm: Crm) -> None:
    await made(voice, "/credential", **ACCOUNT)
    id = await working(voice, "calendar.availability.check", "calendar.event.create")
    day = {"calendarId": "cal_1", "startDate": 1772409600000, "endDate": 1772496000000}
    free = await told(voice, id, f"use gohighlevel_calendar_availability_check {json.dumps(day)}")
    assert "2026-03-02T09:30:00-05:00" in free
    visit = {"calendarId": "cal_1", "contactId": "con_1", "title": "Facial",
             "startTime": "2026-03-02T09:30:00-05:00", "endTime": "2026-03-02T10:00:00-05:00"}  # fmt: skip
    assert "app_1" in await told(voice, id, f"use gohighlevel_calendar_event_create {json.dumps(visit)}")
    assert crm.asked[0] == (
        "GET", "/calendars/cal_1/free-slots", {"startDate": "1772409600000", "endDate": "1772496000000"},
    )  # fmt: skip
    assert crm.asked[1] == ("POST", "/calendars/events/appointments", visit | {"locationId": "loc_1"})


async def test_what_goes_wrong_is_told_the_model(voice: VoiceApi, crm: Crm) -> None:
    id = await working(voice, "calendar.event.create", "contact.get")
    without = await told(voice, id, "use gohighlevel_contact_get")
    assert without == "Error: The organization has no credential of the provider gohighlevel."
    await made(voice, "/credential", **ACCOUNT | {"apiKey": "wrong"})
    asked = 'use gohighlevel_contact_get {"email": "ana@example.com"}'
    assert await told(voice, id, asked) == "Error: GoHighLevel answered with status 401: Invalid JWT."
    await made(voice, "/credential", **ACCOUNT)
    assert await told(voice, id, "use gohighlevel_calendar_event_create") == "Error: calendarId is missing."
    crm.is_away = True
    assert await told(voice, id, asked) == "Error: GoHighLevel answered with status 503."


async def test_an_account_is_of_its_organization_and_never_shown(voice: VoiceApi) -> None:
    shown = (await voice.http.post("/credential", json=ACCOUNT)).json()
    assert (shown["provider"], shown["locationId"], "apiKey" in shown) == ("gohighlevel", "loc_1", False)
    id = await working(voice, "contact.get")
    for path in (f"/assistant/{id}", "/tool", f"/credential/{shown['id']}"):
        assert "pit-1" not in (await voice.http.get(path)).text
    call = await voice.http.post("/call/web", json={"assistantId": id})
    assert "pit-1" not in call.text
    refused = await voice.http.post("/credential", json={"provider": "gohighlevel", "apiKey": "x"})
    assert refused.json()["message"] == ["locationId should not be empty"]


async def test_a_contact_is_added_to_a_workflow(voice: VoiceApi, crm: Crm) -> None:
    await made(voice, "/credential", **ACCOUNT)
    welcome = {"type": "ghl", "name": "welcome", "metadata": {"workflowId": "wf_1", "locationId": "loc_1"}}
    id = await assistant_with(voice, welcome)
    assert await told(voice, id, "use welcome") == "Error: contactId is missing."
    assert json.loads(await told(voice, id, 'use welcome {"contactId": "con_1"}'))["result"] == {"succeded": True}
    assert crm.asked == [("POST", "/contacts/con_1/workflow/wf_1", {})]
    elsewhere = welcome | {"name": "elsewhere", "metadata": {"workflowId": "wf_1", "locationId": "loc_2"}}
    other = await assistant_with(voice, elsewhere)
    refused = await told(voice, other, 'use elsewhere {"contactId": "con_1"}')
    assert refused == "Error: metadata.locationId is not the location of the organization's credential."
    nameless = await voice.http.post("/tool", json={"type": "ghl", "metadata": {"locationId": "loc_1"}})
    assert nameless.status_code == 400
    assert len(crm.asked) == 1


@pytest.mark.parametrize("name", ["ghl", "gohighlevel"])
async def test_what_an_account_offers_is_listed(voice: VoiceApi, stranger: VoiceApi, crm: Crm, name: str) -> None:
    await made(voice, "/credential", **ACCOUNT)
    listed = (await voice.http.get(f"/{name}/locations")).json()
    assert listed == {"locations": [{"id": "loc_1", "name": "Downtown"}]}
    for query in ("", "?locationId=loc_1"):
        found = (await voice.http.get(f"/{name}/workflows{query}")).json()
        assert [each["id"] for each in found["workflows"]] == ["wf_1"]
    asked = [("GET", "/locations/loc_1", {}), *[("GET", "/workflows/", {"locationId": "loc_1"})] * 2]
    assert crm.asked == asked
    for path, says in (
        (f"/{name}/workflows?locationId=loc_2", "locationId is not the location"),
        (f"/{name}/workflows/wf_1/hooks", "a tool of type ghl does it"),
    ):
        refused = await voice.http.get(path)
        assert (refused.status_code, says in str(refused.json()["message"])) == (400, True), refused.text
    assert (await stranger.http.get(f"/{name}/locations")).status_code == 400
    assert crm.asked == asked


async def test_an_account_that_does_not_answer_is_told(voice: VoiceApi, crm: Crm) -> None:
    await made(voice, "/credential", **ACCOUNT | {"apiKey": "wrong"})
    refused = await voice.http.get("/ghl/workflows")
    assert (refused.status_code, "Invalid JWT" in str(refused.json()["message"])) == (400, True)
    crm.is_away = True
    away = await voice.http.get("/ghl/locations")
    told = away.json()
    assert (away.status_code, told["message"], told["retryable"]) == (
        503, "GoHighLevel answered with status 503. Try again.", True,
    )  # fmt: skip
