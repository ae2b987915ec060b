"""Removing a person from a clinic. Counts, the audit log and the word never to contact them again remain."""

from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import SuppressionReason
from mia.clinic.frontdesk.ports import VoiceService
from mia.clinic.frontdesk.service import erase_at_voice_service, forget_tool_runs
from mia.clinic.inbox import service as inbox
from mia.clinic.leads import service as leads
from mia.clinic.outreach import service as outreach
from mia.clinic.patients import service as patients
from mia.clinic.privacy.ledger import Entry, Kind, Ledger
from mia.clinic.privacy.models import ErasureRow
from mia.clinic.privacy.person import Person, Request, find_again, find_person
from mia.clinic.schedule import service as schedule
from mia.clinic.teaching import service as teaching
from mia.clinic.verification import service as verification
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession, Database
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import ClinicScope
from mia.platform.mail import service as mail
from mia.platform.sandbox_phones import service as sandbox_phones

_NOBODY = "Deleted person"


@dataclass(frozen=True)
class Extent:
    """How much there is of a person: what a deletion would remove, or has removed."""

    patients: int
    upcoming_visits: int
    conversations: int
    contacts: int
    leads: int
    emails: int
    addresses: int


async def measure(session: ClinicSession, request: Request) -> Extent:
    """What a deletion would touch."""
    return await _extent(session, await find_person(session, request))


async def erase(
    database: Database, scope: ClinicScope, voice: VoiceService, request: Request, ledger: Ledger
) -> Extent:
    """Anonymise records, cancel coming visits, erase what was said and written, suppress all addresses.

    The voice service first: when it cannot be reached (:class:`Unavailable`) nothing has been removed here
    and the request can be repeated, as it can be afterwards. The ledger knows of it before the database does.
    """
    async with database.clinic(scope) as session:
        person = await find_person(session, request)
    for talk in person.record.talks:
        await erase_at_voice_service(voice, talk)
    async with database.clinic(scope) as session:
        person = await find_person(session, request)
        extent = await _extent(session, person)
        ledger.append(entry := _entry_of(session, person))
        await _erase(session, person)
        await _carried_out(session, entry)
        await audit.record(session, "privacy.delete", "patient", person.patient_ids)
    return extent


async def erase_again(database: Database, scope: ClinicScope, voice: VoiceService, entry: Entry) -> bool:
    """Remove someone once more from a database that was restored from a backup of before; False when this database
    has seen it. :class:`Unavailable` when the voice service cannot be reached."""
    async with database.clinic(scope) as session:
        if await _is_carried_out(session, entry):
            return False
        person = await find_again(session, entry)
    for talk in person.record.talks:
        await erase_at_voice_service(voice, talk)
    async with database.clinic(scope) as session:
        person = await find_again(session, entry)
        await _erase(session, person)
        for blind in entry.blinds:
            await mail.erase_blind(session, blind)
            await consent.suppress_blind(session, blind, SuppressionReason.PRIVACY_REQUEST)
        await _carried_out(session, entry)
        await audit.record(session, "privacy.delete_again", "patient", person.patient_ids)
    return True


def _entry_of(session: ClinicSession, person: Person) -> Entry:
    return Entry(
        id=new_id(),
        clinic_id=session.scope.clinic_id,
        kind=Kind.PERSON,
        at=datetime.now(UTC),
        patients=tuple(person.patient_ids),
        leads=tuple(lead.id for lead in person.leads),
        conversations=tuple(person.conversation_ids),
        blinds=tuple(session.blind(address) for address in person.addresses),
    )


async def _carried_out(session: ClinicSession, entry: Entry) -> None:
    values = {"clinic_id": entry.clinic_id, "id": entry.id, "at": entry.at}
    await session.sql.execute(insert(ErasureRow).values(values).on_conflict_do_nothing())


async def _is_carried_out(session: ClinicSession, entry: Entry) -> bool:
    query = select(ErasureRow.id).where(ErasureRow.id == entry.id)
    return await session.sql.scalar(query) is not None


async def opt_out(session: ClinicSession, request: Request) -> int:
    """Suppress all addresses of a person and keep their record; returns how many addresses there are."""
    person = await find_person(session, request)
    for address in person.addresses:
        await consent.suppress(session, address)
    await audit.record(session, "privacy.opt_out", "patient", person.patient_ids)
    return len(person.addresses)


async def _erase(session: ClinicSession, person: Person) -> None:
    for patient in person.patients:
        for visit in await schedule.list_upcoming(session, patient.id):
            await schedule.cancel(session, visit.id)
        await schedule.forget_words(session, patient.id)
        await patients.anonymize_patient(session, patient.id, name=_NOBODY)
    for talk in person.record.talks:
        await forget_tool_runs(session, talk)
    await inbox.erase_person(session, person.patient_ids, person.conversation_ids, name=_NOBODY)
    talks = [talk.id for talk in person.record.talks]
    await teaching.forget_questions(session, talks)
    await teaching.forget_cases(session, talks)
    await inbox.erase_texts(session, person.patient_ids, person.addresses)
    await outreach.erase_outreach(session, person.patient_ids, [lead.id for lead in person.leads])
    await leads.drop_leads(session, [lead.id for lead in person.leads])
    await leads.erase_temporary(session, person.addresses)
    await verification.forget_contacts(session, person.addresses)
    await schedule.forget_waiting(session, addresses=person.addresses)
    for address in person.addresses:
        await mail.erase_for(session, address)
        await sandbox_phones.erase_number(session, address)
        await consent.suppress(session, address)
        await consent.forget_address(session, address)


async def _extent(session: ClinicSession, person: Person) -> Extent:
    upcoming = [await schedule.list_upcoming(session, id_) for id_ in person.patient_ids]
    emails = [await mail.list_for(session, address) for address in person.addresses]
    return Extent(
        patients=len(person.patients),
        upcoming_visits=sum(map(len, upcoming)),
        conversations=len(person.record.talks),
        contacts=len(person.record.contacts),
        leads=len(person.leads),
        emails=sum(map(len, emails)),
        addresses=len(person.addresses),
    )
