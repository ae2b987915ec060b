"""A forgotten password: who gets an email, what its link opens, how often, and what ends with it."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI
from sqlalchemy import text

from mia.identity import service as identity
from mia.platform.audit.service import PLATFORM
from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import SystemScope
from tests.fakes.access import app_of_tests, browser, make_user, settings_of_tests
from tests.fakes.post_office import PostOffice
from tests.identity.conftest import sign_in
from tests.identity.signing_in.resetting import NEW, VOID, ask, exchange, link_of, set_password


@pytest.fixture
def office(app: FastAPI, database: Database) -> PostOffice:
    return PostOffice(database, app.state.settings)


@pytest_asyncio.fixture
async def other(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    """Another browser."""
    async with browser(app) as client:
        yield client


async def test_a_forgotten_password_is_replaced_by_the_link_in_an_email(
    client: httpx.AsyncClient, office: PostOffice, email: str
) -> None:
    await ask(client, f" {email.upper()} ")
    link = await office.reset_link_of(email)
    opened = await exchange(client, link)
    assert (opened.status_code, opened.content) == (204, b"")
    assert (await set_password(client)).status_code == 204
    assert (await sign_in(client, email)).status_code == 401
    assert (await sign_in(client, email, NEW)).status_code == 200


async def test_known_and_unknown_addresses_get_the_same_answer(
    client: httpx.AsyncClient, office: PostOffice, email: str
) -> None:
    await office.work()
    office.sent.clear()
    known, unknown = await ask(client, email), await ask(client, "nobody@harbor.example")
    assert known.status_code == unknown.status_code == 202
    assert known.content == unknown.content
    assert {*known.headers} == {*unknown.headers}
    await office.work()
    assert [message.to for message in office.sent] == [email]


async def test_both_leave_one_event_for_the_job_worker(
    client: httpx.AsyncClient, database: Database, office: PostOffice, email: str
) -> None:
    await office.work()
    for address in (email, "nobody@harbor.example"):
        await ask(client, address)
    async with database.system(SystemScope.OUTBOX) as session:
        query = text("SELECT tenant_id, jsonb_object_keys(ids) FROM outbox WHERE name = 'access.reset_requested'")
        rows = [tuple(row) for row in await session.sql.execute(query)]
    assert rows == [(PLATFORM, "user_id")] * 2
    await office.work()


async def test_a_link_opens_once(
    client: httpx.AsyncClient, other: httpx.AsyncClient, office: PostOffice, email: str
) -> None:
    link = await link_of(client, office, email)
    assert (await exchange(client, link)).status_code == 204
    again = await exchange(other, link)
    assert (again.status_code, again.json()["detail"]) == (400, VOID)
    assert "set-cookie" not in again.headers


@pytest.mark.race
async def test_of_two_uses_at_one_time_one_wins(app: FastAPI, office: PostOffice, email: str) -> None:
    async with browser(app) as first:
        link = await link_of(first, office, email)
        answers = await asyncio.gather(*(exchange(first, link) for _ in range(8)))
    assert sorted(answer.status_code for answer in answers) == [204] + [400] * 7


@pytest.mark.race
async def test_of_two_passwords_at_one_time_one_is_set(
    client: httpx.AsyncClient, office: PostOffice, email: str
) -> None:
    await exchange(client, await link_of(client, office, email))
    passwords = [f"seventeen-quiet-otters-{number}" for number in range(4)]
    answers = await asyncio.gather(*(set_password(client, password) for password in passwords))
    assert sorted(answer.status_code for answer in answers) == [204, 400, 400, 400]
    opened = [(await sign_in(client, email, password)).status_code for password in passwords]
    assert sorted(opened) == [200, 401, 401, 401]


@pytest.mark.parametrize("half", ["access_token", "refresh_token"])
async def test_both_halves_of_a_link_are_needed(
    client: httpx.AsyncClient, office: PostOffice, email: str, half: str
) -> None:
    link = await link_of(client, office, email)
    for wrong in ("x" * 43, link["access_token" if half == "refresh_token" else "refresh_token"]):
        assert (await exchange(client, {**link, half: wrong})).status_code == 400
    assert (await exchange(client, link)).status_code == 204


async def test_halves_of_two_links_do_not_fit(
    client: httpx.AsyncClient, office: PostOffice, database: Database, email: str
) -> None:
    stranger = f"{new_id().hex}@harbor.example"
    await make_user(database, stranger)
    mine, theirs = await link_of(client, office, email), await link_of(client, office, stranger)
    mixed = {**mine, "refresh_token": theirs["refresh_token"]}
    assert (await exchange(client, mixed)).status_code == 400


async def test_a_newer_link_takes_the_place_of_the_former(
    client: httpx.AsyncClient, office: PostOffice, email: str
) -> None:
    former, newer = await link_of(client, office, email), await link_of(client, office, email)
    assert (await exchange(client, former)).status_code == 400
    assert (await exchange(client, newer)).status_code == 204


async def test_a_link_ends_after_thirty_minutes(
    client: httpx.AsyncClient, office: PostOffice, email: str, clock: MovableClock
) -> None:
    link = await link_of(client, office, email)
    clock.move(timedelta(minutes=30))
    assert (await exchange(client, link)).status_code == 400


async def test_an_opened_link_waits_ten_minutes_for_the_password(
    client: httpx.AsyncClient, office: PostOffice, email: str, clock: MovableClock
) -> None:
    await exchange(client, await link_of(client, office, email))
    clock.move(timedelta(minutes=10))
    void = await set_password(client)
    assert (void.status_code, void.json()["detail"]) == (400, VOID)


async def test_the_ticket_is_hidden_from_scripts_and_from_other_sites(
    client: httpx.AsyncClient, office: PostOffice, email: str
) -> None:
    cookie = (await exchange(client, await link_of(client, office, email))).headers["set-cookie"]
    assert cookie.startswith("mia_reset=")
    assert {"HttpOnly", "Max-Age=600", "Path=/", "SameSite=strict"} <= set(cookie.split("; "))


async def test_the_ticket_over_https_is_bound_to_the_host(database: Database, email: str, app: FastAPI) -> None:
    secure = app_of_tests(database, settings_of_tests(PUBLIC_URL="https://mia.example", MIA_DEMO_PUBLIC="1"))
    secure.router.routes += app.router.routes
    office = PostOffice(database, secure.state.settings)
    async with browser(secure) as client:
        link = await link_of(client, office, email)
        assert office.sent[-1].text.count("https://mia.example/reset-password#access_token=") == 1
        cookie = (await exchange(client, link)).headers["set-cookie"]
    assert cookie.startswith("__Host-mia_reset=")
    assert "Secure" in cookie


async def test_a_refused_password_leaves_the_ticket(
    client: httpx.AsyncClient, office: PostOffice, email: str
) -> None:
    await exchange(client, await link_of(client, office, email))
    short, common = await set_password(client, "seven77"), await set_password(client, "password1234")
    near = await set_password(client, "robin-vale")
    assert (short.status_code, short.json()["detail"]) == (422, "Password must be at least 8 characters long")
    assert (common.status_code, common.json()["detail"]) == (
        422,
        "This password is too common. Please choose another.",
    )
    assert near.status_code == 422
    assert near.json()["errors"]["password"].startswith("This password contains your name")
    assert (await set_password(client)).status_code == 204


async def test_nobodys_ticket_sets_nothing(client: httpx.AsyncClient) -> None:
    assert (await set_password(client)).status_code == 400
    client.cookies.set("mia_reset", "invented")
    assert (await set_password(client)).status_code == 400


async def test_a_new_password_signs_out_everywhere_and_the_person_is_told(
    client: httpx.AsyncClient, other: httpx.AsyncClient, office: PostOffice, email: str
) -> None:
    await sign_in(other, email)
    assert (await other.get("/api/session")).status_code == 200
    await exchange(client, await link_of(client, office, email))
    await set_password(client)
    assert (await other.get("/api/session")).status_code == 401
    news = (await office.emails_to(email))[-1]
    assert news.subject == "Your Mia password was changed"
    assert NEW not in news.text
    assert "token" not in news.text


async def test_only_digests_are_stored_and_a_sent_email_is_emptied(
    client: httpx.AsyncClient, office: PostOffice, database: Database, email: str
) -> None:
    link = await link_of(client, office, email)
    await exchange(client, link)
    async with database.system(SystemScope.LOGIN) as session:
        stored = str((await session.sql.execute(text("SELECT * FROM password_resets"))).all())
    secrets = [*link.values(), client.cookies["mia_reset"]]
    assert not [secret for secret in secrets if secret in stored]
    async with database.clinic(identity.platform_scope("test")) as session:
        query = text(
            "SELECT message_sealed, to_blind FROM mails WHERE key LIKE 'password-reset:%' AND status = 'sent'"
        )
        emails = {tuple(row) for row in await session.sql.execute(query)}
    assert emails == {(None, None)}
