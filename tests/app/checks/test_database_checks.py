"""Checks that look into the database: demo data, keys, practices, the server's clock; and what a start refuses."""

import asyncio
import os
import re
import sys
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import psycopg
import pytest
import pytest_asyncio
from pydantic import SecretStr
from sqlalchemy import text

from mia.app.checks import machine, practices
from mia.app.checks.findings import Severity, blocks, warns
from mia.app.checks.report import as_json, as_text, is_fit
from mia.app.checks.service import check_database, check_settings, refuse_unfit
from mia.app.connection import connected
from mia.clinic.practice import service as clinics
from mia.platform.db.migrate import NEWEST_REVISION, app_url, opens_data_keys
from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.keys import Keys
from mia.platform.kernel.scope import OrgScope, SystemScope
from mia.platform.kernel.settings import Settings
from mia.platform.kernel.start import StartRefused
from tests.conftest import APP_PASSWORD, MASTER_KEY, PostgresServer
from tests.fakes.access import make_clinic, make_user, scope_of
from tests.fakes.practice import make_practice
from tests.fakes.production import PRODUCTION, production_settings


@pytest_asyncio.fixture
async def owners(postgres: PostgresServer) -> AsyncIterator[str]:
    """The owner's URL of a database of one test's own."""
    name = f"checks_{new_id().hex}"
    yield postgres.clone(name)
    postgres.drop(name)


@pytest_asyncio.fixture
async def empty(owners: str, clock: MovableClock) -> AsyncIterator[Database]:
    """That database as the app sees it."""
    database = Database.connect(app_url(owners, APP_PASSWORD), MASTER_KEY, clock, pool_size=2)
    yield database
    await database.close()


class _WithKey(Settings):
    """Settings whose master key is that of the tests' databases."""

    def keys(self, name: str) -> Keys:
        return Keys(MASTER_KEY) if name == "master" else super().keys(name)


def settings_on(owners: str, **environ: str) -> Settings:
    plain = production_settings(DATABASE_APP_URL=app_url(owners, APP_PASSWORD), **environ)
    return _WithKey.model_validate(plain.model_dump())


async def test_a_published_login_blocks(empty: Database) -> None:
    assert await practices.demo_data(empty) == []
    await make_user(empty, "owner@downtown-medspa.example")
    (finding,) = await practices.demo_data(empty)
    assert finding.severity is Severity.BLOCKS


async def test_a_sample_practice_blocks(empty: Database) -> None:
    await make_clinic(empty, "harbor")
    assert await practices.demo_data(empty) == []
    async with empty.system(SystemScope.SEED) as session:
        await session.sql.execute(text("UPDATE clinics SET sample = true"))
    (finding,) = await practices.demo_data(empty)
    assert "empty" in finding.words


async def test_production_does_not_start_on_a_former_demo_database(owners: str, empty: Database) -> None:
    await make_user(empty, "owner@downtown-medspa.example")
    settings = settings_on(owners)
    with pytest.raises(StartRefused, match=r"Mia does not start:\n- This database holds the demo practice"):
        await refuse_unfit(settings, empty)


async def test_a_demos_key_is_not_what_a_production_on_it_lacks(owners: str, empty: Database) -> None:
    async with empty.clinic(scope_of(await make_clinic(empty, "harbor"))) as session:
        session.seal("Ana Ruiz")
    await make_user(empty, "owner@downtown-medspa.example")
    wrong = production_settings(DATABASE_APP_URL=app_url(owners, APP_PASSWORD))
    with pytest.raises(StartRefused, match=r"- This database holds the demo practice.*\n- MIA_MASTER_KEY"):
        async with connected(wrong, patience_s=0):
            pass


async def test_a_sound_production_starts(owners: str, empty: Database) -> None:
    await make_practice(empty, "harbor")
    async with connected(settings_on(owners), patience_s=0) as database:
        await refuse_unfit(settings_on(owners), database)


async def test_everything_that_blocks_is_told_at_once(owners: str, empty: Database) -> None:
    settings = settings_on(owners, OPENAI_BASE_URL="http://llm.clinic.com/v1", OPENAI_MODEL="m")
    unencrypted = settings.model_copy(update={"database_url": SecretStr("postgresql://owner@db.clinic.com/mia")})
    with pytest.raises(StartRefused) as refused:
        await refuse_unfit(unencrypted, empty)
    assert re.findall(r"^- (\w+)", str(refused.value), re.MULTILINE) == ["DATABASE_URL", "OPENAI_BASE_URL"]


async def test_another_master_key_refuses_the_start_and_enters_no_second_key(owners: str, empty: Database) -> None:
    clinic = await make_clinic(empty, "harbor")
    async with empty.clinic(scope_of(clinic)) as session:
        sealed = session.seal("Ana Ruiz")
    wrong = production_settings(DATABASE_APP_URL=app_url(owners, APP_PASSWORD))
    with pytest.raises(StartRefused, match="MIA_MASTER_KEY is not the key"):
        async with connected(wrong, patience_s=0):
            pass
    assert not opens_data_keys(owners, Keys(b"w" * 32))
    assert opens_data_keys(owners, Keys(MASTER_KEY))
    async with empty.clinic(scope_of(clinic)) as session:
        assert session.unseal(sealed) == "Ana Ruiz"


@pytest.mark.parametrize("of", ["a practice", "a voice organization"])
async def test_one_data_key_that_does_not_open_is_found_among_many(owners: str, empty: Database, of: str) -> None:
    for number in range(12):
        async with empty.clinic(scope_of(await make_clinic(empty, f"harbor-{number}"))):
            pass
    broken = new_id()
    foreign = Database.connect(app_url(owners, APP_PASSWORD), b"x" * 32, empty.clock, pool_size=1)
    tenant = (
        foreign.org(OrgScope(broken, "test"))
        if of == "a voice organization"
        else foreign.clinic(scope_of(await make_clinic(empty, "last")))
    )
    async with tenant:
        pass
    await foreign.close()
    assert not opens_data_keys(owners, Keys(MASTER_KEY))
    with pytest.raises(StartRefused, match=r"MIA_MASTER_KEY does not open 1 of the 13 data keys"):
        async with connected(settings_on(owners), patience_s=0):
            pass


async def test_each_process_ends_with_the_sentence_alone(owners: str, empty: Database) -> None:
    async with empty.clinic(scope_of(await make_clinic(empty, "harbor"))) as session:
        session.seal("Ana Ruiz")
    environ = {name: value for name, value in os.environ.items() if not name.startswith("MIA_")}
    environ |= {**PRODUCTION, "DATABASE_APP_URL": app_url(owners, APP_PASSWORD)}
    processes = [
        await asyncio.create_subprocess_exec(
            sys.executable, "-m", "mia", command, env=environ, stderr=asyncio.subprocess.PIPE
        )
        for command in ("web", "worker", "media")
    ]
    for process in processes:
        _, told = await process.communicate()
        assert process.returncode == 1
        assert told.decode().startswith("Mia does not start:\n- MIA_MASTER_KEY is not the key")
        assert len(told.decode().splitlines()) == 2


async def test_another_signing_key_is_told_as_such(owners: str) -> None:
    settings = production_settings(DATABASE_APP_URL=app_url(owners, "of another signing key"))
    with pytest.raises(StartRefused, match="MIA_SIGNING_KEY"):
        async with connected(settings, patience_s=0):
            pass


async def test_a_database_that_is_away_is_told_without_its_password() -> None:
    settings = production_settings(DATABASE_APP_URL="postgresql://mia_app:planted-pw@127.0.0.1:1/mia")
    with pytest.raises(StartRefused, match="Connection refused") as refused:
        async with connected(settings, patience_s=0):
            pass
    assert "planted-pw" not in str(refused.value)


async def test_a_database_of_a_newer_version_is_left_alone(owners: str, empty: Database) -> None:
    newer = f"{int(NEWEST_REVISION) + 1:04}"
    with psycopg.connect(owners) as connection:
        connection.execute("UPDATE alembic_version SET version_num = %s", [newer])
    with pytest.raises(StartRefused, match=f"revision {newer}"):
        async with connected(settings_on(owners), patience_s=0):
            pass


async def test_practices_say_what_they_lack(empty: Database) -> None:
    (none,) = await practices.catalogues(empty)
    assert "/first-run" in none.words
    await make_practice(empty, "harbor")
    await make_clinic(empty, "bare")
    findings = await practices.catalogues(empty)
    assert [each.words.partition(" yet")[0] for each in findings] == ["bare has no settings"]
    async with empty.system(SystemScope.SEED) as session:
        await session.sql.execute(text("UPDATE clinics SET require_second_factor = true WHERE slug = 'bare'"))
    lenient = await practices.second_factor(empty)
    assert [each.words.partition(" ")[0] for each in lenient] == ["harbor"]


async def test_a_practice_without_rooms_services_and_providers_says_so(empty: Database) -> None:
    practice = await make_practice(empty, "harbor")
    async with empty.clinic(practice.scope) as session:
        for table in ("rooms", "services", "providers"):
            await session.sql.execute(text(f"UPDATE {table} SET status = 'retired'"))
    (finding,) = await practices.catalogues(empty)
    assert "no services and no providers and no rooms" in finding.words


async def test_a_practice_without_a_number_is_told_where_there_is_a_carrier(empty: Database) -> None:
    (none,) = await practices.numbers(production_settings(), empty)
    assert "MIA_TWILIO_ACCOUNT_SID" in none.words
    practice = await make_practice(empty, "harbor")
    carrier = production_settings(MIA_TWILIO_ACCOUNT_SID="AC" + "0" * 32, MIA_TWILIO_AUTH_TOKEN="token")
    assert await practices.numbers(carrier, empty) == []
    async with empty.clinic(practice.scope) as session:
        for mine in await clinics.list_numbers(session):
            await clinics.retire_number(session, mine.number)
    (missing,) = await practices.numbers(carrier, empty)
    assert "mia number add" in missing.words


@pytest.mark.parametrize(
    ("ahead", "found"), [(timedelta(minutes=2), 1), (timedelta(minutes=-2), 1), (timedelta(), 0)]
)
async def test_clocks_that_are_apart_are_told(
    empty: Database, ahead: timedelta, found: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Clock(datetime):
        @classmethod
        def now(cls, tz: object = None) -> datetime:  # type: ignore[override]
            return datetime.now(UTC) + ahead

    monkeypatch.setattr(machine, "datetime", Clock)
    assert len(await machine.clock(empty)) == found


async def test_a_clinic_that_the_public_pages_lead_to_is_there(empty: Database) -> None:
    await make_clinic(empty, "show-practice")
    settings = production_settings(MIA_SITE_CLINIC="show-practice", MIA_HOUSE_CLINIC="nobody")
    (finding,) = await practices.named_clinics(settings, empty)
    assert finding.words.startswith("MIA_HOUSE_CLINIC is nobody")


async def test_the_database_is_looked_at_as_a_whole(empty: Database) -> None:
    await make_practice(empty, "harbor")
    await make_user(empty, "owner@downtown-medspa.example")
    names = [finding.check for finding in await check_database(production_settings(), empty)]
    assert names == ["demo-data", "second-factor", "numbers"]


def test_settings_are_looked_at_as_a_whole() -> None:
    settings = production_settings(MIA_SMTP_URL="smtp://127.0.0.1?starttls=0", MIA_WEB_DIR="/nowhere")
    found = {finding.check for finding in check_settings(settings)}
    assert {"keys", "mail", "web", "backup"} <= found


def test_the_report_reads_as_a_list_and_as_data() -> None:
    findings = [warns("disk", "nearly full " * 20), blocks("keys", "the same")]
    lines = as_text(findings).splitlines()
    assert lines[0].startswith("BLOCKS   keys")
    assert lines[1].startswith("warning  disk")
    assert max(map(len, lines)) <= 100
    assert lines[-1] == "Production does not start (1 problem). 1 warning."
    assert '"fit": false' in as_json(findings)
    assert (as_text([]), is_fit(findings[:1])) == ("Nothing is missing.\n", True)
