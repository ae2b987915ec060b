"""Tools that work in accounts at Google, Slack and Make, against a server that answers as theirs do."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from mia.platform.db.session import Database
from tests.fakes.accounts import BUSY, PEM, Systems, systems_running
from tests.fakes.phones.voice import VoiceApi, voice_api, voice_settings
from tests.voice.resources.tool_steps import OBEDIENT, assistant_with, made, told

Json = dict[str, Any]
ALLOWED = {"clientId": "app", "clientSecret": "s3cret", "refreshToken": "1//r"}
SHARED = {"clientEmail": "mia@practice.example", "privateKey": PEM}
CALENDAR = {"provider": "google.calendar.oauth2-authorization", **ALLOWED}
SHEETS = {"provider": "google.sheets.oauth2-authorization", **SHARED}
SLACK = {"provider": "slack.oauth2-authorization", "accessToken": "xoxb-1"}
MAKE = {"provider": "make", "teamId": "1", "region": "eu1", "apiKey": "mk-1"}
FREE, EVENT = "google.calendar.availability.check", "google.calendar.event.create"
MORNING = {
    "startDateTime": "2026-03-02T09:30:00",
    "endDateTime": "2026-03-02T10:00:00",
    "timeZone": "America/New_York",
}


@pytest_asyncio.fixture
async def systems(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Systems]:
    async with systems_running(monkeypatch) as systems:
        yield systems


@pytest_asyncio.fixture
async def voice(database: Database, tmp_path: Path) -> AsyncIterator[VoiceApi]:
    async with voice_api(database, voice_settings(tmp_path), OBEDIENT) as api:
        yield api


async def using(voice: VoiceApi, id: str, tool: str, /, **arguments: Any) -> Any:
    """What a tool answers, or the sentence that says why it did not."""
    answer = await told(voice, id, f"use {tool} {json.dumps(arguments)}")
    return answer if answer.startswith("Error: ") else json.loads(answer)["result"]


@pytest.mark.parametrize("way", [CALENDAR, SHARED | {"provider": "google.calendar.oauth2-client"}])
async def test_a_calendar_tells_whether_it_is_free(voice: VoiceApi, systems: Systems, way: Json) -> None:
    await made(voice, "/credential", **way)
    id = await assistant_with(voice, {"type": FREE, "name": "checkAvailability"})
    assert await using(voice, id, "checkAvailability", **MORNING) == {"available": True, "busy": []}
    busy = await using(voice, id, "checkAvailability", **MORNING, calendarId="desk@practice.example")
    assert busy == {"available": False, "busy": BUSY}
    assert len(systems.grants) == 1, "one token serves an hour"
    assert systems.asked[0] == (
        "POST /google/freeBusy",
        {"timeMin": "2026-03-02T09:30:00-05:00", "timeMax": "2026-03-02T10:00:00-05:00",
         "timeZone": "America/New_York", "items": [{"id": "primary"}]},
    )  # fmt: skip


async def test_an_event_is_made_once_however_often_it_is_asked_for(voice: VoiceApi, systems: Systems) -> None:
    await made(voice, "/credential", **CALENDAR)
    id = await assistant_with(voice, {"type": EVENT})
    systems.lose_answer = True
    visit = {"summary": "Facial", "attendees": ["ana@example.com"]} | MORNING
    event = await using(voice, id, "google_calendar_event_create", **visit)
    assert (event["summary"], event["status"]) == ("Facial", "confirmed")
    assert event["start"] == {"dateTime": "2026-03-02T09:30:00-05:00", "timeZone": "America/New_York"}
    assert event["attendees"] == [{"email": "ana@example.com"}]
    assert len(systems.events) == 1
    await using(voice, id, "google_calendar_event_create", **visit)
    assert len(systems.events) == 2, "another chat's event is another event"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ({"calendarId": "nobody"}, "Google cannot read this calendar (notFound)."),
        ({"startDateTime": "tomorrow"}, "startDateTime must be ISO 8601, such as 2026-03-02T09:30:00-05:00."),
        ({"startDateTime": "2026-03-02T11:00:00"}, "endDateTime must be after startDateTime."),
        ({"timeZone": "../etc/passwd"}, "timeZone must be an IANA name, such as America/New_York."),
        ({"startDateTime": None}, "startDateTime is missing."),
        ({"calendarId": 7}, "calendarId must be a text."),
    ],
)
async def test_what_a_calendar_cannot_do_is_told(
    voice: VoiceApi, systems: Systems, arguments: Json, why: str
) -> None:
    await made(voice, "/credential", **CALENDAR)
    id = await assistant_with(voice, {"type": FREE})
    assert await using(voice, id, "google_calendar_availability_check", **MORNING | arguments) == f"Error: {why}"


async def test_only_addresses_are_invited(voice: VoiceApi, systems: Systems) -> None:
    await made(voice, "/credential", **CALENDAR)
    id = await assistant_with(voice, {"type": EVENT})
    for attendees in ("ana@example.com", ["ana"], ["a@example.com"] * 11):
        asked = MORNING | {"summary": "Facial", "attendees": attendees}
        refused = await using(voice, id, "google_calendar_event_create", **asked)
        assert refused.startswith("Error: attendees must be")
    assert not systems.events


async def test_a_busy_system_is_asked_again_unless_it_would_do_things_twice(
    voice: VoiceApi, systems: Systems
) -> None:
    await made(voice, "/credential", **CALENDAR)
    await made(voice, "/credential", **SHEETS)
    id = await assistant_with(voice, {"type": FREE}, {"type": "google.sheets.row.append"})
    systems.fail = [503]
    assert (await using(voice, id, "google_calendar_availability_check", **MORNING))["available"] is True
    systems.fail = [503]
    row = {"spreadsheetId": "sheet-1", "range": "Leads", "values": ["Ana"]}
    failed = await using(voice, id, "google_sheets_row_append", **row)
    assert failed == "Error: Google answered with status 503: Try again later."
    assert [path for path, _ in systems.asked].count("POST /google/spreadsheets/sheet-1/values/Leads:append") == 1


async def test_a_row_is_added_as_it_was_said(voice: VoiceApi, systems: Systems) -> None:
    await made(voice, "/credential", **SHEETS)
    id = await assistant_with(voice, {"type": "google.sheets.row.append"})
    row = {"spreadsheetId": "sheet-1", "range": "Leads!A:C", "values": ["=IMPORTXML(1)", 5, None]}
    assert await using(voice, id, "google_sheets_row_append", **row) == {"updatedRange": "Leads!A7:C7"}
    assert systems.asked[-1] == (
        "POST /google/spreadsheets/sheet-1/values/Leads!A:C:append", {"values": [row["values"]]}
    )  # fmt: skip
    for values in ("Ana", [], [{"a": 1}], ["x" * 5001], ["x"] * 101):
        refused = await using(voice, id, "google_sheets_row_append", **row | {"values": values})
        assert refused == "Error: values must be a list of 1 to 100 texts or numbers."
    lost = await using(voice, id, "google_sheets_row_append", **row | {"spreadsheetId": "sheet-2"})
    assert lost == "Error: Google answered with status 404: Requested entity was not found."


async def test_a_withdrawn_consent_is_told(voice: VoiceApi, systems: Systems) -> None:
    await made(voice, "/credential", **CALENDAR | {"refreshToken": "1//withdrawn"})
    id = await assistant_with(voice, {"type": FREE})
    told = await using(voice, id, "google_calendar_availability_check", **MORNING)
    assert told == "Error: Google refused the organization's credential."


async def test_the_team_is_written_to_at_slack(voice: VoiceApi, systems: Systems) -> None:
    await made(voice, "/credential", **SLACK)
    id = await assistant_with(voice, {"type": "slack.message.send", "function": {"name": "notify"}})
    sent = await using(voice, id, "notify", channel="#front-desk", text="Ana <!channel> & co")
    assert sent == {"channel": "C1", "ts": "1503435956.000247"}
    _, message = systems.asked[-1]
    assert (message["channel"], message["text"]) == ("#front-desk", "Ana &lt;!channel&gt; &amp; co")
    systems.slack_error = "not_in_channel"
    refused = await using(voice, id, "notify", channel="#front-desk", text="Ana")
    assert refused == "Error: Slack did not take the message (not_in_channel)."
    assert (await using(voice, id, "notify", channel="#x", text="x" * 4001)).startswith("Error: text must have")


async def test_a_scenario_runs_at_make(voice: VoiceApi, systems: Systems) -> None:
    await made(voice, "/credential", **MAKE)
    lead = {"type": "object", "properties": {"name": {"type": "string"}}}
    run, hook = ({"type": "make", "metadata": {name: number}, "function": {"name": called, "parameters": lead}}
                 for name, number, called in (("scenarioId", 5, "run"), ("triggerHookId", 7, "hook")))  # fmt: skip
    id = await assistant_with(voice, run, hook)
    ran = await using(voice, id, "run", name="Ana", other="left out")
    assert ran == {"executionId": "e1", "status": "1", "outputs": {"name": "Ana"}}
    assert systems.asked[-1][1] == {"data": {"name": "Ana"}, "responsive": True}
    assert await using(voice, id, "hook", name="Ben") == "Accepted"
    assert systems.asked[-1] == ("POST /hook", {"name": "Ben"})


async def test_what_make_can_run_is_listed(voice: VoiceApi, systems: Systems) -> None:
    refused = await voice.http.get("/make/workflows")
    assert (refused.status_code, "mia" in str(refused.json()["message"])) == (400, True)
    await made(voice, "/credential", **MAKE)
    assert (await voice.http.get("/make/workflows")).json()["scenarios"][0]["name"] == "New lead"
    assert (await voice.http.get("/make/workflows/5/hooks")).json()["hook"]["id"] == 7
    for path in ("/make/workflows/6/hooks", "/make/workflows/..%2Fusers/hooks", "/make/locations"):
        assert (await voice.http.get(path)).status_code in (400, 404), path
    assert "make" in str((await voice.http.get("/nobody/workflows")).json()["message"])


async def test_without_a_credential_a_tool_says_so(voice: VoiceApi, stranger: VoiceApi, systems: Systems) -> None:
    await made(stranger, "/credential", **SLACK)
    id = await assistant_with(voice, {"type": "slack.message.send"}, {"type": FREE})
    without = await using(voice, id, "slack_message_send", channel="#x", text="x")
    assert without == "Error: The organization has no credential of the provider slack.oauth2-authorization."
    assert "google.calendar" in await using(voice, id, "google_calendar_availability_check", **MORNING)
    assert not systems.asked


@pytest.mark.parametrize(
    ("credential", "hidden"),
    [(CALENDAR, ("s3cret", "1//r")), (SHEETS, ("PRIVATE KEY",)), (SLACK, ("xoxb-1",)), (MAKE, ("mk-1",))],
)
async def test_no_answer_tells_an_account(
    voice: VoiceApi, systems: Systems, credential: Json, hidden: tuple[str, ...]
) -> None:
    kept = await voice.http.post("/credential", json=credential)
    assert kept.status_code == 201, kept.text
    id = await assistant_with(voice, {"type": FREE}, {"type": "slack.message.send"},
                              {"type": "google.sheets.row.append"},
                              {"type": "make", "metadata": {"scenarioId": 5}})  # fmt: skip
    session = await made(voice, "/session", assistantId=id)
    chat = await made(voice, "/chat", sessionId=session, input="Hello")
    call = await voice.http.post("/call/web", json={"assistantId": id})
    answers = [kept, call]
    for path in ("/credential", f"/assistant/{id}", "/tool", f"/session/{session}", f"/chat/{chat}",
                 f"/call/{call.json()['id']}"):  # fmt: skip
        answers.append(await voice.http.get(path))
    for answer in answers:
        assert not [secret for secret in hidden if secret in answer.text]


@pytest.mark.parametrize(
    ("credential", "complaint"),
    [
        (
            CALENDAR | {"refreshToken": None},
            "clientId, clientSecret and refreshToken, or clientEmail and privateKey",
        ),
        (CALENDAR | SHARED, "clientId, clientSecret and refreshToken, or clientEmail and privateKey"),
        (SHEETS | {"privateKey": "no key"}, "privateKey must be an RSA key in PEM"),
        ({"provider": CALENDAR["provider"], "authorizationId": "a1"}, "property authorizationId should not exist"),
        ({"provider": SLACK["provider"]}, "accessToken should not be empty"),
        (MAKE | {"region": "evil.example/"}, "region"),
        (MAKE | {"teamId": "x"}, "teamId"),
    ],
)
async def test_a_credential_that_opens_nothing_is_refused(
    voice: VoiceApi, credential: Json, complaint: str
) -> None:
    refused = await voice.http.post("/credential", json=credential)
    assert refused.status_code == 400
    assert any(complaint in line for line in refused.json()["message"]), refused.text


@pytest.mark.parametrize(
    ("tool", "complaint"),
    [
        ({"type": "make"}, "metadata should not be empty in a tool of type make"),
        ({"type": "make", "metadata": {}}, "metadata must name either scenarioId or triggerHookId"),
        ({"type": "make", "metadata": {"scenarioId": "5x"}}, "metadata.scenarioId"),
        ({"type": "ghl", "metadata": {"locationId": "l"}}, "metadata.workflowId should not be empty"),
        ({"type": FREE, "metadata": {}}, "property metadata should not exist in a tool of type"),
        ({"type": "sms", "metadata": {"scenarioId": 5}}, "property metadata.scenarioId should not exist"),
        ({"type": "bash"}, "type must be one of the following values"),
        ({"type": "computer"}, "type must be one of the following values"),
        ({"type": "textEditor"}, "type must be one of the following values"),
    ],
)
async def test_what_a_kind_does_not_have_is_refused(voice: VoiceApi, tool: Json, complaint: str) -> None:
    refused = await voice.http.post("/tool", json=tool)
    assert refused.status_code == 400
    assert any(line.startswith(complaint) for line in refused.json()["message"]), refused.text
