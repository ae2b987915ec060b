"""A new password for who is signed in: the current one is needed, other sessions end, this one goes on again."""

import httpx
import pytest
from sqlalchemy import text

from mia.platform.db.session import Database
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import Role, SystemScope
from tests.fakes.access import PASSWORD, make_clinic, make_user
from tests.fakes.post_office import PostOffice
from tests.identity.conftest import WRONG, sign_in
from tests.identity.signing_in.resetting import NEW, exchange, link_of


async def change(client: httpx.AsyncClient, current: str = PASSWORD, password: str = NEW) -> httpx.Response:
    return await client.put("/api/account/password", json={"current_password": current, "password": password})


async def test_a_person_changes_their_password(client: httpx.AsyncClient, email: str) -> None:
    await sign_in(client, email)
    former = client.cookies["mia_session"]
    assert (await change(client)).status_code == 204
    assert client.cookies["mia_session"] != former
    assert (await client.get("/api/session")).status_code == 200
    assert (await sign_in(client, email)).status_code == 401
    assert (await sign_in(client, email, NEW)).status_code == 200


async def test_the_other_sessions_end_and_the_former_token_is_void(
    client: httpx.AsyncClient, other: httpx.AsyncClient, email: str
) -> None:
    await sign_in(client, email)
    await sign_in(other, email)
    former = client.cookies["mia_session"]
    await change(client)
    assert (await other.get("/api/session")).status_code == 401
    other.cookies.set("mia_session", former)
    assert (await other.get("/api/session")).status_code == 401


async def test_the_person_is_told(client: httpx.AsyncClient, office: PostOffice, email: str) -> None:
    await sign_in(client, email)
    await change(client)
    (sent,) = await office.emails_to(email)
    assert sent.subject == "Your Mia password was changed"
    assert NEW not in sent.text


async def test_the_current_password_is_needed(client: httpx.AsyncClient, email: str, database: Database) -> None:
    await sign_in(client, email)
    refused = await change(client, current=WRONG)
    assert refused.status_code == 422
    assert refused.json()["errors"] == {"current_password": "The current password is not right."}
    assert (await sign_in(client, email)).status_code == 200


async def test_the_current_password_cannot_be_tried_for_long(client: httpx.AsyncClient, email: str) -> None:
    await sign_in(client, email)
    answers = [(await change(client, current=WRONG)).status_code for _ in range(11)]
    assert answers == [422] * 10 + [429]


@pytest.mark.parametrize("password", ["seven77", "password1234", "robin-vale-1", "harbor.example"])
async def test_the_rules_of_new_passwords_hold(client: httpx.AsyncClient, email: str, password: str) -> None:
    await sign_in(client, email)
    refused = await change(client, password=password)
    assert refused.status_code == 422
    assert list(refused.json()["errors"]) == ["password"]
    assert (await client.get("/api/session")).status_code == 200


async def test_an_open_reset_link_is_void_afterwards(
    client: httpx.AsyncClient, other: httpx.AsyncClient, office: PostOffice, email: str
) -> None:
    link = await link_of(other, office, email)
    await sign_in(client, email)
    await change(client)
    assert (await exchange(other, link)).status_code == 400


async def test_nobody_signed_in_changes_nothing(client: httpx.AsyncClient) -> None:
    assert (await change(client)).status_code == 401


async def test_changes_and_refusals_stand_in_the_audit_log(client: httpx.AsyncClient, database: Database) -> None:
    clinic = await make_clinic(database, new_id().hex)
    email = f"{clinic.slug}@harbor.example"
    await make_user(database, email, {clinic.id: Role.PROVIDER})
    await sign_in(client, email)
    await change(client, current=WRONG)
    await change(client)
    async with database.system(SystemScope.CRON) as session:
        query = text("SELECT action, outcome FROM audit_entries WHERE tenant_id = :id ORDER BY at")
        rows = [tuple(row) for row in await session.sql.execute(query, {"id": clinic.id})]
    assert rows == [("session.create", "ok"), ("session.confirm", "denied"), ("password.change", "ok")]
