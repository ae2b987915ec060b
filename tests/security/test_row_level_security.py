"""The second wall: whatever SQL is run, a tenant's rows are seen and written by that tenant alone.

The tables are found in the database itself, so that a new one cannot be forgotten. Each gets one row of
made-up values from the superuser, for whom no wall stands.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID, uuid4

import psycopg
import pytest
from psycopg import errors, sql

from mia.platform.db.migrate import app_url
from mia.platform.kernel.scope import SystemScope
from migrations.models import metadata
from tests.conftest import APP_PASSWORD

WITHOUT_TENANT = {"alembic_version"}
"""Tables without row-level security, and why: the revision of the schema is no one's data."""

TENANT_COLUMNS = ("clinic_id", "org_id", "tenant_id")

TENANTS_THEMSELVES = {"clinics", "voice_orgs"}
"""Tables whose own id is the tenant's."""

VALUES = {
    "uuid": "gen_random_uuid()",
    "text": "'x'",
    "varchar": "'x'",
    "bytea": "'\\x00'",
    "bool": "false",
    "int2": "1",
    "int4": "1",
    "int8": "1",
    "float4": "1",
    "float8": "1",
    "numeric": "1",
    "date": "'2026-01-05'",
    "time": "'09:00'",
    "timestamptz": "now()",
    "jsonb": "'{}'",
    "json": "'{}'",
    "tstzrange": "tstzrange(now(), now() + interval '1 hour')",
    "int4range": "int4range(1, 2)",
}


@dataclass(frozen=True)
class Table:
    """A table with one row of ``tenant``; ``column`` is None where no tenant stands in it."""

    name: str
    column: str | None
    tenant: UUID


@dataclass(frozen=True)
class World:
    tables: list[Table]
    owner: psycopg.Connection
    app: psycopg.Connection

    def count(self, table: Table, *, tenant: UUID | None = None, system: str = "") -> int:
        """Rows of a table that the app's role sees with these settings."""
        with self.app.transaction():
            self.app.execute("SELECT set_config('mia.tenant', %s, true)", (str(tenant or ""),))
            self.app.execute("SELECT set_config('mia.system', %s, true)", (system,))
            query = sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(table.name))
            row = self.app.execute(query).fetchone()
            assert row is not None
            return int(row[0])


@pytest.fixture(scope="module")
def world(database_url: str) -> Iterator[World]:
    with (
        psycopg.connect(database_url, autocommit=True) as owner,
        psycopg.connect(app_url(database_url, APP_PASSWORD), autocommit=True) as app,
    ):
        names = owner.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1").fetchall()
        owner.execute("SET session_replication_role = replica")  # neither triggers nor foreign keys
        tables = [_fill(owner, name) for (name,) in names if name not in WITHOUT_TENANT]
        yield World(tables, owner, app)


def _fill(owner: psycopg.Connection, name: str) -> Table:
    checks = owner.execute(
        "SELECT conname FROM pg_constraint WHERE conrelid = %s::regclass AND contype IN ('c', 'x')", (name,)
    ).fetchall()
    for (check,) in checks:
        owner.execute(
            sql.SQL("ALTER TABLE {} DROP CONSTRAINT {}").format(sql.Identifier(name), sql.Identifier(check))
        )
    columns = owner.execute(
        "SELECT column_name, udt_name FROM information_schema.columns WHERE table_schema = 'public' "
        "AND table_name = %s AND is_nullable = 'NO' AND is_generated = 'NEVER' AND is_identity = 'NO'",
        (name,),
    ).fetchall()
    have = {column for column, _ in columns}
    tenant = uuid4()
    known = ("id",) if name in TENANTS_THEMSELVES else TENANT_COLUMNS
    column = next((each for each in known if each in have), None)
    values = [
        sql.Literal(tenant) if each == column else sql.SQL(VALUES.get(kind, "'{}'")) for each, kind in columns
    ]
    owner.execute(
        sql.SQL("INSERT INTO {} ({}) VALUES ({})").format(
            sql.Identifier(name),
            sql.SQL(", ").join(sql.Identifier(each) for each, _ in columns),
            sql.SQL(", ").join(values),
        )
    )
    return Table(name, column, tenant)


def test_every_table_of_the_models_is_looked_at(world: World) -> None:
    assert set(metadata.tables) == {table.name for table in world.tables}


def test_every_table_forces_row_level_security_by_a_policy(world: World) -> None:
    rows = world.owner.execute(
        "SELECT c.relname, c.relrowsecurity AND c.relforcerowsecurity, "
        "EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid) "
        "FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')"
    ).fetchall()
    open_tables = {name for name, forced, policy in rows if not (forced and policy)}
    assert open_tables == WITHOUT_TENANT


def test_without_a_tenant_no_table_shows_a_row(world: World) -> None:
    assert {table.name: world.count(table) for table in world.tables if world.count(table)} == {}


def test_an_invented_system_scope_opens_nothing(world: World) -> None:
    for system in ("root", "LOGIN", "login ", "%"):
        assert [table.name for table in world.tables if world.count(table, system=system)] == []


def test_each_tenant_sees_its_own_row_and_no_other(world: World) -> None:
    stranger = uuid4()
    for table in world.tables:
        if table.column is not None:
            assert world.count(table, tenant=table.tenant) == 1, table.name
        assert world.count(table, tenant=stranger) == 0, table.name


def test_tables_without_tenant_column_are_open_to_system_work_only(world: World) -> None:
    for table in world.tables:
        if table.column is None:
            assert world.count(table, tenant=table.tenant) == 0, table.name
            assert any(world.count(table, system=scope.value) for scope in SystemScope), table.name


def test_a_row_cannot_be_moved_to_another_tenant(world: World) -> None:
    for table in world.tables:
        if table.column is None:
            continue
        statement = sql.SQL("UPDATE {} SET {} = %s").format(
            sql.Identifier(table.name), sql.Identifier(table.column)
        )
        with pytest.raises(errors.InsufficientPrivilege), world.app.transaction():
            world.app.execute("SELECT set_config('mia.tenant', %s, true)", (str(table.tenant),))
            world.app.execute(statement, (uuid4(),))


def test_a_copied_row_cannot_be_written_for_another_tenant(world: World) -> None:
    for table in world.tables:
        if table.column is None:
            continue
        name = sql.Identifier(table.name)
        copy = sql.SQL(
            "INSERT INTO {0} SELECT (jsonb_populate_record(t, jsonb_build_object({1}, %s::uuid))).* FROM {0} t"
        ).format(name, sql.Literal(table.column))
        with pytest.raises((errors.InsufficientPrivilege, errors.GeneratedAlways)), world.app.transaction():
            world.app.execute("SELECT set_config('mia.tenant', %s, true)", (str(table.tenant),))
            world.app.execute(copy, (uuid4(),))


def test_a_setting_ends_with_its_transaction(world: World) -> None:
    table = next(table for table in world.tables if table.column is not None)
    assert world.count(table, tenant=table.tenant) == 1
    query = sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(table.name))
    assert world.app.execute(query).fetchone() == (0,)
