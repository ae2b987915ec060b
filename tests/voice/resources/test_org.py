"""``/org``: opened by the operator, run by its admins, and the only one there is for who brings its token."""

import re
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from mia.platform.db.session import Database
from mia.platform.kernel.settings import Settings
from mia.voice.auth.guards import operator_credential
from tests.fakes.phones.voice import VoiceApi, assistant_body
from tests.fakes.post_office import PostOffice

Json = dict[str, Any]


@pytest.fixture
def post(database: Database, settings: Settings) -> PostOffice:
    return PostOffice(database, settings)


async def invited(voice: VoiceApi, post: PostOffice, email: str, role: str = "viewer") -> str:
    """Invite someone; returns the code that arrives."""
    answer = await voice.http.post(f"/org/{voice.org_id}/invite", json={"emails": [email], "role": role})
    assert answer.status_code == 201, answer.text
    text = (await post.emails_to(email))[-1].text
    found = re.search(r"Your code:\n([\w-]+)\n", text)
    assert found, text
    return found[1]


async def joined(voice: VoiceApi, post: PostOffice, email: str, role: str = "viewer") -> Json:
    code = await invited(voice, post, email, role)
    answer = await voice.http.post("/org/join", json={"fullName": "Ana Ruiz"}, headers=voice.as_client(code))
    assert answer.status_code == 201, answer.text
    member: Json = answer.json()
    return member


async def status(voice: VoiceApi, token: str, method: str, path: str, body: Json | None = None) -> int:
    answer = await voice.http.request(method, path, json=body, headers=voice.as_client(token))
    return answer.status_code


async def test_only_the_operator_makes_one_and_it_has_rows_of_its_own(voice: VoiceApi, settings: Settings) -> None:
    assert (await voice.http.post("/org", json={"name": "Clinic"})).status_code == 401
    operator = voice.as_client(operator_credential(settings))
    made = (await voice.http.post("/org", json={"name": "Clinic"}, headers=operator)).json()
    issued = await voice.http.post(f"/org/{made['id']}/token", json={"name": "first"}, headers=operator)
    its = voice.as_client(issued.json()["value"])
    assert (await voice.http.get("/org", headers=its)).json() == [made]
    renamed = await voice.http.patch(f"/org/{made['id']}", json={"name": "Spa"}, headers=its)
    assert renamed.json() == made | {"name": "Spa", "updatedAt": renamed.json()["updatedAt"]}
    assert (await voice.http.delete(f"/org/{made['id']}", headers=its)).json()["erased"]["tokens"] == 1
    assert (await voice.http.get("/org", headers=its)).status_code == 401


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"billingLimit": 5}, "billingLimit: nothing is billed here"),
        ({"hipaaEnabled": False}, "hipaaEnabled must be one of the following values: True"),
        ({"plan": {}}, "property plan should not exist"),
    ],
)
async def test_what_no_organization_can_have_is_refused_by_name(voice: VoiceApi, change: Json, told: str) -> None:
    answer = await voice.http.patch(f"/org/{voice.org_id}", json=change)
    assert answer.status_code == 400
    assert told in str(answer.json()["message"])


async def test_no_token_tells_another_organization_from_none(voice: VoiceApi, stranger: VoiceApi) -> None:
    bodies: dict[tuple[str, str], Json | None] = {
        ("GET", ""): None,
        ("PATCH", ""): {"name": "x"},
        ("DELETE", ""): None,
        ("GET", "/auth"): None,
        ("GET", "/user"): None,
        ("POST", "/invite"): {"emails": ["a@b.example"], "role": "viewer"},
        ("PATCH", "/role"): {"userId": str(uuid4()), "role": "viewer"},
        ("DELETE", "/leave"): None,
        ("DELETE", f"/member/{uuid4()}/leave"): None,
    }
    for (method, path), body in bodies.items():
        answers = []
        for org in (stranger.org_id, uuid4()):
            answer = await voice.http.request(method, f"/org/{org}{path}", json=body)
            answers.append((answer.status_code, answer.json()["message"]))
        assert answers == [(404, "Organization not found.")] * 2, (method, path)
    assert (await stranger.http.get(f"/org/{stranger.org_id}")).status_code == 200


async def test_who_is_invited_joins_once_and_is_listed(voice: VoiceApi, post: PostOffice) -> None:
    code = await invited(voice, post, "ana@clinic.example", "editor")
    users = (await voice.http.get(f"/org/{voice.org_id}/user")).json()
    assert [(user["email"], "joinedAt" in user) for user in users] == [("ana@clinic.example", False)]
    member = await voice.http.post("/org/join", json={"fullName": "Ana Ruiz"}, headers=voice.as_client(code))
    assert (member.json()["user"]["fullName"], member.json()["user"]["role"]) == ("Ana Ruiz", "editor")
    again = await voice.http.post("/org/join", json={}, headers=voice.as_client(code))
    assert (again.status_code, again.json()["message"]) == (401, "Invalid or expired invitation.")
    its = voice.as_client(member.json()["value"])
    assert (await voice.http.get("/org", headers=its)).json()[0]["id"] == str(voice.org_id)


async def test_a_later_invitation_ends_the_former_and_a_new_token_the_old_one(
    voice: VoiceApi, post: PostOffice
) -> None:
    former = await invited(voice, post, "ana@clinic.example")
    member = await joined(voice, post, "ana@clinic.example")
    assert await status(voice, former, "POST", "/org/join", {}) == 401
    again = await joined(voice, post, "Ana@clinic.example")
    assert again["user"]["id"] == member["user"]["id"]
    assert await status(voice, member["value"], "GET", "/assistant") == 401
    assert await status(voice, again["value"], "GET", "/assistant") == 200


async def test_a_member_does_what_the_role_allows_from_the_next_request_on(
    voice: VoiceApi, post: PostOffice
) -> None:
    member = await joined(voice, post, "ana@clinic.example")
    token, org = member["value"], f"/org/{voice.org_id}"

    async def may() -> list[int]:
        return [
            await status(voice, token, "GET", "/assistant"),
            await status(voice, token, "POST", "/assistant", assistant_body()),
            await status(voice, token, "PATCH", org, {"name": "Spa"}),
        ]

    assert await may() == [200, 403, 403]
    for role, expected in (("editor", [200, 201, 403]), ("admin", [200, 201, 200])):
        change = {"userId": member["user"]["id"], "role": role}
        assert (await voice.http.patch(f"{org}/role", json=change)).status_code == 200
        assert await may() == expected


async def test_a_member_who_leaves_or_is_removed_gets_in_no_more(voice: VoiceApi, post: PostOffice) -> None:
    org = f"/org/{voice.org_id}"
    for email in ("ana@clinic.example", "bo@clinic.example"):
        member = await joined(voice, post, email)
        if email.startswith("ana"):
            assert await status(voice, member["value"], "DELETE", f"{org}/leave") == 200
        else:
            path = f"{org}/member/{member['user']['id']}/leave"
            assert await status(voice, member["value"], "DELETE", path) == 403
            assert (await voice.http.delete(path)).status_code == 200
            assert (await voice.http.delete(path)).status_code == 404
        assert await status(voice, member["value"], "GET", "/assistant") == 401
    assert (await voice.http.get(f"{org}/user")).json() == []
    assert (await voice.http.delete(f"{org}/leave")).status_code == 400


async def test_an_access_token_ends_with_the_token_it_stands_for(voice: VoiceApi, post: PostOffice) -> None:
    member = await joined(voice, post, "ana@clinic.example")
    url = f"/org/{voice.org_id}/auth"
    given = (await voice.http.get(url, headers=voice.as_client(member["value"]))).json()
    user = {"userId": member["user"]["id"], "role": "viewer"}
    assert given["aud"] == {"orgId": str(voice.org_id), **user}
    access = given["accessToken"]
    assert await status(voice, access, "GET", "/assistant") == 200
    assert await status(voice, access, "POST", "/assistant", assistant_body()) == 403
    body, _, signature = access.rpartition(".")
    assert await status(voice, f"{body}.{signature[:-4]}AAAA", "GET", "/assistant") == 401
    await voice.http.delete(f"/org/{voice.org_id}/member/{member['user']['id']}/leave")
    assert await status(voice, access, "GET", "/assistant") == 401


@pytest.mark.parametrize(
    "body",
    [
        {"emails": [], "role": "viewer"},
        {"emails": ["nobody"], "role": "viewer"},
        {"emails": ["a@b.example"], "role": "owner"},
        {"emails": ["a@b.example"], "role": "viewer", "redirectTo": "https://evil.example/join"},
        {"emails": ["a@b.example"], "role": "viewer", "redirectTo": "http://127.0.0.1:8000.evil.example/"},
    ],
)
async def test_what_is_no_invitation_sends_nothing(voice: VoiceApi, body: Json, post: PostOffice) -> None:
    assert (await voice.http.post(f"/org/{voice.org_id}/invite", json=body)).status_code == 400
    assert await post.emails_to("a@b.example") == []


async def test_an_invitation_leads_to_a_page_of_ours(
    voice: VoiceApi, post: PostOffice, settings: Settings, tmp_path: Path
) -> None:
    body = {"emails": ["a@b.example"], "role": "viewer", "redirectTo": f"{settings.origin}/welcome"}
    assert (await voice.http.post(f"/org/{voice.org_id}/invite", json=body)).status_code == 201
    assert re.search(rf"{settings.origin}/welcome#token=[\w-]+\n", (await post.emails_to("a@b.example"))[0].text)


async def test_an_address_is_not_flooded(voice: VoiceApi, post: PostOffice) -> None:
    answers = [
        await voice.http.post(f"/org/{voice.org_id}/invite", json={"emails": ["flood@b.example"], "role": "viewer"})
        for _ in range(6)
    ]
    assert [answer.status_code for answer in answers] == [201] * 5 + [429]
    assert answers[-1].headers["retry-after"]
