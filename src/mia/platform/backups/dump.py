"""The content of a database backup: a compressed stream of tables, ending with what it must add up to.

A stream is blocks of ``kind (1 byte) | length (4 bytes, big-endian) | content``: a table (JSON), data as COPY
wrote it, and at the end the summary (JSON) with rows and SHA-256 of each table.
"""

import hashlib
import json
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from psycopg import IsolationLevel, errors, sql

from mia.platform.backups.errors import BackupError
from mia.platform.backups.sealed_file import inflated
from mia.platform.backups.tables import Connection, Table, list_tables, read_sequences, settle
from mia.platform.db.tenancy import BACKUP_ROLE

_TABLE, _DATA, _END = b"T", b"D", b"E"
_HEAD = 5


@dataclass(frozen=True)
class Count:
    """Rows of a table, and the SHA-256 of their text."""

    rows: int
    sha256: str


@dataclass(frozen=True)
class Contents:
    """What a backup holds, by table."""

    tables: dict[str, Count]
    sequences: dict[str, int | None]

    @property
    def rows(self) -> int:
        """Rows of all tables."""
        return sum(count.rows for count in self.tables.values())


class Tally:
    """Counts rows of COPY text, and digests them."""

    def __init__(self) -> None:
        self._rows, self._digest = 0, hashlib.sha256()

    def add(self, data: bytes) -> None:
        """Take note of a piece."""
        self._rows += data.count(b"\n")  # within a value a new line is written as \n
        self._digest.update(data)

    def count(self) -> Count:
        """What it came to."""
        return Count(self._rows, self._digest.hexdigest())


def revision_of(connection: Connection) -> str | None:
    """The schema's revision; None for a database without one."""
    if connection.execute("SELECT to_regclass('public.alembic_version')").fetchone() == (None,):
        return None
    row = connection.execute("SELECT version_num FROM public.alembic_version").fetchone()
    return row[0] if row else None


def open_snapshot(connection: Connection) -> str:
    """Begin to read the database as it is at this moment; returns its revision."""
    connection.isolation_level, connection.read_only = IsolationLevel.REPEATABLE_READ, True
    settle(connection)
    try:
        revision = revision_of(connection)
        connection.execute(sql.SQL("SET LOCAL ROLE {}").format(sql.Identifier(BACKUP_ROLE)))
    except (errors.UndefinedObject, errors.InsufficientPrivilege, errors.InvalidParameterValue):
        revision = None
    if revision is None:
        raise BackupError("The database has not been migrated by this version: run `mia migrate` first")
    return revision


def dump(connection: Connection, write: Callable[[bytes], object]) -> Contents:
    """Write all tables of an open snapshot."""
    packer = zlib.compressobj(level=1)
    tables: dict[str, Count] = {}

    def put(kind: bytes, content: bytes) -> None:
        write(packer.compress(kind + len(content).to_bytes(4, "big") + content))

    for table in list_tables(connection):
        put(_TABLE, _json({"schema": table.schema, "name": table.name, "columns": table.columns}))
        tally = Tally()
        with connection.cursor().copy(table.copy_out()) as rows:
            for piece in rows:
                put(_DATA, data := bytes(piece))
                tally.add(data)
        tables[table.label] = tally.count()
    contents = Contents(tables, read_sequences(connection))
    counts = {name: [count.rows, count.sha256] for name, count in tables.items()}
    put(_END, _json({"tables": counts, "sequences": contents.sequences}))
    write(packer.flush())
    return contents


@dataclass
class Section:
    """One table on its way out of a backup: its rows, in pieces."""

    table: Table
    pieces: Iterator[bytes]


@dataclass
class Unpacked:
    """A backup's stream taken apart: walk :meth:`sections` to their end, then :attr:`contents` is known."""

    frames: Iterable[bytes]
    name: str
    contents: Contents | None = field(default=None, init=False)

    def sections(self) -> Iterator[Section]:
        """Each table. :class:`BackupError` when the tables are not what the end of the backup says they are."""
        blocks = _blocks(self.frames)
        found: dict[str, Count] = {}
        kind, content = next(blocks, (b"", b""))
        while kind == _TABLE:
            told = json.loads(content)
            table, tally = Table(told["schema"], told["name"], tuple(told["columns"])), Tally()
            kind, content = next(blocks, (b"", b""))

            def pieces(tally: Tally = tally) -> Iterator[bytes]:
                nonlocal kind, content
                while kind == _DATA:
                    tally.add(content)
                    yield content
                    kind, content = next(blocks, (b"", b""))

            yield Section(table, rows := pieces())
            for _ in rows:  # what no one asked for is counted anyway
                pass
            found[table.label] = tally.count()
        if kind != _END or next(blocks, None) is not None:
            raise BackupError(f"{self.name} does not end as a backup does")
        self.contents = _contents(json.loads(content))
        if self.contents.tables != found:
            raise BackupError(f"{self.name} does not hold the rows that it says it holds")

    def check(self) -> Contents:
        """Read all of it, and see that it adds up."""
        for _ in self.sections():
            pass
        assert self.contents is not None
        return self.contents


def _contents(told: Any) -> Contents:
    tables = {name: Count(rows, digest) for name, (rows, digest) in told["tables"].items()}
    return Contents(tables, told["sequences"])


def _blocks(frames: Iterable[bytes]) -> Iterator[tuple[bytes, bytes]]:
    waiting = bytearray()
    for piece in inflated(frames):
        waiting += piece
        at = 0
        while len(waiting) - at >= _HEAD:
            end = at + _HEAD + int.from_bytes(waiting[at + 1 : at + _HEAD], "big")
            if len(waiting) < end:
                break
            yield bytes(waiting[at : at + 1]), bytes(waiting[at + _HEAD : end])
            at = end
        del waiting[:at]


def _json(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()
