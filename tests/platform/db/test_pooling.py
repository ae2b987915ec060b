"""Connections that the server closed while they rested are replaced before anyone notices."""

import psycopg
import pytest
from sqlalchemy import text

from mia.platform.db import pooling
from mia.platform.db.session import Database
from mia.platform.kernel.scope import SystemScope

_BACKEND = text("SELECT pg_backend_pid()")


async def backend(database: Database) -> int:
    async with database.system(SystemScope.CRON) as session:
        pid: int = (await session.sql.scalars(_BACKEND)).one()
        return pid


async def test_a_connection_lost_at_rest_is_replaced(
    database: Database, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pooling, "_REST_S", 0.0)
    lost = await backend(database)
    with psycopg.connect(database_url, autocommit=True) as owner:
        owner.execute("SELECT pg_terminate_backend(%s, 5000)", [lost])
    assert await backend(database) != lost


async def test_a_connection_used_a_moment_ago_is_used_again(database: Database) -> None:
    assert await backend(database) == await backend(database)
