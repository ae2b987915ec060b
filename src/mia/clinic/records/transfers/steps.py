"""What the worker does for an import: one piece of the file in each transaction."""

import asyncio
import json
from collections import Counter
from collections.abc import Sequence, Set
from uuid import UUID

import structlog

from mia.clinic.inbox import service as inbox
from mia.clinic.patients import service as patients
from mia.clinic.patients.service import NewTreatment, TreatmentStatus
from mia.clinic.recalls import service as recalls
from mia.clinic.records.transfers import fields, queries, updating
from mia.clinic.records.transfers.consents import take_back_consents, take_wishes
from mia.clinic.records.transfers.lines import Line
from mia.clinic.records.transfers.models import ImportNameRow, ImportRow, PartRow, PieceRow, SeenRow
from mia.clinic.records.transfers.people import Whose, whose_lines
from mia.clinic.records.transfers.pieces import piece_of, place, read_lines, step_on
from mia.clinic.records.transfers.reading import PIECE_ROWS, Unreadable, read_table
from mia.clinic.records.transfers.service import STEP, ImportState
from mia.clinic.records.transfers.updating import Example
from mia.platform.db.session import ClinicSession
from mia.platform.jobs import service as jobs
from mia.platform.realtime import service as realtime

log = structlog.get_logger()

MOST_EXAMPLES = 20
"""Changes that are shown before they are made."""


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
    whose = await whose_lines(session, row.id, lines)
    changing = await updating.preview(session, lines, whose)
    wishes = await take_wishes(session, row, lines, whose, enter=False)
    counts.update(
        {**await _who(session, row, whose, set(changing)), **wishes},
        visits=await queries.add_seen(session, row.id, await _new_visits(session, lines, whose)),
        opted_out=sum(line.opted_out for line in lines),
    )
    return {**step_on(row, counts), "examples_sealed": _examples(session, row, list(changing.values()))}


async def _import(session: ClinicSession, row: ImportRow) -> dict[str, object]:
    """The next piece becomes patients and visits."""
    cells = await piece_of(session, row)
    if cells is None:
        await queries.empty(session, row.id, PieceRow, SeenRow, ImportNameRow)
        return {"state": ImportState.DONE.value}
    if row.position == 0:
        await recalls.set_up_rules(session)
    lines, counts = await read_lines(session, row, cells)
    whose = await whose_lines(session, row.id, lines)
    new = {each.id: line.person for line, each in zip(lines, whose, strict=True) if each.first}
    if new:
        await patients.import_patients(session, list(new.values()), list(new))
        await inbox.link_numbers(session, [one.phone for one in new.values() if one.phone])
    await queries.add_made(session, row.id, "patient", list(new))
    changed = await updating.update(session, row.id, lines, whose)
    visits = await _visits(session, row, lines, whose)
    wishes = await take_wishes(session, row, lines, whose, enter=True)
    await recalls.refresh(session, sorted({each.id for each in whose}))
    counts.update(
        {**await _who(session, row, whose, changed), **wishes},
        visits=visits,
        opted_out=sum(line.opted_out for line in lines),
    )
    return step_on(row, counts)


async def _who(
    session: ClinicSession, row: ImportRow, whose: Sequence[Whose], changed: Set[UUID]
) -> dict[str, int]:
    """How many rows are whose; how many people on record stand in the file (``matched``), and are ``updated``."""

    async def fresh(what: str, people: Set[UUID]) -> int:
        return await queries.add_seen(session, row.id, [session.blind(f"{what} {id_}") for id_ in sorted(people)])

    return {
        "new": sum(each.first for each in whose),
        "repeated": sum(each.new and not each.first for each in whose),
        "known": sum(not each.new for each in whose),
        "matched": await fresh("matched", {each.id for each in whose if not each.new}),
        "updated": await fresh("updated", changed),
    }


def _examples(session: ClinicSession, row: ImportRow, more: Sequence[Example]) -> bytes | None:
    """Some changes, to be shown: those of this piece as far as there is room."""
    known = updating.unpack(session.unseal(row.examples_sealed)) if row.examples_sealed and row.position else []
    shown = {one.patient_id: one for one in reversed([*known, *more][:MOST_EXAMPLES])}
    return session.seal(updating.pack(list(reversed(shown.values())))) if shown else None


async def _undo(session: ClinicSession, row: ImportRow) -> dict[str, object]:
    """Some of what was made is undone: the visits first, then the people who have nothing else."""
    if row.position == 0:
        await take_back_consents(session, row.id)
    treatments = await queries.take_made(session, row.id, "treatment", PIECE_ROWS)
    if treatments:
        whose = await patients.take_back_treatments(session, treatments)
        await recalls.refresh(session, whose)
        return step_on(row, Counter())
    changes = await queries.take_changes(session, row.id, PIECE_ROWS)
    if changes:
        restored = await updating.restore(session, changes)
        await recalls.refresh(session, sorted(restored))
        return step_on(row, Counter(restored=len(restored), kept=len(changes) - len(restored)))
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


async def _visits(session: ClinicSession, row: ImportRow, lines: Sequence[Line], whose: Sequence[Whose]) -> int:
    """Enter visits that are not on record yet; returns how many."""
    done = await patients.done_on(session, sorted({each.id for each in whose}))
    entered: list[NewTreatment] = []
    for line, each in zip(lines, whose, strict=True):
        if line.visit is None:
            continue
        key = (each.id, line.visit.what, line.visit.at.date())
        if key not in done:
            done.add(key)
            entered.append(_treatment(line, each.id))
    ids = await patients.add_treatments(session, entered) if entered else []
    await queries.add_made(session, row.id, "treatment", ids)
    return len(ids)


async def _new_visits(session: ClinicSession, lines: Sequence[Line], whose: Sequence[Whose]) -> list[bytes]:
    """Keyed hashes of the visits that are not on record yet: whose, what, and on which day."""
    done = await patients.done_on(session, sorted({each.id for each in whose if not each.new}))
    visits = [
        (each.id, line.visit.what, line.visit.at.date())
        for line, each in zip(lines, whose, strict=True)
        if line.visit
    ]
    return [session.blind(f"{id_.hex} {what} {day}") for id_, what, day in visits if (id_, what, day) not in done]


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
