"""How often a reset may be asked for, by whom, and what stands in the audit log."""

from datetime import timedelta

import httpx
import pytest
from sqlalchemy import text

from mia.identity.session.reset import forget_old_resets
from mia.identity.throttle import PASSWORD_RESET, RESET_EMAIL, SIGN_IN
from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import Role, SystemScope
from tests.fakes.access import make_clinic, make_user
from tests.fakes.post_office import PostOffice
from tests.identity.conftest import WRONG, sign_in
from tests.identity.signing_in.resetting import NEW, ask, exchange, link_of, set_password


async def test_attempts_of_somebody_else_do_not_keep_the_person_out(
    client: httpx.AsyncClient, office: PostOffice, email: str
) -> None:
    for _ in range(SIGN_IN.per_subject + 1):
        await sign_in(client, email, WRONG)
    assert (await sign_in(client, email)).status_code == 429
    await exchange(client, await link_of(client, office, email))
    await set_password(client)
    assert (await sign_in(client, email, NEW)).status_code == 200


async def test_whoever_asks_often_sends_few_emails_and_the_last_stays_good(
    client: httpx.AsyncClient, office: PostOffice, email: str
) -> None:
    for _ in range(RESET_EMAIL.per_subject + 3):
        assert (await ask(client, email)).status_code == 202
    assert len(await office.emails_to(email)) == RESET_EMAIL.per_subject
    assert (await exchange(client, await office.reset_link_of(email))).status_code == 204


async def test_requests_of_one_address_are_limited(client: httpx.AsyncClient) -> None:
    answers = [await ask(client, f"{number}@harbor.example") for number in range(PASSWORD_RESET.per_address + 1)]
    assert [answer.status_code for answer in answers] == [202] * PASSWORD_RESET.per_address + [429]


async def test_the_job_done_twice_writes_one_email(
    client: httpx.AsyncClient, office: PostOffice, database: Database, email: str
) -> None:
    await office.work()
    await ask(client, email)
    (event,) = await office.take()
    for _ in range(2):
        await office.registry.handlers[event.name][0](database, event)
    assert len(await office.emails_to(email)) == 1
    assert (await exchange(client, await office.reset_link_of(email))).status_code == 204


async def test_requests_and_uses_stand_in_the_audit_log(
    client: httpx.AsyncClient, office: PostOffice, database: Database
) -> None:
    clinic = await make_clinic(database, new_id().hex)
    email = f"{clinic.slug}@harbor.example"
    user_id = await make_user(database, email, {clinic.id: Role.FRONT_DESK})
    await exchange(client, await link_of(client, office, email))
    await set_password(client)
    async with database.system(SystemScope.CRON) as session:
        query = text("SELECT user_id, action, outcome FROM audit_entries WHERE tenant_id = :clinic ORDER BY at")
        rows = [tuple(row) for row in await session.sql.execute(query, {"clinic": clinic.id})]
    assert rows == [(user_id, "password.reset", "ok"), (user_id, "password.change", "ok")]


async def test_old_links_are_forgotten(
    client: httpx.AsyncClient, office: PostOffice, database: Database, email: str, clock: MovableClock
) -> None:
    await link_of(client, office, email)
    clock.move(timedelta(minutes=41))
    await forget_old_resets(database)
    async with database.system(SystemScope.LOGIN) as session:
        assert await session.sql.scalar(text("SELECT count(*) FROM password_resets")) == 0


@pytest.mark.parametrize(
    "body", [{}, {"email": ""}, {"email": "a\u0000b"}, {"email": "x" * 255}, {"email": "a@b.example", "link": "x"}]
)
async def test_malformed_requests_are_refused(client: httpx.AsyncClient, body: dict[str, str]) -> None:
    assert (await client.post("/api/password-resets", json=body)).status_code == 422
