"""Limits on sign-ins: strict under parallel attempts, and never for good."""

import asyncio

import httpx
from sqlalchemy import text

from mia.access import throttle
from mia.access.throttle import PER_ACCOUNT, PER_ADDRESS, WINDOW, forget_old_attempts
from mia.db.session import Database
from mia.kernel.clock import MovableClock
from mia.kernel.scope import SystemScope
from tests.access.conftest import WRONG, sign_in


async def test_attempts_on_one_account_are_limited(
    client: httpx.AsyncClient, email: str, clock: MovableClock, database: Database
) -> None:
    answers = await asyncio.gather(*(sign_in(client, email, WRONG) for _ in range(PER_ACCOUNT + 5)))
    assert sorted(answer.status_code for answer in answers) == [401] * PER_ACCOUNT + [429] * 5
    refused = await sign_in(client, email)  # even the right password
    assert refused.status_code == 429
    assert 0 < int(refused.headers["retry-after"]) <= WINDOW.total_seconds()
    assert refused.json()["retryable"] is True
    clock.move(WINDOW)
    assert (await sign_in(client, email)).status_code == 200
    await forget_old_attempts(database)
    async with database.system(SystemScope.LOGIN) as session:
        assert await session.sql.scalar(text("SELECT count(*) FROM sign_in_attempts")) == 0


async def test_unknown_account_is_limited_like_a_known_one(client: httpx.AsyncClient) -> None:
    answers = [await sign_in(client, "nobody@harbor.example", WRONG) for _ in range(PER_ACCOUNT + 1)]
    assert [answer.status_code for answer in answers] == [401] * PER_ACCOUNT + [429]


async def test_one_account_does_not_lock_another(client: httpx.AsyncClient, email: str) -> None:
    for _ in range(PER_ACCOUNT + 1):
        await sign_in(client, "nobody@harbor.example", WRONG)
    assert (await sign_in(client, email)).status_code == 200


async def test_success_begins_the_count_anew(client: httpx.AsyncClient, email: str) -> None:
    for _ in range(PER_ACCOUNT - 1):
        await sign_in(client, email, WRONG)
    assert (await sign_in(client, email)).status_code == 200
    assert (await sign_in(client, email, WRONG)).status_code == 401


async def test_one_address_is_limited_over_all_accounts(client: httpx.AsyncClient, database: Database) -> None:
    async with database.system(SystemScope.LOGIN) as session:
        for number in range(PER_ADDRESS):
            admission = await throttle.admit(session, f"{number}@harbor.example", "127.0.0.1")
            assert admission.allowed
    assert (await sign_in(client, "another@harbor.example", WRONG)).status_code == 429
