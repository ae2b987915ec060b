"""What the worker does for an import: one piece of the file in each transaction."""

import asyncio
import json
from collections import Counter
from collections.abc import Sequence
from uuid import UUID

import structlog

from mia.clinic.consent import service as consent
from mia.clinic.patients import service as patients
from mia.clinic.patients.service import NewTreatment, TreatmentStatus
from mia.clinic.recalls import service as recalls
from mia.clinic.records.transfers import fields, queries
from mia.clinic.records.transfers.lines import Line
from mia.clinic.records.transfers.models import ImportNameRow, ImportRow, PartRow, PieceRow, SeenRow
from mia.clinic.records.transfers.pieces import piece_of, place, read_lines, step_on
from mia.clinic.records.transfers.reading import PIECE_ROWS, Unreadable, read_table
from mia.clinic.records.transfers.service import STEP, ImportState
from mia.platform.db.session import ClinicSession
from mia.platform.jobs import service as jobs
from mia.platform.realtime import service as realtime

log = structlog.get_logger()


async def take_step(session: ClinicSession, import_id: UUID) -> None:
    """Do the next piece of an import and arrange for the one after; nothing when it has none to do."""
    await queries.lock_clinic(session)
    row = await queries.find_import(session, import_id, lock=True)
    if row is None:
        return
    step = _STEPS.get(ImportState(row.state))
    if step is None:
        return
    values = await step(session, row)
    await queries.change_import(session, import_id, values)
    if "state" not in values:
        await jobs.emit(session, STEP, {"import_id": import_id})
    await realtime.publish(session, "import.changed", import_id)


async def _read(session: ClinicSession, row: ImportRow) -> dict[str, object]:
    """The whole file into rows; its parts are gone then."""
    parts = await queries.list_parts(session, row.id)
    data = b"".join(session.key.unseal_bytes(content, row.id.bytes) for _, content in parts)
    await queries.empty(session, row.id, PartRow)
    try:
        table = await asyncio.to_thread(read_table, data)
    except Unreadable as unreadable:
        return {"state": ImportState.FAILED.value, "failure": unreadable.reason}
    for number, piece in enumerate(table.pieces):
        await queries.add_piece(session, row.id, number, session.key.seal_bytes(piece, place(row, number)))
    guessed = {str(index): what.value for index, what in fields.guess(table.columns).items()}
    columns = json.dumps([[column.name, column.samples] for column in table.columns], ensure_ascii=False)
    return {
        "state": ImportState.READ.value,
        "columns_sealed": session.seal(columns),
        "encoding": table.encoding,
        "rows": table.rows,
        "pieces": len(table.pieces),
        "mapping": guessed,
    }


async def _check(session: ClinicSession, row: ImportRow) -> dict[str, object]:
    """What would come of the next piece."""
    cells = await piece_of(session, row)
    if cells is None:
        await queries.empty(session, row.id, SeenRow)
        return {"state": ImportState.CHECKED.value}
    lines, counts = await read_lines(session, row, cells, counting=True)
    known = await patients.find_same(session, [line.person for line in lines])
    unknown = [line for line, found in zip(lines, known, strict=True) if found is None]
    blinds = [_person_blind(session, line) for line in unknown]
    new = await queries.add_seen(session, row.id, blinds)
    counts.update(
        known=len(lines) - len(unknown),
        new=new,
        repeated=len(unknown) - new,
        visits=await queries.add_seen(session, row.id, await _new_visits(session, lines, known)),
        opted_out=sum(line.opted_out for line in lines),
    )
    return step_on(row, counts)


async def _import(session: ClinicSession, row: ImportRow) -> dict[str, object]:
    """The next piece becomes patients and visits."""
    cells = await piece_of(session, row)
    if cells is None:
        await queries.empty(session, row.id, PieceRow, ImportNameRow)
        return {"state": ImportState.DONE.value}
    if row.position == 0:
        await recalls.set_up_rules(session)
    lines, counts = await read_lines(session, row, cells)
    whose, made = await _people(session, row, lines)
    own = await queries.made_of(session, row.id, sorted(set(whose)))
    of_new = sum(patient_id in own for patient_id in whose)
    visits = await _visits(session, row, lines, whose)
    for line in lines:
        if line.opted_out:
            await _opt_out(session, line)
    await recalls.refresh(session, sorted(set(whose)))
    counts.update(
        new=made,
        known=len(lines) - of_new,
        repeated=of_new - made,
        visits=visits,
        opted_out=sum(line.opted_out for line in lines),
    )
    return step_on(row, counts)


async def _undo(session: ClinicSession, row: ImportRow) -> dict[str, object]:
    """Some of what was made is undone: the visits first, then the people who have nothing else."""
    treatments = await queries.take_made(session, row.id, "treatment", PIECE_ROWS)
    if treatments:
        whose = await patients.take_back_treatments(session, treatments)
        await recalls.refresh(session, whose)
        return step_on(row, Counter())
    people = await queries.take_made(session, row.id, "patient", PIECE_ROWS)
    if not people:
        return {"state": ImportState.UNDONE.value}
    gone = await patients.take_back_patients(session, people)
    await recalls.refresh(session, people)
    return step_on(row, Counter(removed=len(gone), kept=len(people) - len(gone)))


_STEPS = {
    ImportState.READING: _read,
    ImportState.CHECKING: _check,
    ImportState.IMPORTING: _import,
    ImportState.UNDOING: _undo,
}


async def _people(session: ClinicSession, row: ImportRow, lines: Sequence[Line]) -> tuple[list[UUID], int]:
    """Whose each line is, and how many of them are new."""
    known = await patients.find_same(session, [line.person for line in lines])
    first: dict[bytes, int] = {}
    for index, (line, found) in enumerate(zip(lines, known, strict=True)):
        if found is None:
            first.setdefault(_person_blind(session, line), index)
    new = [lines[index].person for index in first.values()]
    ids = await patients.import_patients(session, new) if new else []
    await queries.add_made(session, row.id, "patient", ids)
    made = dict(zip(first, ids, strict=True))
    return [found or made[_person_blind(session, line)] for line, found in zip(lines, known, strict=True)], len(ids)


async def _visits(session: ClinicSession, row: ImportRow, lines: Sequence[Line], whose: Sequence[UUID]) -> int:
    """Enter visits that are not on record yet; returns how many."""
    done = await patients.done_on(session, sorted(set(whose)))
    entered: list[NewTreatment] = []
    for line, patient_id in zip(lines, whose, strict=True):
        if line.visit is None:
            continue
        key = (patient_id, line.visit.what, line.visit.at.date())
        if key not in done:
            done.add(key)
            entered.append(_treatment(line, patient_id))
    ids = await patients.add_treatments(session, entered) if entered else []
    await queries.add_made(session, row.id, "treatment", ids)
    return len(ids)


async def _new_visits(session: ClinicSession, lines: Sequence[Line], known: Sequence[UUID | None]) -> list[bytes]:
    """Keyed hashes of the visits that are not on record yet: whose, what, and on which day."""
    done = await patients.done_on(session, sorted({found for found in known if found}))
    keys = []
    for line, found in zip(lines, known, strict=True):
        if line.visit is None:
            continue
        what, day = line.visit.what, line.visit.at.date()
        if found is None or (found, what, day) not in done:
            whose = found.bytes if found else _person_blind(session, line)
            keys.append(session.blind(f"{whose.hex()} {what} {day}"))
    return keys


def _treatment(line: Line, patient_id: UUID) -> NewTreatment:
    assert line.visit is not None, "a line with a visit"
    service = line.visit.service
    return NewTreatment(
        patient_id=patient_id,
        service_id=service.id if service else None,
        name=line.visit.name,
        family=service.family if service else "",
        status=TreatmentStatus.COMPLETED,
        performed_at=line.visit.at,
        price_cents=line.visit.price_cents,
        created_at=line.visit.at,
    )


async def _opt_out(session: ClinicSession, line: Line) -> None:
    """Anyone who wanted no contact before wants none now; an undo leaves it so."""
    for address in (line.person.phone, line.person.email):
        if address:
            await consent.suppress(session, address, consent.SuppressionReason.STAFF)


def _person_blind(session: ClinicSession, line: Line) -> bytes:
    """Who a line is about, as far as the file tells people apart."""
    name, phone, email = patients.person_blinds(session, line.person)
    return name + (phone or email or b"")
