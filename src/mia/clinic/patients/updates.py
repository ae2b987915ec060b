"""Records that a file says more of, or otherwise: many at once, and back again."""

from collections.abc import Sequence
from uuid import UUID

from mia.clinic.consent import service as consent
from mia.clinic.patients import queries
from mia.clinic.patients.changes import LONGEST_TAG, MOST_TAGS, clean_tags, reindex
from mia.clinic.patients.people import Patient, identity, patient_of
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession


async def lock_patients(session: ClinicSession, ids: Sequence[UUID]) -> dict[UUID, Patient]:
    """Records by id, which no one else changes until the transaction ends."""
    rows = await queries.lock_patients(session, ids)
    if rows:
        await audit.record(session, "patient.read", "patient", [row.id for row in rows])
    return {row.id: patient_of(session, row) for row in rows}


async def update_patients(session: ClinicSession, changes: Sequence[tuple[Patient, Patient]]) -> None:
    """Write what locked records (before, after) say now. Who asked not to be contacted is not contacted at a new
    number or address either. A record's version does not grow where the change says so (``after.version``)."""
    for before, after in changes:
        values = identity(session, after.name, after.phone, after.email, after.birth_date)
        note = {"note_sealed": session.seal(after.note) if after.note else None}
        told = {"tags": list(after.tags), "version": after.version, "note_version": after.note_version}
        await queries.change_patient(session, after.id, {**values, **note, **told})
        if before.phone != after.phone:
            await reindex(session, after)
        for old, fresh in ((before.phone, after.phone), (before.email, after.email)):
            if old is not None and fresh is not None and old != fresh:
                await consent.carry_over(session, old, fresh)
    await audit.record(session, "patient.edit", "patient", [after.id for _, after in changes])


def more_tags(tags: Sequence[str], others: Sequence[str]) -> tuple[str, ...]:
    """Tags with others added, as far as there is room."""
    known = {tag.casefold() for tag in tags}
    fresh = [
        tag for tag in clean_tags(others[:MOST_TAGS]) if tag.casefold() not in known and len(tag) <= LONGEST_TAG
    ]
    return (*tags, *fresh)[: max(len(tags), MOST_TAGS)]
