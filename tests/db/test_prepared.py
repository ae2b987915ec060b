"""Prepared statements belong to the session's transaction, and fail as others do."""

import psycopg
import pytest
from sqlalchemy import bindparam, column, func, literal, select, table
from sqlalchemy.exc import OperationalError

from mia.db.prepared import Prepared
from mia.db.session import Database
from mia.kernel.ids import new_id
from mia.kernel.scope import ClinicScope

_KEYS = Prepared(select(column("tenant_id"), literal("kept")).select_from(table("data_keys")))
_BACKEND = Prepared(select(func.pg_backend_pid()))
_SUM = Prepared(select(bindparam("one", type_=None) + literal(2)))


async def test_it_sees_what_the_transaction_may_see(database: Database) -> None:
    one, other = (ClinicScope(clinic_id=new_id(), actor="test") for _ in range(2))
    for scope in (one, other):
        async with database.clinic(scope) as session:
            assert await _KEYS.rows(session.sql, {}) == [(scope.clinic_id, "kept")]


async def test_its_values_are_given_by_name(database: Database) -> None:
    async with database.clinic(ClinicScope(clinic_id=new_id(), actor="test")) as session:
        assert await _SUM.rows(session.sql, {"one": 40}) == [(42,)]


async def test_a_lost_connection_is_told_as_such_and_the_next_transaction_has_another(
    database: Database, database_url: str
) -> None:
    scope = ClinicScope(clinic_id=new_id(), actor="test")
    with pytest.raises(OperationalError):
        async with database.clinic(scope) as session:
            [[lost]] = await _BACKEND.rows(session.sql, {})
            with psycopg.connect(database_url, autocommit=True) as owner:
                owner.execute("SELECT pg_terminate_backend(%s, 5000)", [lost])
            await _BACKEND.rows(session.sql, {})
    async with database.clinic(scope) as session:
        assert await _BACKEND.rows(session.sql, {}) != [(lost,)]
