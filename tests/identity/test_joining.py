"""An invitation is accepted once, by its address, for its clinic and role; with an account or without."""

import asyncio
from datetime import timedelta
from uuid import UUID

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI
from sqlalchemy import text

from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import decode, new_id
from mia.platform.kernel.scope import Role, SystemScope
from tests.fakes.access import PASSWORD, Team, browser, make_user
from tests.fakes.post_office import PostOffice
from tests.identity.conftest import WRONG, sign_in

NEW = "seventeen-quiet-otters"
VOID = "Invalid or expired invite link"


@pytest.fixture
def guest() -> str:
    """The address of someone without an account."""
    return f"guest-{new_id().hex}@harbor.example"


@pytest_asyncio.fixture
async def link(app: FastAPI, team: Team, office: PostOffice, guest: str) -> dict[str, str]:
    """The guest's invitation to the front desk."""
    return await invited(app, team, office, guest)


async def invited(
    app: FastAPI, team: Team, office: PostOffice, email: str, role: str = "front_desk"
) -> dict[str, str]:
    async with browser(app, team.owner) as owner:
        answer = await owner.post(f"{team.path}/invites", json={"email": email, "role": role})
    assert answer.status_code == 201
    return await office.invite_of(email)


async def show(client: httpx.AsyncClient, link: dict[str, str]) -> httpx.Response:
    return await client.post("/api/invites/verify", json=link)


async def accept(client: httpx.AsyncClient, name: str = "Ana Ruiz", password: str = NEW) -> httpx.Response:
    return await client.post("/api/invites/accept", json={"name": name, "password": password})


@pytest.mark.parametrize("name", ["Renew at http://evil.example", "evil.com", "Ana\x07"])
async def test_a_name_that_would_be_a_link_in_the_next_email_is_refused(
    client: httpx.AsyncClient, guest: str, name: str
) -> None:
    answer = await accept(client, name)
    assert (answer.status_code, list(answer.json()["errors"])) == (422, ["name"])


async def roles_of(database: Database, user_id: UUID) -> dict[UUID, str]:
    async with database.system(SystemScope.LOGIN) as session:
        query = text("SELECT clinic_id, role FROM memberships WHERE user_id = :id")
        return {row.clinic_id: row.role for row in await session.sql.execute(query, {"id": user_id})}


async def test_a_guest_chooses_a_password_and_is_in(
    client: httpx.AsyncClient, team: Team, link: dict[str, str], guest: str
) -> None:
    await show(client, link)
    answer = await accept(client, name="  Ana   Ruiz ")
    body = answer.json()
    assert answer.status_code == 200
    assert (body["user"]["email"], body["user"]["name"]) == (guest, "Ana Ruiz")
    assert body["home"] == f"/dashboard/{team.clinic.slug}"
    assert body["clinics"][0]["role"] == "front_desk"
    assert (await client.get("/api/session")).status_code == 200
    assert "mia_invite" not in client.cookies
    assert (await sign_in(client, guest, NEW)).status_code == 200


async def test_an_invitation_is_accepted_once(
    client: httpx.AsyncClient, other: httpx.AsyncClient, link: dict[str, str]
) -> None:
    await show(client, link)
    ticket = client.cookies["mia_invite"]
    assert (await accept(client)).status_code == 200
    assert (await show(other, link)).status_code == 400
    other.cookies.set("mia_invite", ticket)
    again = await accept(other, password="another-quiet-otter")
    assert (again.status_code, again.json()["detail"]) == (400, VOID)


@pytest.mark.race
async def test_of_two_who_accept_at_one_time_one_gets_the_account(
    client: httpx.AsyncClient, link: dict[str, str], guest: str, database: Database
) -> None:
    await show(client, link)
    passwords = [f"seventeen-quiet-otters-{number}" for number in range(4)]
    answers = await asyncio.gather(*(accept(client, password=password) for password in passwords))
    assert sorted(answer.status_code for answer in answers) == [200, 400, 400, 400]
    opened = [(await sign_in(client, guest, password)).status_code for password in passwords]
    assert sorted(opened) == [200, 401, 401, 401]


async def test_who_has_an_account_joins_with_its_password(
    app: FastAPI, client: httpx.AsyncClient, team: Team, office: PostOffice, database: Database
) -> None:
    link = await invited(app, team, office, team.stranger, "manager")
    await show(client, link)
    wrong = await accept(client, password=NEW)
    assert (wrong.status_code, wrong.json()["detail"]) == (401, "Invalid login credentials")
    answer = await accept(client, name="Another Name", password=PASSWORD)
    assert answer.status_code == 200
    assert answer.json()["user"]["name"] == "Robin Vale"
    assert len(answer.json()["clinics"]) == 2
    user_id = decode("usr", answer.json()["user"]["id"])
    assert (await roles_of(database, user_id))[team.clinic.id] == "manager"
    assert (await sign_in(client, team.stranger)).status_code == 200


async def test_passwords_of_an_account_cannot_be_tried_by_an_invitation(
    app: FastAPI, client: httpx.AsyncClient, team: Team, office: PostOffice
) -> None:
    await show(client, await invited(app, team, office, team.stranger))
    answers = [(await accept(client, password=WRONG)).status_code for _ in range(11)]
    assert answers == [401] * 10 + [429]


async def test_joining_is_bound_to_address_clinic_and_role(
    app: FastAPI, client: httpx.AsyncClient, team: Team, link: dict[str, str], database: Database
) -> None:
    await show(client, link)
    for more in ({"email": team.stranger}, {"role": "owner"}, {"clinic": "other"}):
        answer = await client.post("/api/invites/accept", json={"name": "Ana", "password": NEW, **more})
        assert answer.status_code == 422
    async with browser(app, team.stranger) as stranger:  # signed in as someone else: it is the guest who joins
        stranger.cookies.set("mia_invite", client.cookies["mia_invite"])
        body = (await accept(stranger)).json()
    assert body["user"]["email"].startswith("guest-")
    assert team.clinic.id not in await roles_of(database, team.ids[team.stranger])
    assert await roles_of(database, decode("usr", body["user"]["id"])) == {team.clinic.id: "front_desk"}


async def test_the_same_rules_hold_for_a_first_password(client: httpx.AsyncClient, link: dict[str, str]) -> None:
    await show(client, link)
    short = await accept(client, password="seven77")
    assert (short.status_code, short.json()["detail"]) == (422, "Password must be at least 8 characters long")
    assert (await accept(client, password="password1234")).status_code == 422
    assert (await accept(client, password="harbor-aesthetics")).status_code == 422
    assert (await accept(client, name="Ana Ruiz", password="ana-ruiz-7")).status_code == 422
    nameless = await accept(client, name="  ")
    assert (nameless.status_code, nameless.json()["errors"]) == (422, {"name": "Please enter your name."})
    assert (await accept(client)).status_code == 200


async def test_an_opened_invitation_waits_half_an_hour_and_opens_again(
    client: httpx.AsyncClient, link: dict[str, str], clock: MovableClock
) -> None:
    await show(client, link)
    clock.move(timedelta(minutes=30))
    assert (await accept(client)).status_code == 400
    assert (await show(client, link)).status_code == 200
    assert (await accept(client)).status_code == 200


async def test_an_opened_invitation_does_not_outlive_its_72_hours(
    client: httpx.AsyncClient, link: dict[str, str], clock: MovableClock
) -> None:
    clock.move(timedelta(hours=71, minutes=50))
    assert (await show(client, link)).status_code == 200
    clock.move(timedelta(minutes=11))
    assert (await accept(client)).status_code == 400


async def test_an_invitation_that_is_revoked_meanwhile_is_void(
    app: FastAPI, client: httpx.AsyncClient, team: Team, link: dict[str, str]
) -> None:
    await show(client, link)
    async with browser(app, team.owner) as owner:
        (item,) = (await owner.get(f"{team.path}/invites")).json()["items"]
        await owner.delete(f"{team.path}/invites/{item['id']}")
    assert (await accept(client)).status_code == 400


async def test_an_account_made_meanwhile_is_not_taken_over(
    client: httpx.AsyncClient, link: dict[str, str], guest: str, database: Database, team: Team
) -> None:
    await show(client, link)
    user_id = await make_user(database, guest)
    assert (await accept(client)).status_code == 401
    assert await roles_of(database, user_id) == {}
    assert (await accept(client, password=PASSWORD)).status_code == 200


async def test_a_member_added_meanwhile_keeps_the_role(
    client: httpx.AsyncClient, link: dict[str, str], guest: str, database: Database, team: Team
) -> None:
    await show(client, link)
    user_id = await make_user(database, guest, {team.clinic.id: Role.READ_ONLY})
    assert (await accept(client, password=PASSWORD)).status_code == 200
    assert await roles_of(database, user_id) == {team.clinic.id: "read_only"}


async def test_joining_stands_in_the_clinics_audit_log(
    client: httpx.AsyncClient, link: dict[str, str], team: Team, database: Database
) -> None:
    await show(client, link)
    await accept(client)
    async with database.system(SystemScope.CRON) as session:
        query = text("SELECT action FROM audit_entries WHERE tenant_id = :id AND kind = 'invite' ORDER BY at")
        actions = (await session.sql.scalars(query, {"id": team.clinic.id})).all()
    assert actions == ["invite.create", "invite.accept"]


async def test_nobodys_ticket_joins_nothing(client: httpx.AsyncClient) -> None:
    assert (await accept(client)).status_code == 400
    client.cookies.set("mia_invite", "invented")
    assert (await accept(client)).status_code == 400
