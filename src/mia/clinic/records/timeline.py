"""A patient's whole story, newest first: visits, appointments, calls, messages, consents, changes of the record."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import LedgerEntry
from mia.clinic.inbox import service as inbox
from mia.clinic.patients import service as patients
from mia.clinic.records.words import agreement_in_words, change_in_words
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import AppointmentStatus
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession

PAGE = 40
"""Entries of one page."""

_CHANGES = (
    "patient.create",
    "patient.edit",
    "patient.tag",
    "patient.note",
    "patient.archive",
    "patient.restore",
    "patient.confirm",
    "patient.merge",
    "patient.unmerge",
)
_STATUS = {
    AppointmentStatus.BOOKED: "Booked",
    AppointmentStatus.COMPLETED: "Completed",
    AppointmentStatus.CANCELLED: "Cancelled",
    AppointmentStatus.NO_SHOW: "No show",
}


class EntryKind(StrEnum):
    """The kinds of entries; each can be filtered for."""

    VISIT = "visit"
    APPOINTMENT = "appointment"
    CALL = "call"
    MESSAGE = "message"
    CONSENT = "consent"
    RECORD = "record"


@dataclass(frozen=True)
class TimelineEntry:
    """One thing that happened, or is to (``at`` may lie ahead). ``actor`` is who wrote it down, where someone
    did; ``activity_id`` and ``thread_id`` lead to what was said."""

    kind: EntryKind
    id: UUID
    at: datetime
    title: str = field(repr=False)
    detail: str | None = field(default=None, repr=False)
    status: str | None = None
    value_cents: int | None = None
    actor: str | None = None
    activity_id: UUID | None = None
    thread_id: UUID | None = None


@dataclass(frozen=True)
class Timeline:
    """A page; ``next_before`` continues it, None on the last."""

    entries: tuple[TimelineEntry, ...]
    next_before: datetime | None


async def read_timeline(
    session: ClinicSession, patient_id: UUID, *, kinds: Sequence[EntryKind] = (), before: datetime | None = None
) -> Timeline:
    """A page of a patient's story: of some kinds, or (none named) of all. :class:`NotFound` for no patient."""
    patient = await patients.get_patient(session, patient_id)
    wanted = set(kinds or EntryKind)
    found: list[TimelineEntry] = []
    if wanted & {EntryKind.VISIT, EntryKind.APPOINTMENT}:
        found += await _visits(session, patient_id)
    if wanted & {EntryKind.CALL, EntryKind.MESSAGE}:
        found += await _contacts(session, patient_id, before)
    if EntryKind.MESSAGE in wanted:
        found += await _texts(session, patient_id)
    if EntryKind.CONSENT in wanted:
        former = await patients.former_addresses(session, patient_id)
        found += await _agreements(session, [one for one in (patient.phone, patient.email, *former) if one])
    if EntryKind.RECORD in wanted:
        found += await _changes(session, patient_id)
    fitting = [entry for entry in found if entry.kind in wanted and (before is None or entry.at < before)]
    fitting.sort(key=lambda entry: (entry.at, entry.id), reverse=True)
    return _page(fitting)


def _page(entries: list[TimelineEntry]) -> Timeline:
    """The first page's worth. Entries of one instant stay together, or the next page would lose some."""
    if len(entries) <= PAGE:
        return Timeline(tuple(entries), None)
    last = entries[PAGE - 1].at
    size = next((place for place, entry in enumerate(entries) if entry.at < last), len(entries))
    return Timeline(tuple(entries[:size]), last if size < len(entries) else None)


async def _visits(session: ClinicSession, patient_id: UUID) -> list[TimelineEntry]:
    """Appointments, and treatments that none of them was for (a visit of before the calendar)."""
    appointments = await schedule.list_of_patient(session, patient_id)
    treatments = await patients.list_treatments(session, patient_id)
    made = {one.appointment_id: one for one in treatments if one.appointment_id}
    booked = {one.id for one in appointments}
    found = [
        TimelineEntry(
            kind=EntryKind.VISIT if one.status is AppointmentStatus.COMPLETED else EntryKind.APPOINTMENT,
            id=one.id,
            at=one.starts_at,
            title=made[one.id].name if one.id in made else one.service,  # what was done need not be what was booked
            detail=f"With {one.provider}, {one.location}",
            status=_STATUS[one.status],
            value_cents=made[one.id].price_cents if one.id in made else None,
        )
        for one in appointments
    ]
    return found + [
        TimelineEntry(
            kind=EntryKind.VISIT,
            id=one.id,
            at=one.performed_at,
            title=one.name,
            status=one.status.capitalize(),
            value_cents=one.price_cents,
        )
        for one in treatments
        if one.appointment_id not in booked
    ]


async def _contacts(session: ClinicSession, patient_id: UUID, before: datetime | None) -> list[TimelineEntry]:
    activities = await inbox.list_contacts(session, patient_id, before=before, limit=PAGE + 1)
    return [
        TimelineEntry(
            kind=EntryKind.CALL if one.action_type == "Call" else EntryKind.MESSAGE,
            id=one.id,
            at=one.occurred_at,
            title=one.action_type,
            detail=one.outcome,
            status=one.status.value,
            value_cents=one.value_cents,
            activity_id=one.id,
        )
        for one in activities
    ]


async def _texts(session: ClinicSession, patient_id: UUID) -> list[TimelineEntry]:
    """What the patient and staff wrote; what Mia wrote stands with her contacts."""
    titles = {"patient": "The patient wrote", "staff": "Staff wrote"}
    return [
        TimelineEntry(
            kind=EntryKind.MESSAGE,
            id=text.id,
            at=text.at,
            title=titles[text.author],
            detail=text.text or "Removed after its time",
            thread_id=thread_id,
        )
        for thread_id, text in await inbox.list_texts_with(session, patient_id)
        if text.author in titles
    ]


async def _agreements(session: ClinicSession, addresses: Sequence[str]) -> list[TimelineEntry]:
    ledger = await consent.read_ledger(session, *addresses)
    found = [_agreement(entry, entry.at) for entry in ledger]
    ended = [(entry, entry.ended_at) for entry in ledger if entry.ended_at is not None]
    return found + [_agreement(entry, at, taken_back=True) for entry, at in ended]


def _agreement(entry: LedgerEntry, at: datetime, *, taken_back: bool = False) -> TimelineEntry:
    return TimelineEntry(
        kind=EntryKind.CONSENT,
        id=entry.id,
        at=at,
        title=agreement_in_words(entry, taken_back=taken_back),
        detail=None if taken_back else entry.wording,
        actor=None if taken_back else entry.recorded_by,
    )


async def _changes(session: ClinicSession, patient_id: UUID) -> list[TimelineEntry]:
    entries = await audit.list_about(session, patient_id, actions=_CHANGES)
    words: Callable[[str], str] = change_in_words
    return [TimelineEntry(EntryKind.RECORD, one.id, one.at, words(one.action), actor=one.actor) for one in entries]
