"""The two walls around a clinic's data: the session's scope and row-level security."""

from dataclasses import dataclass
from typing import cast

import psycopg
import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from mia.platform.audit import service as audit
from mia.platform.db.encryption import SealBroken
from mia.platform.db.session import Database
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import ClinicScope, SystemScope


@dataclass(frozen=True)
class Count:
    """What is asked by a call."""

    rows: int


def scope() -> ClinicScope:
    return ClinicScope(clinic_id=new_id(), actor="test")


async def test_sealed_text_opens_again_in_a_later_session(database: Database) -> None:
    clinic = scope()
    async with database.clinic(clinic) as session:
        sealed = session.seal("Ana Ruiz")
    assert b"Ana" not in sealed
    async with database.clinic(clinic) as session:
        assert session.unseal(sealed) == "Ana Ruiz"


async def test_sealed_text_of_one_clinic_does_not_open_in_another(database: Database) -> None:
    async with database.clinic(scope()) as session:
        sealed = session.seal("Ana Ruiz")
    async with database.clinic(scope()) as session:
        with pytest.raises(SealBroken):
            session.unseal(sealed)


async def test_blind_index_is_stable_in_a_clinic_and_differs_between_clinics(database: Database) -> None:
    clinic = scope()
    async with database.clinic(clinic) as session:
        first = session.blind("+13055550142")
    async with database.clinic(clinic) as session:
        assert session.blind("+13055550142") == first
    async with database.clinic(scope()) as session:
        assert session.blind("+13055550142") != first


async def test_without_a_tenant_no_row_is_seen(database: Database) -> None:
    async with database.clinic(scope()) as session:
        count = await session.sql.scalar(text("SELECT count(*) FROM data_keys"))
        assert count == 1
    async with database.system(SystemScope.CRON) as system:
        assert await system.sql.scalar(text("SELECT count(*) FROM data_keys")) == 0


async def test_the_app_role_owns_nothing(database: Database) -> None:
    async with database.system(SystemScope.CRON) as system:
        owned = await system.sql.scalar(
            text("SELECT count(*) FROM pg_class WHERE pg_get_userbyid(relowner) = current_user")
        )
        role = (
            await system.sql.execute(
                text("SELECT rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user")
            )
        ).one()
    assert owned == 0
    assert tuple(role) == (False, False)


async def test_an_accounts_transaction_sees_people_and_one_clinics_rows(database: Database) -> None:
    first, second = scope(), scope()
    async with database.system(SystemScope.LOGIN) as system:
        insert = text("INSERT INTO users (id, email, name, password_hash) VALUES (:id, :email, 'Ana', 'x')")
        await system.sql.execute(insert, {"id": new_id(), "email": f"{new_id().hex}@harbor.example"})
    for each in (first, second):
        async with database.clinic(each) as session:
            assert await session.sql.scalar(text("SELECT count(*) FROM users")) == 0
    async with database.accounts(first) as session:
        assert int(await session.sql.scalar(text("SELECT count(*) FROM users")) or 0) >= 1
        keys = (await session.sql.scalars(text("SELECT tenant_id FROM data_keys"))).all()
        assert keys == [first.clinic_id]
        assert session.unseal(session.seal("Ana Ruiz")) == "Ana Ruiz"


async def test_outside_of_a_scope_no_row_is_seen(database: Database) -> None:
    async with database.clinic(scope()) as session:  # makes the clinic's data key
        assert await session.sql.scalar(text("SELECT count(*) FROM data_keys")) == 1
    assert await database.call(Count, "SELECT count(*) AS rows FROM data_keys", {}) == Count(0)


async def test_a_call_that_answers_nothing_is_none(database: Database) -> None:
    assert await database.call(Count, "SELECT 1 AS rows WHERE %(wanted)s", {"wanted": False}) is None


async def test_a_call_on_a_lost_connection_says_so_and_the_next_has_a_new_one(
    database: Database, database_url: str
) -> None:
    async with database.system(SystemScope.CRON) as session:
        lost = await session.sql.scalar(text("SELECT pg_backend_pid()"))
    with psycopg.connect(database_url, autocommit=True) as owner:
        owner.execute("SELECT pg_terminate_backend(%s, 5000)", [lost])
    with pytest.raises(OperationalError):
        await database.call(Count, "SELECT 1 AS rows", {})
    assert await database.call(Count, "SELECT 1 AS rows", {}) == Count(1)


async def test_a_savepoint_does_not_begin_anew(database: Database) -> None:
    notices: list[str | None] = []
    async with database.clinic(scope()) as session:
        raw = await (await session.sql.connection()).get_raw_connection()
        driver = cast(psycopg.AsyncConnection, raw.driver_connection)
        driver.add_notice_handler(lambda notice: notices.append(notice.message_primary))
        async with session.sql.begin_nested():
            assert await session.sql.scalar(text("SELECT 1")) == 1
    assert notices == []


async def test_what_fails_takes_the_whole_transaction_back(database: Database) -> None:
    clinic = scope()
    with pytest.raises(ZeroDivisionError):
        async with database.clinic(clinic) as session:
            await audit.record(session, "patient.read", "patient")
            raise ZeroDivisionError
    async with database.clinic(clinic) as session:
        assert await session.sql.scalar(text("SELECT count(*) FROM audit_entries")) == 0
