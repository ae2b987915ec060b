"""Where sealed values are, found in the database itself, and how they are sealed again.

Batches lock few rows, for milliseconds, and skip those that someone else holds, so that no one waits for long and
no two wait for each other. A table is walked by its pages: rows that are written behind the walk have the new key.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from psycopg import sql

from mia.app.keys.owner import Connection, owning
from mia.platform.backups.tables import SCHEMAS
from mia.platform.db.encryption import Keyring

_PAGES = 64
"""Pages (8 kB) of a table that one batch looks at."""

TENANT_COLUMNS = ("clinic_id", "org_id", "tenant_id")

_COLUMNS = """
SELECT namespace.nspname, class.relname,
    array_agg(attribute.attname ORDER BY attribute.attnum)
        FILTER (WHERE attribute.attname LIKE '%%\\_sealed' AND attribute.atttypid = 'bytea'::regtype),
    (array_agg(attribute.attname) FILTER (WHERE attribute.attname = ANY (%s)))[1]
FROM pg_class AS class
JOIN pg_namespace AS namespace ON namespace.oid = class.relnamespace
JOIN pg_attribute AS attribute ON attribute.attrelid = class.oid
WHERE class.relkind = 'r' AND namespace.nspname = ANY (%s) AND attribute.attnum > 0 AND NOT attribute.attisdropped
GROUP BY 1, 2
HAVING bool_or(attribute.attname LIKE '%%\\_sealed')
ORDER BY 1, 2
"""

Place = Callable[[Mapping[str, Any]], bytes]


def _numbered(owner: str, number: str) -> tuple[tuple[str, str], Place]:
    return (owner, number), lambda row: row[owner].bytes + row[number].to_bytes(4, "big")


PLACES: dict[tuple[str, str], tuple[Sequence[str], Place]] = {
    ("call_recordings", "piece_sealed"): _numbered("conversation_id", "position"),
    ("voice_recording_pieces", "piece_sealed"): _numbered("call_id", "position"),
    ("voice_video_pieces", "piece_sealed"): (
        ("call_id", "position"),
        lambda row: b"video" + row["call_id"].bytes + row["position"].to_bytes(4, "big"),
    ),
    ("voice_objects", "content_sealed"): (("id",), lambda row: row["id"].bytes),
    ("voice_passages", "vectors_sealed"): (("id",), lambda row: row["id"].bytes),
    ("patient_import_pieces", "rows_sealed"): _numbered("import_id", "number"),
    ("patient_import_parts", "content_sealed"): (("import_id",), lambda row: row["import_id"].bytes),
}
"""Values that are bound to their place, the columns that say which, and how. One that is missing here does not
open: a rotation stops at it, with the old key in place."""

_NOWHERE: tuple[Sequence[str], Place] = ((), lambda _: b"")


def place_of(table: str, column: str, row: Mapping[str, Any]) -> bytes:
    """What a value is bound to beside its tenant; nothing, for most."""
    return PLACES.get((table, column), _NOWHERE)[1](row)


@dataclass(frozen=True)
class SealedTable:
    """A table with sealed columns. Without a tenant's column its values are the platform's."""

    schema: str
    name: str
    columns: tuple[str, ...]
    tenant: str | None

    def reseal(self, owner_url: str, tenant_id: UUID, ring: Keyring, old: Sequence[bytes]) -> "Resealed":
        """Seal every value of an old key (by the bytes of its id) with the current one."""
        with owning(owner_url, tenant_id if self.tenant else None) as connection:
            held = self._count(connection, tenant_id, old)
        if not held:
            return Resealed(0, 0)
        done, page, pages = 0, 0, 1
        while page < pages:
            with owning(owner_url, tenant_id if self.tenant else None) as connection:
                rows = self._take(connection, tenant_id, old, page)
                self._write(connection, ring, rows)
                done += len(rows)
                pages = self._pages(connection)
            page += _PAGES
        with owning(owner_url, tenant_id if self.tenant else None) as connection:
            return Resealed(done, self._count(connection, tenant_id, old))

    def _count(self, connection: Connection, tenant_id: UUID, old: Sequence[bytes]) -> int:
        query = sql.SQL("SELECT count(*) FROM {} WHERE {}").format(self._identifier, self._is_old())
        row = connection.execute(query, self._values(tenant_id, old)).fetchone()
        assert row is not None
        return int(row[0])

    def _take(
        self, connection: Connection, tenant_id: UUID, old: Sequence[bytes], page: int
    ) -> list[tuple[Any, ...]]:
        query = sql.SQL(
            "SELECT ctid::text, {} FROM {} WHERE ctid >= {} AND ctid < {} AND {} FOR UPDATE SKIP LOCKED"
        ).format(
            sql.SQL(", ").join(map(sql.Identifier, self._read)),
            self._identifier,
            sql.Literal(f"({page},0)"),
            sql.Literal(f"({page + _PAGES},0)"),
            self._is_old(),
        )
        return connection.execute(query, self._values(tenant_id, old)).fetchall()

    def _write(self, connection: Connection, ring: Keyring, rows: Sequence[tuple[Any, ...]]) -> None:
        if not rows:
            return
        fresh: list[list[bytes | None]] = [[] for _ in self.columns]
        for _, *values in rows:
            row = dict(zip(self._read, values, strict=True))
            for index, column in enumerate(self.columns):
                fresh[index].append(self._anew(ring, column, row))
        changes = sql.SQL(", ").join(
            sql.SQL("{0} = fresh.{0}").format(sql.Identifier(column)) for column in self.columns
        )
        statement = sql.SQL(
            "UPDATE {} AS target SET {} FROM unnest(%s::text[]::tid[], {}) AS fresh (place, {}) "
            "WHERE target.ctid = fresh.place"
        ).format(
            self._identifier,
            changes,
            sql.SQL(", ").join([sql.SQL("%s::bytea[]")] * len(self.columns)),
            sql.SQL(", ").join(map(sql.Identifier, self.columns)),
        )
        connection.execute(statement, [[row[0] for row in rows], *fresh])

    def _anew(self, ring: Keyring, column: str, row: Mapping[str, Any]) -> bytes | None:
        value: bytes | None = row[column]
        if value is None or value[1:17] == ring.id.bytes:
            return value
        place = place_of(self.name, column, row)
        return ring.seal_bytes(ring.unseal_bytes(value, place), place)

    @property
    def _read(self) -> list[str]:
        """The sealed columns, and those that say where a value is."""
        places = [name for column in self.columns for name in PLACES.get((self.name, column), _NOWHERE)[0]]
        return list(dict.fromkeys((*self.columns, *places)))

    def _pages(self, connection: Connection) -> int:
        query = sql.SQL("SELECT pg_relation_size({}::regclass) / current_setting('block_size')::int").format(
            sql.Literal(self._identifier.as_string(connection))
        )
        row = connection.execute(query).fetchone()
        assert row is not None
        return int(row[0])

    def _is_old(self) -> sql.Composable:
        any_old = sql.SQL(" OR ").join(
            sql.SQL("substr({}, 2, 16) = ANY (%(old)s)").format(sql.Identifier(column)) for column in self.columns
        )
        if self.tenant is None:
            return sql.SQL("({})").format(any_old)
        return sql.SQL("{} = %(tenant)s AND ({})").format(sql.Identifier(self.tenant), any_old)

    @staticmethod
    def _values(tenant_id: UUID, old: Sequence[bytes]) -> dict[str, object]:
        return {"tenant": tenant_id, "old": list(old)}

    @property
    def _identifier(self) -> sql.Identifier:
        return sql.Identifier(self.schema, self.name)


@dataclass(frozen=True)
class Resealed:
    """Rows sealed again, and rows that still hold an old key: someone had them at that moment."""

    rows: int
    left: int


def list_sealed_tables(connection: Connection) -> list[SealedTable]:
    """Every table with sealed columns."""
    found = connection.execute(_COLUMNS.encode(), [list(TENANT_COLUMNS), list(SCHEMAS)]).fetchall()
    return [SealedTable(schema, name, tuple(columns), tenant) for schema, name, columns, tenant in found]
