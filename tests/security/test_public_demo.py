"""A demo that was made public: its sandbox holds password resets and strangers' messages, and needs a sign-in."""

from collections.abc import AsyncIterator

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI
from sqlalchemy import update

from mia.identity.matrix import MATRIX, SANDBOX
from mia.identity.models import ClinicTenantRow
from mia.platform.db.session import Database
from mia.platform.kernel.scope import Role, SystemScope
from mia.platform.kernel.settings import Settings
from tests.fakes.access import browser, settings_of_tests
from tests.security.conftest import Practice, address

OF_SANDBOX = [key for key, rule in MATRIX.items() if rule is SANDBOX]
SITE = "https://demo.clinic.com"


@pytest.fixture
def settings() -> Settings:
    return settings_of_tests(MIA_DEMO_PUBLIC="1", PUBLIC_URL=SITE)


@pytest_asyncio.fixture
async def sample(database: Database, practice: Practice) -> AsyncIterator[Practice]:
    """The practice, as one of the demo's own."""
    async with database.system(SystemScope.SEED) as session:
        rows = update(ClinicTenantRow).where(ClinicTenantRow.id == practice.clinic.id)
        await session.sql.execute(rows.values(sample=True))
    yield practice


async def ask(client: httpx.AsyncClient) -> set[int]:
    """What the sandbox's routes answer."""
    return {(await client.request(method, address(path), json={})).status_code for method, path in OF_SANDBOX}


def test_every_page_of_the_sandbox_is_meant() -> None:
    assert {path for _, path in OF_SANDBOX} == {
        path for _, path in MATRIX if "/sandbox/" in path and path != "/api/sandbox/debug-query"
    }


async def test_nobody_reads_mail_and_phones_or_sets_the_clock_without_signing_in(app: FastAPI) -> None:
    async with browser(app, origin=SITE) as client:
        assert await ask(client) == {401}
        refused = await client.get("/api/sandbox/mail")
    assert refused.json()["detail"] == "Sign in as an owner of the demo practice to use its sandbox"


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.OWNER])
async def test_other_roles_cannot_read_the_owners_reset_link(app: FastAPI, sample: Practice, role: Role) -> None:
    async with browser(app, sample.email(role), origin=SITE) as client:
        assert await ask(client) == {403}


async def test_an_owner_of_another_practice_cannot(app: FastAPI, practice: Practice) -> None:
    async with browser(app, practice.email(Role.OWNER), origin=SITE) as client:
        assert await ask(client) == {403}


async def test_an_owner_of_the_demo_practice_may(app: FastAPI, sample: Practice) -> None:
    async with browser(app, sample.email(Role.OWNER), origin=SITE) as client:
        assert (await client.get("/api/sandbox/mail")).status_code == 200
        assert not {401, 403, 500} & await ask(client)


async def test_visitors_are_not_sent_to_a_mailbox_they_may_not_read(app: FastAPI) -> None:
    async with browser(app, origin=SITE) as client:
        assert (await client.get("/api/site")).json()["mail_stays_here"] is False
