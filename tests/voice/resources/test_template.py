"""``/template``, and ``/support/ticket``."""

from typing import Any

import pytest

from mia.platform.db.session import Database
from mia.platform.kernel.settings import Settings
from mia.voice.auth.guards import key_generation, scope_of_row
from mia.voice.auth.tokens import TokenOf, issue_token
from tests.fakes.phones.voice import VoiceApi
from tests.fakes.post_office import PostOffice

Json = dict[str, Any]
TOOL = {"type": "function", "function": {"name": "book"}, "server": {"url": "https://clinic.example/tools"}}


async def made(voice: VoiceApi, **more: Any) -> Json:
    answer = await voice.http.post("/template", json=[{"type": "tool", "details": TOOL, **more}])
    assert answer.status_code == 201, answer.text
    template: Json = answer.json()
    return template


async def test_a_template_is_kept_changed_and_removed(voice: VoiceApi, stranger: VoiceApi) -> None:
    template = await made(voice, name="Booking")
    url = f"/template/{template['id']}"
    assert (template["provider"], template["visibility"], template["details"]) == ("function", "private", TOOL)
    assert (await voice.http.get(url)).json() == template
    assert (await stranger.http.get(url)).status_code == 404
    assert (await voice.http.patch(url, json={"name": "Visits"})).json()["name"] == "Visits"
    assert (await voice.http.delete(url)).status_code == 200
    assert (await voice.http.get("/template")).json() == []


async def test_several_at_once_are_listed_by_what_they_belong_to(voice: VoiceApi) -> None:
    each = {"type": "tool", "details": TOOL}
    body = [
        each | {"name": "one", "metadata": {"collectionId": "visits", "collectionType": "pinned"}},
        each | {"name": "two", "visibility": "public"},
    ]
    assert len((await voice.http.post("/template", json=body)).json()) == 2

    async def names(path: str) -> list[str]:
        return [template["name"] for template in (await voice.http.get(path)).json()]

    assert await names("/template?collectionId=visits") == ["one"]
    assert await names("/template?visibility=public") == ["two"]
    assert await names("/template/pinned") == ["one"]
    assert await names("/template?provider=make") == []


async def test_a_viewer_is_not_shown_private_ones(voice: VoiceApi, database: Database, settings: Settings) -> None:
    hidden, shown = await made(voice), await made(voice, visibility="public")
    async with database.org(scope_of_row(voice.org_id, "test")) as session:
        of = TokenOf(voice.org_id, "viewer")
        _, value = await issue_token(session, None, key_generation(settings), of=of)
    its = voice.as_client(value)
    assert (await voice.http.get("/template", headers=its)).json() == [shown]
    assert (await voice.http.get(f"/template/{hidden['id']}", headers=its)).status_code == 404


@pytest.mark.parametrize(
    "body",
    [
        [],
        {"type": "tool"},
        [{"type": "tool", "provider": "zapier"}],
        [{"type": "tool", "details": {"type": "endCall", "colour": "red"}}],
        [{"type": "tool", "details": {"server": {"url": "http://10.0.0.1/"}}}],
        [{"type": "tool", "extra": 1}],
    ],
)
async def test_what_is_no_template_is_refused(voice: VoiceApi, body: Any) -> None:
    assert (await voice.http.post("/template", json=body)).status_code == 400
    assert (await voice.http.get("/template")).json() == []


async def test_a_ticket_reaches_those_who_run_the_installation(
    voice: VoiceApi, database: Database, settings: Settings
) -> None:
    ticket = {
        "category": "bug-report",
        "subject": "No sound",
        "message": "It is silent.",
        "bugSubcategory": "calls",
    }
    answer = await voice.http.post("/support/ticket", json=ticket)
    assert answer.status_code == 201
    emails = await PostOffice(database, settings).emails_to(settings.contact_email)
    (email,) = [each for each in emails if answer.json()["id"] in each.text]
    assert email.subject == "Support: No sound"
    assert email.about_patient
    assert f"Organization: {voice.org_id}" in email.text
    assert email.text.endswith("\n\nIt is silent.\n")


@pytest.mark.parametrize(
    "change", [{"category": "gossip"}, {"subject": ""}, {"subject": "a\nBcc: x"}, {"message": "x" * 5001}]
)
async def test_a_ticket_that_is_none_is_refused(voice: VoiceApi, change: Json) -> None:
    ticket = {"category": "others", "subject": "Hello", "message": "Hello"} | change
    assert (await voice.http.post("/support/ticket", json=ticket)).status_code == 400


async def test_an_organization_writes_only_so_many(voice: VoiceApi) -> None:
    ticket = {"category": "others", "subject": "Hello", "message": "Hello"}
    answers = [(await voice.http.post("/support/ticket", json=ticket)).status_code for _ in range(21)]
    assert answers == [201] * 20 + [429]
