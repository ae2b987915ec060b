"""Rows of a backup back into a database: all of them, in one transaction, or none."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg import sql

from mia.platform.backups.dump import Contents, Count, Tally, Unpacked
from mia.platform.backups.errors import BackupError
from mia.platform.backups.tables import SCHEMAS, Connection, Table, list_tables, set_sequences, settle
from mia.platform.db.tenancy import OWNER_ROLE

_REFERENCES = """
SELECT conrelid::regclass::text, conname, pg_get_constraintdef(pg_constraint.oid)
FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
WHERE contype = 'f' AND relowner = %s::regrole
"""

_PROTECTED = "SELECT oid::regclass::text FROM pg_class WHERE relforcerowsecurity AND relowner = %s::regrole"


def load(connection: Connection, unpacked: Unpacked) -> Contents:
    """Fill the tables of a schema that was just made, and compare each with what the backup says.

    Triggers rest meanwhile: what they once wrote is in the backup too. References are checked at the end.
    """
    settle(connection)
    connection.execute(sql.SQL("SET LOCAL ROLE {}").format(sql.Identifier(OWNER_ROLE)))
    tables = {table.label: table for table in list_tables(connection)}
    names = sql.SQL(", ").join(table.identifier for table in tables.values())
    connection.execute(sql.SQL("TRUNCATE {}").format(names))
    with _at_rest(connection, list(tables.values())):
        for section in unpacked.sections():
            if section.table.schema not in SCHEMAS:  # of a job queue of old
                for _ in section.pieces:
                    continue
                continue
            table = tables.get(section.table.label)
            if table is None or set(table.columns) != set(section.table.columns):
                raise BackupError(f"{unpacked.name} does not fit the schema that it names")
            with connection.cursor().copy(section.table.copy_in()) as rows:
                for piece in section.pieces:
                    rows.write(piece)
        contents = unpacked.contents
        assert contents is not None
        for label, table in tables.items():
            if _count(connection, table) != contents.tables.get(label, _NOTHING):
                raise BackupError(f"After loading, {label} differs from the backup")
        set_sequences(connection, contents.sequences)
    return contents


_NOTHING = Tally().count()


def _count(connection: Connection, table: Table) -> Count:
    tally = Tally()
    with connection.cursor().copy(table.copy_out()) as rows:
        for piece in rows:
            tally.add(bytes(piece))
    return tally.count()


@contextmanager
def _at_rest(connection: Connection, tables: list[Table]) -> Iterator[None]:
    """Without references, triggers and row-level security; all of them are back at the end of the block."""
    references = connection.execute(_REFERENCES.encode(), [OWNER_ROLE]).fetchall()
    protected = [name for (name,) in connection.execute(_PROTECTED.encode(), [OWNER_ROLE]).fetchall()]
    for table, name, _ in references:
        _alter(connection, table, sql.SQL("DROP CONSTRAINT {}").format(sql.Identifier(name)))
    for table in protected:
        _alter(connection, table, sql.SQL("NO FORCE ROW LEVEL SECURITY"))
    for each in tables:
        connection.execute(sql.SQL("ALTER TABLE {} DISABLE TRIGGER USER").format(each.identifier))
    yield
    for table, name, definition in references:
        constraint = sql.SQL("ADD CONSTRAINT {} {}").format(sql.Identifier(name), sql.SQL(definition))
        _alter(connection, table, constraint)
    for each in tables:
        connection.execute(sql.SQL("ALTER TABLE {} ENABLE TRIGGER USER").format(each.identifier))
    for table in protected:
        _alter(connection, table, sql.SQL("FORCE ROW LEVEL SECURITY"))


def _alter(connection: psycopg.Connection[tuple[object, ...]], table: str, change: sql.Composable) -> None:
    connection.execute(sql.SQL("ALTER TABLE {} {}").format(sql.SQL(table), change))
