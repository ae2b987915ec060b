"""A piece of a file: its rows, what they say, and what is wrong with them."""

import asyncio
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from mia.clinic.practice import service as practices
from mia.clinic.records.transfers import bad_rows, queries, treatment_names
from mia.clinic.records.transfers.fields import DateOrder, Field
from mia.clinic.records.transfers.lines import Fault, Line, Reader
from mia.clinic.records.transfers.models import ImportRow
from mia.clinic.records.transfers.reading import PIECE_ROWS, Row, unpack
from mia.clinic.schedule import service as schedule
from mia.platform.db.session import ClinicSession

_MOST_FAULTS = 5000
"""Faults that are kept; all are counted."""


async def read_lines(
    session: ClinicSession, row: ImportRow, cells: Sequence[Row], *, counting: bool = False
) -> tuple[list[Line], Counter[str]]:
    """The lines of a piece that can come in, and how many cannot; what is wrong is noted, and
    (``counting``) which treatments are unknown."""
    reader = await _reader(session, row)
    names = reader.treatments(cells)
    meant = await treatment_names.meanings(session, row.id, names, reader.services)
    reader = replace(reader, meanings=meant)
    if counting:
        await treatment_names.count(session, row.id, names, meant)
    first = row.position * PIECE_ROWS + 2  # line 1 is the header
    # In a thread: others of this process go on meanwhile.
    read = await asyncio.to_thread(lambda: [reader.read(row_cells) for row_cells in cells])
    lines = [line for line, _ in read if line is not None]
    counts = Counter(
        refused=len(read) - len(lines), warned=sum(line is not None and bool(faults) for line, faults in read)
    )
    wrong = [_fault(row, first + index, fault) for index, (_, faults) in enumerate(read) for fault in faults]
    if wrong:
        packed = bad_rows.pack(first, cells, [faults for _, faults in read])
        sealed = session.key.seal_bytes(packed, place(row, row.position))
        await queries.add_bad_rows(session, row.id, row.position, sealed)
    so_far = row.counts.get("refused", 0) + row.counts.get("warned", 0)
    await queries.add_faults(session, wrong[: max(0, _MOST_FAULTS - so_far)])
    return lines, counts


async def _reader(session: ClinicSession, row: ImportRow) -> Reader:
    practice = await practices.get_practice(session)
    assert row.columns_sealed is not None, "the file was read"
    return Reader(
        mapping={int(index): Field(what) for index, what in row.mapping.items()},
        columns=len(json.loads(session.unseal(row.columns_sealed))),
        order=DateOrder(row.date_order),
        services=treatment_names.by_name(await schedule.list_services(session, every=True)),
        zone=practice.zone,
        today=session.now().astimezone(practice.zone).date(),
    )


async def piece_of(session: ClinicSession, row: ImportRow) -> list[Row] | None:
    """The rows to work on; None when there are no more."""
    if row.position >= row.pieces:
        return None
    sealed = await queries.find_piece(session, row.id, row.position)
    assert sealed is not None, "a piece stays until the import is done"
    return unpack(session.key.unseal_bytes(sealed, place(row, row.position)))


def place(row: ImportRow, number: int) -> bytes:
    return row.id.bytes + number.to_bytes(4, "big")


def _fault(row: ImportRow, line: int, fault: Fault) -> dict[str, object]:
    told = {"field": str(fault.field), "reason": fault.reason, "refused": fault.refused}
    return {"import_id": row.id, "line": line, **told}


def step_on(row: ImportRow, counts: Mapping[str, int]) -> dict[str, object]:
    total = Counter(row.counts)
    total.update(counts)
    return {"position": row.position + 1, "counts": dict(total)}
