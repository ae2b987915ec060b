"""Changing a record: who it is and how to reach them, tags, the archive. Two people may be at it at once."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import date
from uuid import UUID

from mia.clinic.consent import service as consent
from mia.clinic.patients import queries
from mia.clinic.patients.models import PatientRow
from mia.clinic.patients.people import CHANGED, Patient, check_birth_dates, identity, patient_of
from mia.clinic.patients.search import index_names
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.db.together import Write, write_together
from mia.platform.jobs import service as jobs
from mia.platform.kernel.errors import Conflict, Invalid, NotFound
from mia.platform.realtime import service as realtime

MOST_TAGS = 20
LONGEST_TAG = 40

_KNOWN_TAGS = ("VIP", "Regular", "New Patient", "Do Not Contact", "Complaint", "Clinical Hold", "Deceased", "Minor")
"""Tags that mean something to lists and to the send decision: stored in this spelling, however they are typed."""
_SPELLINGS = {tag.casefold(): tag for tag in _KNOWN_TAGS}
_DERIVED = "overdue"
"""Shown like a tag, and never stored."""


@dataclass(frozen=True)
class Identity:
    """What staff may write on a record. Phone and email in any notation."""

    name: str = field(repr=False)
    phone: str | None = field(repr=False)
    email: str | None = field(repr=False)
    birth_date: date | None = field(repr=False)
    tags: tuple[str, ...] = ()


class PatientChanged(Conflict):
    """Someone else has changed the record meanwhile; ``current`` is the present version."""

    def __init__(self, current: Patient) -> None:
        super().__init__("Someone else changed this record")
        self.current = current


async def change_patient(session: ClinicSession, patient_id: UUID, new: Identity, version: int) -> Patient:
    """Replace what the record of ``version`` says.

    Who asked not to be contacted, or not in some way, is not contacted at a new number or address either.
    :class:`PatientChanged` when the record has another version by now, :class:`Conflict` for one that was
    merged, :class:`Invalid` naming the field, :class:`NotFound`.
    """
    row = await _locked(session, patient_id)
    if row.version != version:
        await audit.record(session, "patient.read", "patient", [patient_id])
        raise PatientChanged(patient_of(session, row))
    before = patient_of(session, row)
    await check_birth_dates(session, [new.birth_date])
    values = identity(session, new.name, new.phone, new.email, new.birth_date)
    await queries.change_patient(
        session, patient_id, {**values, "tags": clean_tags(new.tags), "version": version + 1}
    )
    after = patient_of(session, await _locked(session, patient_id))
    await reindex(session, after)
    for old, fresh in ((before.phone, after.phone), (before.email, after.email)):
        if old is not None and fresh is not None and old != fresh:
            await consent.carry_over(session, old, fresh)
    await audit.record(session, "patient.edit", "patient", [patient_id])
    await tell(session, patient_id)
    return after


async def archive_patient(session: ClinicSession, patient_id: UUID, *, archived: bool) -> None:
    """Take a record off the lists, or put it back; no one of the archive is contacted. Twice is no error."""
    row = await _locked(session, patient_id)
    if (row.archived_at is not None) is archived:
        return
    values = {"archived_at": session.now() if archived else None, "version": row.version + 1}
    await queries.change_patient(session, patient_id, values)
    await audit.record(session, "patient.archive" if archived else "patient.restore", "patient", [patient_id])
    await tell(session, patient_id)


async def confirm_patient(session: ClinicSession, patient_id: UUID) -> None:
    """The record is of who it says: it is a patient's like any other from here on. Twice is no error."""
    row = await _locked(session, patient_id)
    if row.unverified_at is None:
        return
    await queries.change_patient(session, patient_id, {"unverified_at": None, "version": row.version + 1})
    await audit.record(session, "patient.confirm", "patient", [patient_id])
    await tell(session, patient_id)


async def tag_patients(
    session: ClinicSession, ids: Sequence[UUID], *, add: Collection[str] = (), remove: Collection[str] = ()
) -> list[UUID]:
    """Add and remove tags of many records; returns those that were changed by it. Unknown ids are passed over."""
    off = {tag.casefold() for tag in remove}
    changed = []
    for row in await queries.lock_patients(session, ids):
        kept = [tag for tag in row.tags if tag.casefold() not in off]
        tags = clean_tags([*kept, *add])
        if tags != row.tags and row.merged_into is None:
            await queries.change_patient(session, row.id, {"tags": tags, "version": row.version + 1})
            changed.append(row.id)
    for patient_id in changed:
        await audit.record(session, "patient.tag", "patient", [patient_id])
        await tell(session, patient_id)
    return changed


async def tell(session: ClinicSession, patient_id: UUID) -> None:
    """A record was added or changed: browsers and what is derived from it follow."""
    await write_together(session.sql, told(session, patient_id))


def told(session: ClinicSession, patient_id: UUID) -> list[Write]:
    """What :func:`tell` tells, to be written together with the change."""
    event = jobs.event(session, CHANGED, {"patient_id": patient_id})
    return [*event, realtime.news(session, "patient.changed", patient_id)]


async def reindex(session: ClinicSession, patient: Patient) -> None:
    """Make a record findable by what it says now; not one that was merged."""
    await queries.drop_grams(session, patient.id)
    if patient.merged_into is None:
        await index_names(session, [(patient.id, patient.name, patient.phone)])


def clean_tags(tags: Collection[str]) -> list[str]:
    """Tags with single spaces, each once whatever its case; :class:`Invalid` (field ``tags``) for too many or
    too long ones."""
    found: dict[str, str] = {}
    for tag in (" ".join(tag.split()) for tag in tags):
        if tag and tag.casefold() != _DERIVED:
            found.setdefault(tag.casefold(), _SPELLINGS.get(tag.casefold(), tag))
    if len(found) > MOST_TAGS or any(len(tag) > LONGEST_TAG for tag in found.values()):
        raise Invalid("These are too many tags, or too long ones", fields={"tags": "At most 20, of 40 characters"})
    return list(found.values())


async def _locked(session: ClinicSession, patient_id: UUID) -> PatientRow:
    rows = await queries.lock_patients(session, [patient_id])
    if not rows or rows[0].source == "removed":
        raise NotFound
    if rows[0].merged_into is not None:
        raise Conflict("This record was merged into another one")
    return rows[0]
