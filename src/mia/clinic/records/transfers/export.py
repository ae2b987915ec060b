"""Patients as a file for a spreadsheet, written while it is read: never the whole list in memory."""

from collections.abc import AsyncIterator, Sequence
from uuid import UUID
from zoneinfo import ZoneInfo

from mia.clinic.consent import service as consent
from mia.clinic.patients import service as patients
from mia.clinic.recalls import service as recalls
from mia.clinic.recalls.service import Group, ListedPatient
from mia.clinic.records.transfers.fields import Field
from mia.identity import service as identity
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession, Database
from mia.platform.kernel.scope import ClinicScope
from mia.platform.kernel.spreadsheet import csv_lines

PAGE = 100
COLUMNS = (
    Field.NAME,
    Field.PHONE,
    Field.EMAIL,
    Field.BIRTH_DATE,
    Field.TAGS,
    Field.NOTE,
    Field.LAST_VISIT,
    Field.TREATMENT,
    Field.OPTED_OUT,
)
"""Headings by which an import knows the columns again."""


async def export_patients(
    database: Database, scope: ClinicScope, ids: Sequence[UUID] | None, group: Group
) -> AsyncIterator[str]:
    """The chosen patients, or a group, as CSV (RFC 4180) page by page. No cell is taken for a formula."""
    async with database.clinic(scope) as session:
        await audit.record(session, "patient.export", "patient", ids or ())
        zone = ZoneInfo((await identity.get_clinic(session)).timezone)
    yield csv_lines([[column.value.replace("_", " ").capitalize() for column in COLUMNS]])
    if ids is not None:
        for start in range(0, len(ids), PAGE):
            async with database.clinic(scope) as session:
                yield await _lines(session, zone, ids[start : start + PAGE])
        return
    number, pages = 1, 1
    while number <= pages:
        async with database.clinic(scope) as session:
            page = await recalls.search(session, group=group, page=number, size=PAGE)
            pages = page.pages
            yield await _lines(session, zone, [item.id for item in page.items])
        number += 1


async def _lines(session: ClinicSession, zone: ZoneInfo, ids: Sequence[UUID]) -> str:
    people = await patients.get_patients(session, ids)
    rows = []
    for patient_id in ids:
        person = people.get(patient_id)
        if person is not None:
            listed = await recalls.find_listed(session, person)
            stopped = await _has_opted_out(session, person)
            rows.append(_row(person, listed, stopped, zone))
    return csv_lines(rows)


async def _has_opted_out(session: ClinicSession, person: patients.Patient) -> bool:
    addresses = [address for address in (person.phone, person.email) if address]
    return bool(addresses and await consent.list_suppressions(session, *addresses))


def _row(person: patients.Patient, listed: ListedPatient, stopped: bool, zone: ZoneInfo) -> list[str]:
    visit = listed.last_visit.astimezone(zone).date().isoformat() if listed.last_visit else ""
    return [
        person.name,
        patients.display_phone(person.phone) if person.phone else "",
        person.email or "",
        person.birth_date.isoformat() if person.birth_date else "",
        "; ".join(person.tags),
        person.note or "",
        visit,
        listed.treatment or "",
        "yes" if stopped else "",
    ]
