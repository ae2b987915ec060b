"""What a file says otherwise of someone on record: fields that are empty there or differ, and no blank for a value.

A note that is there stays, tags are added and none removed, and the name stays as it is spelled.
"""

import dataclasses
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any
from uuid import UUID

from mia.clinic.patients import service as patients
from mia.clinic.patients.service import NewPatient, Patient
from mia.clinic.records.transfers import queries
from mia.clinic.records.transfers.lines import Line
from mia.clinic.records.transfers.people import Whose
from mia.platform.db.session import ClinicSession

_FIELDS = ("phone", "email", "birth_date", "tags", "note")


@dataclass(frozen=True)
class Change:
    """A field of a record, before and after. Birth dates and tags are text here."""

    field: str
    before: str | None = dataclasses.field(repr=False)
    after: str | None = dataclasses.field(repr=False)


@dataclass(frozen=True)
class Example:
    """Whose record would change, and how."""

    patient_id: UUID
    name: str = dataclasses.field(repr=False)
    changes: tuple[Change, ...]


def updated(known: Patient, person: NewPatient) -> Patient:
    """A record with what a file says of its person."""
    return replace(
        known,
        phone=person.phone or known.phone,
        email=person.email or known.email,
        birth_date=person.birth_date or known.birth_date,
        note=known.note or person.note,
        tags=patients.more_tags(known.tags, person.tags),
    )


def differences(before: Patient, after: Patient) -> tuple[Change, ...]:
    """The fields in which a record changed."""
    old, new = _texts(before), _texts(after)
    return tuple(Change(name, old[name], new[name]) for name in _FIELDS if old[name] != new[name])


async def preview(session: ClinicSession, lines: Sequence[Line], whose: Sequence[Whose]) -> dict[UUID, Example]:
    """The records that lines would change, and how, by id."""
    known = await patients.get_patients(session, sorted({each.id for each in whose if not each.new}))
    after = dict(known)
    for line, each in zip(lines, whose, strict=True):
        if each.id in after:
            after[each.id] = updated(after[each.id], line.person)
    examples = {}
    for line, each in zip(lines, whose, strict=True):
        # One that is changed and changed back is a change, as it is in the import.
        if each.id in known and differences(known[each.id], updated(known[each.id], line.person)):
            changes = differences(known[each.id], after[each.id])
            examples[each.id] = Example(each.id, known[each.id].name, tuple(_shown(change) for change in changes))
    return examples


async def update(
    session: ClinicSession, import_id: UUID, lines: Sequence[Line], whose: Sequence[Whose]
) -> set[UUID]:
    """Change the records that lines say more of or otherwise; returns which of those were there before the file.
    What they said is noted for the undo."""
    again = [each.id for each in whose if not each.first]
    before = await patients.lock_patients(session, sorted(set(again)))
    after, changed = dict(before), set[UUID]()
    for line, each in zip(lines, whose, strict=True):
        if each.id in after and not each.first:
            fresh = updated(after[each.id], line.person)
            if differences(after[each.id], fresh):
                after[each.id] = fresh
                changed.add(each.id)
    new = {each.id for each in whose if each.new}
    # A record that the file itself brought stays one that nobody has touched.
    written = [
        (before[id_], after[id_] if id_ in new else _grown(before[id_], after[id_])) for id_ in sorted(changed)
    ]
    if written:
        await patients.update_patients(session, written)
    await _note(session, import_id, [pair for pair in written if pair[0].id not in new])
    return changed - new


async def restore(session: ClinicSession, changes: Mapping[UUID, bytes]) -> set[UUID]:
    """Records say again what they said before an import, but for what was changed since; returns which do."""
    locked = await patients.lock_patients(session, sorted(changes))
    written = []
    for id_, sealed in changes.items():
        known = locked.get(id_)
        if known is None or known.merged_into is not None:
            continue
        back = _back(known, json.loads(session.unseal(sealed)))
        if differences(known, back):
            written.append((known, _grown(known, back)))
    if written:
        await patients.update_patients(session, written)
    return {after.id for _, after in written}


def _back(known: Patient, changes: Mapping[str, Sequence[str | None]]) -> Patient:
    """A record as it was in the fields that still say what an import wrote."""
    now, values = _texts(known), dict[str, Any]()
    for name, (old, new) in changes.items():
        if name == "tags":
            added = set(_tags(new)) - set(_tags(old))
            values[name] = tuple(tag for tag in known.tags if tag not in added)
        elif now[name] == new:
            values[name] = date.fromisoformat(old) if name == "birth_date" and old else old
    return replace(known, **values)


async def _note(session: ClinicSession, import_id: UUID, written: Sequence[tuple[Patient, Patient]]) -> None:
    """Keep what records said before the first change of this import, and what after its last."""
    sealed = await queries.find_changes(session, import_id, [after.id for _, after in written])
    noted = {}
    for before, after in written:
        earlier = json.loads(session.unseal(sealed[after.id])) if after.id in sealed else {}
        for change in differences(before, after):
            first = earlier[change.field][0] if change.field in earlier else change.before
            earlier[change.field] = [first, change.after]
        noted[after.id] = session.seal(json.dumps(earlier, ensure_ascii=False))
    await queries.save_changes(session, import_id, noted)


def _grown(before: Patient, after: Patient) -> Patient:
    """With the versions that a change makes, so that who edits the record meanwhile notices."""
    noted = before.note_version + (before.note != after.note)
    return replace(after, version=before.version + 1, note_version=noted)


def _shown(change: Change) -> Change:
    """A change as staff read it."""
    if change.field != "phone":
        return change
    before, after = (patients.display_phone(text) if text else None for text in (change.before, change.after))
    return Change(change.field, before, after)


def _texts(patient: Patient) -> dict[str, str | None]:
    born = patient.birth_date.isoformat() if patient.birth_date else None
    texts = {"phone": patient.phone, "email": patient.email, "birth_date": born, "note": patient.note}
    return {**texts, "tags": "; ".join(patient.tags) or None}


def _tags(text: str | None) -> list[str]:
    return text.split("; ") if text else []


def pack(examples: Sequence[Example]) -> str:
    """Examples as text to be sealed."""
    return json.dumps(
        [
            [str(one.patient_id), one.name, [[each.field, each.before, each.after] for each in one.changes]]
            for one in examples
        ],
        ensure_ascii=False,
    )


def unpack(text: str) -> list[Example]:
    """What :func:`pack` made."""
    return [
        Example(UUID(id_), name, tuple(Change(*change) for change in changes))
        for id_, name, changes in json.loads(text)
    ]
