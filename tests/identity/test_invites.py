"""Invitations: who may send them to whom, how often, and what an email's link is for."""

from datetime import timedelta

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import text

from mia.identity.people.invites import forget_old_invites
from mia.identity.throttle import INVITED_ADDRESS
from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import SystemScope
from tests.fakes.access import Team, browser
from tests.fakes.post_office import PostOffice

VOID = "Invalid or expired invite link"


@pytest.fixture
def guest() -> str:
    """The address of someone without an account."""
    return f"guest-{new_id().hex}@harbor.example"


async def invite(client: httpx.AsyncClient, team: Team, email: str, role: str = "front_desk") -> httpx.Response:
    return await client.post(f"{team.path}/invites", json={"email": email, "role": role})


async def test_an_owner_invites_and_the_email_says_what_for(
    app: FastAPI, team: Team, office: PostOffice, guest: str
) -> None:
    async with browser(app, team.owner) as owner:
        answer = await invite(owner, team, f" {guest.upper()} ")
        listed = (await owner.get(f"{team.path}/invites")).json()["items"]
    assert answer.status_code == 201
    item = answer.json()
    assert (item["email"], item["role_label"], item["invited_by"]) == (guest, "Front Desk", "Robin Vale")
    assert item["status"] == "pending"
    assert listed == [item]
    (email,) = await office.emails_to(guest)
    assert email.subject == "Join Harbor Aesthetics on Mia"
    assert "Robin Vale invites you to join Harbor Aesthetics on Mia as Front Desk." in email.text
    assert "http://127.0.0.1:8000/accept-invite#type=invite&token=" in email.text


async def test_the_link_tells_what_it_is_for(
    app: FastAPI, team: Team, office: PostOffice, guest: str, client: httpx.AsyncClient
) -> None:
    async with browser(app, team.owner) as owner:
        await invite(owner, team, guest)
        await invite(owner, team, team.stranger, "manager")
    answer = await client.post("/api/invites/verify", json=await office.invite_of(guest))
    assert answer.json() == {
        "email": guest,
        "clinic_name": "Harbor Aesthetics",
        "role_label": "Front Desk",
        "has_account": False,
    }
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("mia_invite=")
    assert {"HttpOnly", "Max-Age=1800", "Path=/", "SameSite=strict"} <= set(cookie.split("; "))
    known = await client.post("/api/invites/verify", json=await office.invite_of(team.stranger))
    assert known.json()["has_account"] is True


async def test_an_invented_link_is_for_nothing(client: httpx.AsyncClient) -> None:
    answer = await client.post("/api/invites/verify", json={"type": "invite", "token": "x" * 43})
    assert (answer.status_code, answer.json()["detail"]) == (400, VOID)
    assert "set-cookie" not in answer.headers


async def test_a_link_ends_after_72_hours_and_can_be_sent_again(
    app: FastAPI, team: Team, office: PostOffice, guest: str, clock: MovableClock
) -> None:
    async with browser(app, team.owner) as owner:
        await invite(owner, team, guest)
    former = await office.invite_of(guest)
    clock.move(timedelta(hours=72))
    async with browser(app, team.owner) as owner:
        assert (await owner.post("/api/invites/verify", json=former)).status_code == 400
        (item,) = (await owner.get(f"{team.path}/invites")).json()["items"]
        assert item["status"] == "expired"
        again = await owner.post(f"{team.path}/invites/{item['id']}/resend")
        assert (again.status_code, again.json()["status"], again.json()["id"]) == (200, "pending", item["id"])
        newer = await office.invite_of(guest)
        assert newer != former
        assert (await owner.post("/api/invites/verify", json=newer)).status_code == 200


async def test_sending_again_voids_the_former_link(
    app: FastAPI, team: Team, office: PostOffice, guest: str
) -> None:
    async with browser(app, team.owner) as owner:
        item = (await invite(owner, team, guest)).json()
        former = await office.invite_of(guest)
        await owner.post(f"{team.path}/invites/{item['id']}/resend")
        assert (await owner.post("/api/invites/verify", json=former)).status_code == 400


async def test_a_revoked_invitation_is_gone(app: FastAPI, team: Team, office: PostOffice, guest: str) -> None:
    async with browser(app, team.owner) as owner:
        item = (await invite(owner, team, guest)).json()
        link = await office.invite_of(guest)
        assert (await owner.delete(f"{team.path}/invites/{item['id']}")).status_code == 204
        assert (await owner.post("/api/invites/verify", json=link)).status_code == 400
        assert (await owner.get(f"{team.path}/invites")).json() == {"items": []}
        assert (await owner.delete(f"{team.path}/invites/{item['id']}")).status_code == 404
        assert (await owner.post(f"{team.path}/invites/{item['id']}/resend")).status_code == 404


async def test_who_is_there_or_invited_is_not_invited_again(
    app: FastAPI, team: Team, guest: str, clock: MovableClock
) -> None:
    async with browser(app, team.owner) as owner:
        assert (await invite(owner, team, team.front_desk)).status_code == 409
        assert (await invite(owner, team, guest)).status_code == 201
        assert (await invite(owner, team, guest, "manager")).status_code == 409
    clock.move(timedelta(hours=73))
    async with browser(app, team.owner) as owner:
        assert (await invite(owner, team, guest, "manager")).status_code == 201


async def test_a_manager_has_no_say_over_owners(app: FastAPI, team: Team, guest: str) -> None:
    async with browser(app, team.owner) as owner:
        item = (await invite(owner, team, guest, "owner")).json()
    async with browser(app, team.manager) as manager:
        path = f"{team.path}/invites/{item['id']}"
        refused = [
            await invite(manager, team, f"second-{guest}", "owner"),
            await manager.post(f"{path}/resend"),
            await manager.delete(path),
        ]
        assert [answer.status_code for answer in refused] == [403, 403, 403]
        assert (await invite(manager, team, f"second-{guest}", "manager")).status_code == 201
        assert len((await manager.get(f"{team.path}/invites")).json()["items"]) == 2


async def test_others_neither_invite_nor_see_who_is_invited(app: FastAPI, team: Team, guest: str) -> None:
    async with browser(app, team.owner) as owner:
        path = f"{team.path}/invites/{(await invite(owner, team, guest)).json()['id']}"
    for email, status in ((None, 401), (team.stranger, 404), (team.front_desk, 403), (team.read_only, 403)):
        async with browser(app, email) as client:
            answers = [
                await client.get(f"{team.path}/invites"),
                await invite(client, team, f"second-{guest}"),
                await client.post(f"{path}/resend"),
                await client.delete(path),
            ]
        assert [answer.status_code for answer in answers] == [status] * 4, email


async def test_an_invitation_of_another_clinic_is_not_found(
    app: FastAPI, team: Team, database: Database, guest: str
) -> None:
    async with browser(app, team.owner) as owner:
        item = (await invite(owner, team, guest)).json()
    async with database.system(SystemScope.LOGIN) as session:
        query = text("SELECT slug FROM clinics JOIN memberships ON clinic_id = id WHERE user_id = :id")
        slug = await session.sql.scalar(query, {"id": team.ids[team.stranger]})
    async with browser(app, team.stranger) as stranger:
        path = f"/api/clinics/{slug}/invites"
        assert (await stranger.get(path)).json() == {"items": []}
        assert (await stranger.delete(f"{path}/{item['id']}")).status_code == 404
        assert (await stranger.post(f"{path}/{item['id']}/resend")).status_code == 404


@pytest.mark.parametrize("email", ["nobody", "a@b@c.example", "ana ruiz@harbor.example", "añá@harbor.example"])
async def test_an_address_nobody_can_write_to_is_refused(app: FastAPI, team: Team, email: str) -> None:
    async with browser(app, team.owner) as owner:
        answer = await invite(owner, team, email)
    assert answer.status_code == 422
    assert "email" in answer.json()["errors"]


async def test_one_address_gets_few_emails(app: FastAPI, team: Team, office: PostOffice, guest: str) -> None:
    async with browser(app, team.owner) as owner:
        path = f"{team.path}/invites/{(await invite(owner, team, guest)).json()['id']}/resend"
        answers = [(await owner.post(path)).status_code for _ in range(INVITED_ADDRESS.per_subject)]
    assert answers == [200] * (INVITED_ADDRESS.per_subject - 1) + [429]
    assert len(await office.emails_to(guest)) == INVITED_ADDRESS.per_subject


async def test_old_invitations_are_forgotten(
    app: FastAPI, team: Team, database: Database, guest: str, clock: MovableClock
) -> None:
    async with browser(app, team.owner) as owner:
        await invite(owner, team, guest)
    clock.move(timedelta(days=34))
    await forget_old_invites(database)
    async with browser(app, team.owner) as owner:
        assert (await owner.get(f"{team.path}/invites")).json() == {"items": []}


async def test_only_digests_are_stored(
    app: FastAPI, team: Team, office: PostOffice, database: Database, guest: str, client: httpx.AsyncClient
) -> None:
    async with browser(app, team.owner) as owner:
        await invite(owner, team, guest)
    link = await office.invite_of(guest)
    await client.post("/api/invites/verify", json=link)
    async with database.system(SystemScope.LOGIN) as session:
        stored = str((await session.sql.execute(text("SELECT * FROM invites"))).all())
    assert link["token"] not in stored
    assert client.cookies["mia_invite"] not in stored
