"""Rows with which something is wrong, given back as a file of the same columns, to be mended and imported again."""

import json
import zlib
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from uuid import UUID

from mia.clinic.records.transfers import queries
from mia.clinic.records.transfers.lines import Fault
from mia.clinic.records.transfers.reading import Row
from mia.clinic.records.transfers.reasons import words_of
from mia.platform.db.session import Database
from mia.platform.kernel.scope import ClinicScope
from mia.platform.kernel.spreadsheet import csv_lines, unguarded

WHY = "Mia: what to mend"
"""The heading of the last column. No import takes it for anything, and a file that has it gets no second one."""


class Which(StrEnum):
    """Rows that were left out, or rows that came in without something."""

    LEFT_OUT = "left_out"
    PARTIAL = "partial"


@dataclass(frozen=True)
class BadRow:
    """A row of the file, by its line, and what is wrong with it."""

    line: int
    cells: Row = field(repr=False)
    refused: bool
    reasons: tuple[str, ...]


def pack(first: int, cells: Sequence[Row], faults: Sequence[Sequence[Fault]]) -> bytes:
    """The rows of a piece, which begins at a line, that have faults, in little space."""
    bad = [
        [first + index, row, any(one.refused for one in wrong), [[one.field, one.reason] for one in wrong]]
        for index, (row, wrong) in enumerate(zip(cells, faults, strict=True))
        if wrong
    ]
    return zlib.compress(json.dumps(bad, ensure_ascii=False).encode())


def unpack(packed: bytes) -> list[BadRow]:
    """What :func:`pack` made."""
    return [
        BadRow(line, cells, refused, tuple(words_of(*reason) for reason in reasons))
        for line, cells, refused, reasons in json.loads(zlib.decompress(packed))
    ]


async def bad_rows_file(
    database: Database, scope: ClinicScope, import_id: UUID, columns: Sequence[str], which: Which
) -> AsyncIterator[str]:
    """The bad rows of an import as CSV (RFC 4180), piece by piece. No cell is taken for a formula."""
    width = len(columns) - (columns[-1] == WHY)
    yield csv_lines([[*columns[:width], WHY]])
    number = -1
    while True:
        async with database.clinic(scope) as session:
            found = await queries.next_bad_rows(session, import_id, number)
            if found is None:
                return
            number, sealed = found
            packed = session.key.unseal_bytes(sealed, import_id.bytes + number.to_bytes(4, "big"))
        rows = [row for row in unpack(packed) if row.refused is (which is Which.LEFT_OUT)]
        yield csv_lines([_mendable(row, width, len(columns)) for row in rows])


def _mendable(row: BadRow, width: int, columns: int) -> list[str]:
    """The cells under their headings, and the reasons; cells that had no heading stand behind."""
    cells = [unguarded(cell) for cell in row.cells]
    padded = [*cells[:width], *[""] * (width - len(cells))]
    return [*padded, "; ".join(row.reasons), *cells[columns:]]
