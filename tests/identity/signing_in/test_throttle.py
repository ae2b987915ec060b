"""Limits on sign-ins: strict under parallel attempts, and never for good."""

import asyncio
from datetime import timedelta

import httpx
import pytest
from sqlalchemy import text

from mia.identity import throttle
from mia.identity.throttle import SIGN_IN, forget_old_attempts
from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.scope import SystemScope
from tests.identity.conftest import WRONG, sign_in


@pytest.mark.race
async def test_attempts_on_one_account_are_limited(
    client: httpx.AsyncClient, email: str, clock: MovableClock, database: Database
) -> None:
    answers = await asyncio.gather(*(sign_in(client, email, WRONG) for _ in range(SIGN_IN.per_subject + 5)))
    assert sorted(answer.status_code for answer in answers) == [401] * SIGN_IN.per_subject + [429] * 5
    refused = await sign_in(client, email)  # even the right password
    assert refused.status_code == 429
    assert 0 < int(refused.headers["retry-after"]) <= SIGN_IN.window.total_seconds()
    assert refused.json()["retryable"] is True
    clock.move(SIGN_IN.window)
    assert (await sign_in(client, email)).status_code == 200
    clock.move(timedelta(days=1))
    await forget_old_attempts(database)
    async with database.system(SystemScope.LOGIN) as session:
        assert await session.sql.scalar(text("SELECT count(*) FROM attempts")) == 0


async def test_unknown_account_is_limited_like_a_known_one(client: httpx.AsyncClient) -> None:
    answers = [await sign_in(client, "nobody@harbor.example", WRONG) for _ in range(SIGN_IN.per_subject + 1)]
    assert [answer.status_code for answer in answers] == [401] * SIGN_IN.per_subject + [429]


async def test_one_account_does_not_lock_another(client: httpx.AsyncClient, email: str) -> None:
    for _ in range(SIGN_IN.per_subject + 1):
        await sign_in(client, "nobody@harbor.example", WRONG)
    assert (await sign_in(client, email)).status_code == 200


async def test_success_begins_the_count_anew(client: httpx.AsyncClient, email: str) -> None:
    for _ in range(SIGN_IN.per_subject - 1):
        await sign_in(client, email, WRONG)
    assert (await sign_in(client, email)).status_code == 200
    assert (await sign_in(client, email, WRONG)).status_code == 401


async def test_one_address_is_limited_over_all_accounts(client: httpx.AsyncClient, database: Database) -> None:
    async with database.system(SystemScope.LOGIN) as session:
        for number in range(SIGN_IN.per_address):
            admission = await throttle.admit(session, SIGN_IN, "127.0.0.1", f"{number}@harbor.example")
            assert admission.allowed
    assert (await sign_in(client, "another@harbor.example", WRONG)).status_code == 429
