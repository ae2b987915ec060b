"""Two records of one person become one: what the patients' rows say before and after, and back again.

What other rooms keep of a patient is moved by the records room, which calls this.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Literal
from uuid import UUID

from sqlalchemy import select, update

from mia.clinic.patients import queries
from mia.clinic.patients.changes import PatientChanged, clean_tags, reindex
from mia.clinic.patients.models import MergeRow, PatientRow
from mia.clinic.patients.people import Patient, identity, patient_of
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import Conflict, Invalid, NotFound
from mia.platform.kernel.ids import new_id

Side = Literal["kept", "other"]
_LONGEST_NOTE = 4000


@dataclass(frozen=True)
class Choice:
    """Whose value stands after a merge, field by field. Tags are those of both."""

    name: Side = "kept"
    phone: Side = "kept"
    email: Side = "kept"
    birth_date: Side = "kept"
    note: Literal["kept", "other", "both"] = "both"


@dataclass(frozen=True)
class Merge:
    """A merge that happened. ``before`` and ``after`` is what the kept record said, ``gone`` what the other did
    (None after an erasure); ``extra`` is what the caller wants to know for the undo."""

    id: UUID
    kept_id: UUID
    gone_id: UUID
    at: datetime
    by: str
    moved: Mapping[str, Sequence[str]]
    before: Mapping[str, Any] | None = field(repr=False)
    gone: Mapping[str, Any] | None = field(repr=False)
    after: Mapping[str, Any] | None = field(repr=False)
    extra: Mapping[str, Any] = field(repr=False)


async def absorb(
    session: ClinicSession, kept_id: UUID, other_id: UUID, choice: Choice, versions: tuple[int, int]
) -> tuple[Patient, Patient, Patient]:
    """Make the kept record say what was chosen, and point the other to it. Returns kept before, other before,
    kept after. A number or address that was not chosen stays on the other record, so that who uses it is known.

    :class:`PatientChanged` when either record has another version by now, :class:`NotFound`,
    :class:`Conflict` for one that was merged already.
    """
    if kept_id == other_id:
        raise Invalid("A record cannot be merged with itself")
    rows = {row.id: row for row in await queries.lock_patients(session, [kept_id, other_id])}
    if len(rows) != 2 or any(row.source == "removed" for row in rows.values()):
        raise NotFound
    if any(row.merged_into is not None for row in rows.values()):
        raise Conflict("One of these records was merged already")
    for id_, version in zip((kept_id, other_id), versions, strict=True):
        if rows[id_].version != version:
            raise PatientChanged(patient_of(session, rows[id_]))
    kept, other = patient_of(session, rows[kept_id]), patient_of(session, rows[other_id])
    await _write(session, rows[kept_id], _chosen(kept, other, choice))
    await _write(session, rows[other_id], _left(kept, other, choice))
    await queries.change_patient(session, other_id, {"merged_into": kept_id})
    if not other.unverified:  # a stranger's booking became this record; the other one says who it is
        await queries.change_patient(session, kept_id, {"unverified_at": None})
    fresh = {row.id: row for row in await queries.lock_patients(session, [kept_id, other_id])}
    after = patient_of(session, fresh[kept_id])
    await reindex(session, after)
    await reindex(session, patient_of(session, fresh[other_id]))
    return kept, other, after


async def note_merge(
    session: ClinicSession,
    before: Patient,
    gone: Patient,
    after: Patient,
    moved: Mapping[str, Sequence[UUID]],
    extra: Mapping[str, Any],
) -> Merge:
    """Remember a merge, so that it can be undone."""
    fields = {"before": _fields(before), "gone": _fields(gone), "after": _fields(after), "extra": extra}
    row = MergeRow(
        clinic_id=session.scope.clinic_id,
        id=new_id(),
        created_at=session.now(),
        kept_id=after.id,
        gone_id=gone.id,
        merged_by=session.scope.actor,
        moved={table: [str(id_) for id_ in ids] for table, ids in moved.items()},
        fields_sealed=session.seal(json.dumps(fields)),
        undone_at=None,
    )
    session.sql.add(row)
    await session.sql.flush()
    return _merge(session, row)


async def list_merges(session: ClinicSession, kept_id: UUID) -> list[Merge]:
    """Merges into a record that were not undone, the newest first: that one can be undone."""
    query = select(MergeRow).where(MergeRow.kept_id == kept_id, MergeRow.undone_at.is_(None))
    rows = await session.sql.scalars(query.order_by(MergeRow.created_at.desc(), MergeRow.id.desc()))
    return [_merge(session, row) for row in rows]


async def separate(session: ClinicSession, merge_id: UUID) -> Merge:
    """Undo a merge as far as the patients' rows go: both say again what they said, but for what was changed on
    the kept one since. :class:`NotFound`; :class:`Conflict` when it was undone, or a later merge stands."""
    query = select(MergeRow).where(MergeRow.id == merge_id)
    row = await session.sql.scalar(query)
    if row is None:
        raise NotFound
    people = {one.id: one for one in await queries.lock_patients(session, [row.kept_id, row.gone_id])}
    await session.sql.refresh(row, with_for_update=True)
    merge = _merge(session, row)
    if row.undone_at is not None:
        raise Conflict("This merge was undone already")
    if merge.before is None or merge.gone is None or merge.after is None:
        raise Conflict("The contents of these records have been deleted")
    kept, gone = people[row.kept_id], people[row.gone_id]
    newest = (await list_merges(session, row.kept_id))[0]
    if kept.merged_into is not None or newest.id != row.id:
        raise Conflict("There is a later merge. Please undo that one first.")
    now_says = _fields(patient_of(session, kept))
    restored = {
        name: merge.before[name] if value == merge.after[name] else value for name, value in now_says.items()
    }
    await _write(session, kept, restored)
    await _write(session, gone, merge.gone)
    await queries.change_patient(session, gone.id, {"merged_into": None})
    for each in await queries.lock_patients(session, [kept.id, gone.id]):
        await reindex(session, patient_of(session, each))
    await session.sql.execute(update(MergeRow).where(MergeRow.id == merge_id).values(undone_at=session.now()))
    return merge


def _chosen(kept: Patient, other: Patient, choice: Choice) -> dict[str, Any]:
    sides = {"kept": _fields(kept), "other": _fields(other)}
    chosen = {name: sides[getattr(choice, name)][name] for name in ("name", "phone", "email", "birth_date")}
    if choice.note == "both":
        notes = dict.fromkeys(note for note in (kept.note, other.note) if note)
        chosen["note"] = "\n".join(notes)[:_LONGEST_NOTE] or None
    else:
        chosen["note"] = sides[choice.note]["note"]
    return {**chosen, "tags": clean_tags((*kept.tags, *other.tags))}


def _left(kept: Patient, other: Patient, choice: Choice) -> dict[str, Any]:
    """What the other record says from here on: what it said, and the addresses that the kept one gave up."""
    phone = kept.phone if choice.phone == "other" and kept.phone else other.phone
    email = kept.email if choice.email == "other" and kept.email else other.email
    return {**_fields(other), "phone": phone, "email": email}


def _fields(patient: Patient) -> dict[str, Any]:
    return {
        "name": patient.name,
        "phone": patient.phone,
        "email": patient.email,
        "birth_date": patient.birth_date.isoformat() if patient.birth_date else None,
        "note": patient.note,
        "tags": list(patient.tags),
    }


async def _write(session: ClinicSession, row: PatientRow, fields: Mapping[str, Any]) -> None:
    born = date.fromisoformat(fields["birth_date"]) if fields["birth_date"] else None
    note = fields["note"]
    changed_note = note != (session.unseal(row.note_sealed) if row.note_sealed else None)
    values = {
        **identity(session, fields["name"], fields["phone"], fields["email"], born),
        "note_sealed": session.seal(note) if note else None,
        "note_version": row.note_version + (1 if changed_note else 0),
        "tags": fields["tags"],
        "version": row.version + 1,
    }
    await queries.change_patient(session, row.id, values)


def _merge(session: ClinicSession, row: MergeRow) -> Merge:
    fields: dict[str, Any] = json.loads(session.unseal(row.fields_sealed)) if row.fields_sealed else {}
    return Merge(
        id=row.id,
        kept_id=row.kept_id,
        gone_id=row.gone_id,
        at=row.created_at,
        by=row.merged_by,
        moved=row.moved,
        before=fields.get("before"),
        gone=fields.get("gone"),
        after=fields.get("after"),
        extra=fields.get("extra", {}),
    )
