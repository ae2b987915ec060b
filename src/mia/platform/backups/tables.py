"""What a backup takes from the database: every table of ours, as PostgreSQL's COPY writes it.

Text instead of PostgreSQL's own files, so that a backup of the embedded database can be restored into another
server and the other way around. The schema is not part of it: the migrations make it, at the revision on record.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg import sql

SCHEMAS = ("public",)

_STEADY = (
    "SET LOCAL statement_timeout = 0",
    "SET LOCAL lock_timeout = 0",
    "SET LOCAL idle_in_transaction_session_timeout = 0",
    "SET LOCAL client_encoding = 'UTF8'",
    "SET LOCAL TimeZone = 'UTC'",
    "SET LOCAL DateStyle = 'ISO, YMD'",
    "SET LOCAL IntervalStyle = 'postgres'",
    "SET LOCAL extra_float_digits = 3",
    "SET LOCAL bytea_output = 'hex'",
)
"""The same text for the same value on every server, as pg_dump does it."""

_TABLES = """
SELECT namespace.nspname, class.relname, array_agg(attribute.attname ORDER BY attribute.attnum)
FROM pg_class AS class
JOIN pg_namespace AS namespace ON namespace.oid = class.relnamespace
JOIN pg_attribute AS attribute ON attribute.attrelid = class.oid
WHERE class.relkind = 'r' AND namespace.nspname = ANY (%s) AND class.relname <> 'alembic_version'
  AND attribute.attnum > 0 AND NOT attribute.attisdropped AND attribute.attgenerated = ''
GROUP BY 1, 2
ORDER BY 1, 2
"""

_SEQUENCES = """
SELECT schemaname || '.' || sequencename, last_value FROM pg_sequences WHERE schemaname = ANY (%s) ORDER BY 1
"""

Connection = psycopg.Connection[tuple[Any, ...]]


@dataclass(frozen=True)
class Table:
    """A table, and the columns that COPY writes."""

    schema: str
    name: str
    columns: tuple[str, ...]

    @property
    def label(self) -> str:
        """How a backup calls it."""
        return f"{self.schema}.{self.name}"

    @property
    def identifier(self) -> sql.Identifier:
        """For a statement."""
        return sql.Identifier(self.schema, self.name)

    def copy_out(self) -> sql.Composed:
        """The statement that reads all its rows."""
        return sql.SQL("COPY {} ({}) TO STDOUT").format(self.identifier, self._columns)

    def copy_in(self) -> sql.Composed:
        """The statement that takes rows."""
        return sql.SQL("COPY {} ({}) FROM STDIN").format(self.identifier, self._columns)

    @property
    def _columns(self) -> sql.Composed:
        return sql.SQL(", ").join(map(sql.Identifier, self.columns))


def settle(connection: Connection) -> None:
    """Have this transaction write values as a backup does, and wait for as long as it takes."""
    for command in _STEADY:
        connection.execute(command.encode())


def list_tables(connection: Connection) -> list[Table]:
    """All tables of ours but the one that holds the revision."""
    rows = connection.execute(_TABLES.encode(), [list(SCHEMAS)]).fetchall()
    return [Table(schema, name, tuple(columns)) for schema, name, columns in rows]


def read_sequences(connection: Connection) -> dict[str, int | None]:
    """The last value each sequence gave out; None for one never asked."""
    return dict(connection.execute(_SEQUENCES.encode(), [list(SCHEMAS)]).fetchall())


def set_sequences(connection: Connection, values: Mapping[str, int | None]) -> None:
    """Have each sequence go on where it stood."""
    for name, value in values.items():
        schema, _, sequence = name.partition(".")
        if schema not in SCHEMAS:
            continue
        regclass = sql.Literal(sql.Identifier(schema, sequence).as_string(connection))
        if value is not None:
            connection.execute(sql.SQL("SELECT setval({}::regclass, {})").format(regclass, sql.Literal(value)))
