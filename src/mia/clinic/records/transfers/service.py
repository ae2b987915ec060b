"""Bringing patients in from a file, step by step: upload, read, map the columns, check, import, undo.

The file comes in parts of half a megabyte, so that an upload can be resumed and no request is large. What takes
time is done by the worker a piece at a time, each in a transaction of its own that also notes how far it came:
others work on meanwhile, and a worker that dies is followed by one that goes on.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from uuid import UUID

from mia.clinic.consent.service import Basis
from mia.clinic.records.transfers import fields, name_queries, queries, treatment_names, updating
from mia.clinic.records.transfers.fields import DateOrder, Field
from mia.clinic.records.transfers.models import BadRowsRow, FaultRow, ImportRow, SeenRow
from mia.clinic.records.transfers.reading import Column
from mia.clinic.records.transfers.reasons import words_of
from mia.clinic.records.transfers.treatment_names import UnknownName
from mia.clinic.records.transfers.updating import Example
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.jobs import service as jobs
from mia.platform.kernel.errors import Conflict, Invalid, NotFound
from mia.platform.kernel.ids import new_id
from mia.platform.realtime import service as realtime

STEP = "patient_import.step"
"""The event by which the worker takes the next step: ``import_id``."""
PART_BYTES = 512 * 1024
MOST_BYTES = 64 * 1024 * 1024
MOST_PARTS = MOST_BYTES // PART_BYTES
_SHOWN = 50


class ImportState(StrEnum):
    """Where an import stands. Those that end in -ing are the worker's, ``uploading`` the browser's."""

    UPLOADING = "uploading"
    READING = "reading"
    READ = "read"
    CHECKING = "checking"
    CHECKED = "checked"
    IMPORTING = "importing"
    DONE = "done"
    UNDOING = "undoing"
    UNDONE = "undone"
    FAILED = "failed"


UNFINISHED = (ImportState.UPLOADING, ImportState.READ, ImportState.CHECKED, ImportState.FAILED)
"""States in which nothing has been imported and nothing is under way."""
_LOOKED_AT = (ImportState.CHECKED, ImportState.DONE, ImportState.UNDONE)
UNDO_FOR = timedelta(days=30)


@dataclass(frozen=True)
class PatientImport:
    """An import. ``counts`` by kind: ``new``, ``known``, ``repeated``, ``visits``, ``refused``, ``warned``,
    ``opted_out``, ``agreed``, ``declined`` and ``stands`` (:mod:`consents`) are rows, ``matched`` and ``updated``
    people on record; of an undo ``removed``, ``restored``, ``kept``. ``done`` of ``pieces``."""

    id: UUID
    created_at: datetime
    file_name: str = field(repr=False)
    size: int
    parts: int
    state: ImportState
    failure: str | None
    columns: tuple[Column, ...]
    rows: int
    mapping: Mapping[int, Field]
    date_order: DateOrder
    consent_basis: Basis
    counts: Mapping[str, int]
    done: int
    pieces: int


@dataclass(frozen=True)
class RowFault:
    """What is wrong with a line of the file."""

    line: int
    field: str
    reason: str
    refused: bool

    @property
    def words(self) -> str:
        """The same for people."""
        return words_of(self.field, self.reason)


async def begin(session: ClinicSession, file_name: str, size: int) -> PatientImport:
    """Announce a file of ``size`` bytes; :class:`Invalid` (field ``size``) when it is empty or above 64 MB."""
    if not 0 < size <= MOST_BYTES:
        raise Invalid("The file is empty or too large", fields={"size": "Between 1 byte and 64 MB"})
    import_id = new_id()
    values = {
        "id": import_id,
        "made_by": session.scope.actor,
        "file_name_sealed": session.seal(file_name),
        "size": size,
        "parts": -(-size // PART_BYTES),
        "state": ImportState.UPLOADING.value,
        "changed_at": session.now(),
    }
    await queries.add_import(session, values)
    await audit.record(session, "patient_import.begin", "patient_import", [import_id])
    return await get_import(session, import_id)


async def get_import(session: ClinicSession, import_id: UUID) -> PatientImport:
    """One import; :class:`NotFound` when the clinic has no such."""
    return opened(session, await _row(session, import_id))


async def list_imports(session: ClinicSession) -> list[PatientImport]:
    """The latest imports, the newest first."""
    return [opened(session, row) for row in await queries.list_imports(session, _SHOWN)]


async def save_part(session: ClinicSession, import_id: UUID, number: int, content: bytes) -> None:
    """Keep a part of the file (from 0); sending it again replaces it. :class:`Invalid` for a part of the wrong
    length, :class:`Conflict` once the file is being read."""
    row = await _in_state(session, import_id, ImportState.UPLOADING)
    last = number == row.parts - 1
    expected = row.size - PART_BYTES * (row.parts - 1) if last else PART_BYTES
    if not 0 <= number < row.parts or len(content) != expected:
        raise Invalid("This part does not fit the file", fields={"number": f"Parts have {PART_BYTES} bytes"})
    sealed = session.key.seal_bytes(content, import_id.bytes)
    await queries.save_part(session, import_id, number, sealed)
    await queries.change_import(session, import_id, {})


async def read(session: ClinicSession, import_id: UUID) -> PatientImport:
    """All parts are here: read the file. :class:`Conflict` while parts are missing."""
    row = await _in_state(session, import_id, ImportState.UPLOADING)
    if await queries.count_parts(session, import_id) < row.parts:
        raise Conflict("Parts of the file are missing")
    return await _go(session, import_id, ImportState.READING)


async def check(
    session: ClinicSession,
    import_id: UUID,
    mapping: Mapping[int, Field],
    order: DateOrder,
    treatments: Mapping[str, str] | None = None,
    basis: Basis = Basis.EXPRESS,
) -> PatientImport:
    """Say what the columns are and look what would come of it, without importing anything. ``treatments`` says what
    names mean that are none of the practice's services (:func:`treatment_names.choose`); what was said before
    stands. ``basis`` is how people agree to messages: they said so, or in writing."""
    row = await _in_state(session, import_id, ImportState.READ, ImportState.CHECKED)
    fields.check(mapping, len(_columns(session, row)))
    await queries.empty(session, import_id, SeenRow, FaultRow, BadRowsRow)
    await treatment_names.choose(session, import_id, treatments or {})
    told: dict[str, object] = {
        "mapping": {str(index): what.value for index, what in mapping.items()},
        "date_order": order.value,
    }
    told["consent_basis"] = Basis(basis).value
    return await _go(session, import_id, ImportState.CHECKING, told)


async def start(session: ClinicSession, import_id: UUID) -> PatientImport:
    """Import what was checked."""
    await _in_state(session, import_id, ImportState.CHECKED)
    await queries.empty(session, import_id, SeenRow, FaultRow, BadRowsRow)
    await name_queries.remember(session, import_id)
    await audit.record(session, "patient_import.start", "patient_import", [import_id])
    return await _go(session, import_id, ImportState.IMPORTING, {"examples_sealed": None})


async def undo(session: ClinicSession, import_id: UUID) -> PatientImport:
    """Undo an import, except for records changed since. :class:`Conflict` after 30 days."""
    row = await _in_state(session, import_id, ImportState.DONE)
    if row.changed_at < session.now() - UNDO_FOR:
        raise Conflict("An import can be undone for 30 days")
    await audit.record(session, "patient_import.undo", "patient_import", [import_id])
    return await _go(session, import_id, ImportState.UNDOING)


async def drop(session: ClinicSession, import_id: UUID) -> None:
    """Forget a file of which nothing was imported."""
    await _in_state(session, import_id, *UNFINISHED)
    await queries.drop_import(session, import_id)
    await audit.record(session, "patient_import.drop", "patient_import", [import_id])


async def list_faults(session: ClinicSession, import_id: UUID, after: int, limit: int) -> list[RowFault]:
    """What is wrong with the file's lines after one."""
    await _row(session, import_id)
    rows = await queries.list_faults(session, import_id, after, limit)
    return [RowFault(row.line, row.field, row.reason, row.refused) for row in rows]


async def get_looked_at(session: ClinicSession, import_id: UUID) -> PatientImport:
    """An import whose rows have been looked at. :class:`Conflict` before that, or while it is under way."""
    return opened(session, await _in_state(session, import_id, *_LOOKED_AT))


async def list_changes(session: ClinicSession, import_id: UUID) -> list[Example]:
    """Some of the records that would change, and how; none once they have. Reading them is audited."""
    row = await _row(session, import_id)
    examples = updating.unpack(session.unseal(row.examples_sealed)) if row.examples_sealed else []
    if examples:
        await audit.record(session, "patient.read", "patient", [one.patient_id for one in examples])
    return examples


async def list_names(session: ClinicSession, import_id: UUID) -> list[UnknownName]:
    """Names of treatments in the file that are none of the practice's services."""
    await _row(session, import_id)
    return await treatment_names.list_unknown(session, import_id)


def opened(session: ClinicSession, row: ImportRow) -> PatientImport:
    """A row as an import."""
    return PatientImport(
        id=row.id,
        created_at=row.created_at,
        file_name=session.unseal(row.file_name_sealed),
        size=row.size,
        parts=row.parts,
        state=ImportState(row.state),
        failure=row.failure,
        columns=_columns(session, row),
        rows=row.rows,
        mapping={int(index): Field(what) for index, what in row.mapping.items()},
        date_order=DateOrder(row.date_order),
        consent_basis=Basis(row.consent_basis),
        counts=row.counts,
        done=row.position,
        pieces=row.pieces,
    )


def _columns(session: ClinicSession, row: ImportRow) -> tuple[Column, ...]:
    if row.columns_sealed is None:
        return ()
    return tuple(Column(name, tuple(samples)) for name, samples in json.loads(session.unseal(row.columns_sealed)))


async def _row(session: ClinicSession, import_id: UUID, *, lock: bool = False) -> ImportRow:
    row = await queries.find_import(session, import_id, lock=lock)
    if row is None:
        raise NotFound
    return row


async def _in_state(session: ClinicSession, import_id: UUID, *states: ImportState) -> ImportRow:
    row = await _row(session, import_id, lock=True)
    if row.state not in states:
        raise Conflict("The import has gone on meanwhile")
    return row


async def _go(
    session: ClinicSession, import_id: UUID, state: ImportState, more: Mapping[str, object] | None = None
) -> PatientImport:
    """Hand the import to the worker."""
    values = {"state": state.value, "position": 0, "counts": {}, **(more or {})}
    await queries.change_import(session, import_id, values)
    await jobs.emit(session, STEP, {"import_id": import_id})
    await realtime.publish(session, "import.changed", import_id)
    await session.sql.flush()
    session.sql.expire_all()
    return await get_import(session, import_id)
