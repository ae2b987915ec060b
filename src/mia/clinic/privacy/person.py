"""Who a request is about: the records that bear a given email address or phone number."""

from dataclasses import dataclass, field
from uuid import UUID

from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import PersonRecord
from mia.clinic.leads import service as leads
from mia.clinic.leads.service import Lead
from mia.clinic.patients import service as patients
from mia.clinic.patients.service import Patient
from mia.clinic.privacy.ledger import Entry
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import Appointment
from mia.platform.db.behind_blinds import read_behind
from mia.platform.db.session import ClinicSession


@dataclass(frozen=True)
class Request:
    """By what someone is looked for; at least one of ``email`` and ``phone``. ``name`` tells apart people
    who share them."""

    email: str | None = field(default=None, repr=False)
    phone: str | None = field(default=None, repr=False)
    name: str | None = field(default=None, repr=False)


class SeveralPeople(Exception):
    """People of different names share the address or number: a name is needed."""


@dataclass(frozen=True)
class Person:
    """Everything that leads to a person. ``addresses`` are their emails and phones (E.164), as asked for
    and as on record."""

    addresses: tuple[str, ...] = field(repr=False)
    patients: tuple[Patient, ...]
    appointments: tuple[Appointment, ...]
    leads: tuple[Lead, ...]
    record: PersonRecord

    @property
    def patient_ids(self) -> list[UUID]:
        return [patient.id for patient in self.patients]

    @property
    def conversation_ids(self) -> list[UUID]:
        return [talk.id for talk in self.record.talks]


async def find_person(session: ClinicSession, request: Request) -> Person:
    """Look a person up; :class:`SeveralPeople` when the request fits people of different names.

    Also found without any record: emails and grants may still bear the address.
    """
    found: dict[UUID, Patient] = {}
    email = patients.normalize_email(request.email) if request.email else None
    phone = patients.normalize_phone(request.phone) if request.phone else None
    if email:
        found |= {patient.id: patient for patient in await patients.find_by_email(session, email, unverified=True)}
    if phone:
        found |= {patient.id: patient for patient in await patients.find_by_phone(session, phone, unverified=True)}
    people = [item for item in found.values() if not request.name or patients.is_same_name(item.name, request.name)]
    if any(not patients.is_same_name(person.name, people[0].name) for person in people):
        raise SeveralPeople
    visits = [visit for person in people for visit in await schedule.list_of_patient(session, person.id)]
    # What a stranger typed beside a name is not the person's address: it may be someone else's.
    confirmed = [person for person in people if not person.unverified]
    known = {value for person in confirmed for value in (person.phone, person.email) if value}
    for person in confirmed:
        known.update(await patients.former_addresses(session, person.id))
    addresses = tuple(sorted(known | {value for value in (email, phone) if value}))
    interested = await _leads(session, request, addresses, visits)
    talked = [lead.conversation_id for lead in interested if lead.conversation_id]
    record = await inbox.read_person(session, [person.id for person in people], talked)
    return Person(addresses, tuple(people), tuple(visits), tuple(interested), record)


async def find_again(session: ClinicSession, entry: Entry) -> Person:
    """Who was once erased, by the ids and keyed hashes in the ledger: in a database that was restored since."""
    found = await patients.get_patients(session, entry.patients)
    visits = [visit for id_ in found for visit in await schedule.list_of_patient(session, id_)]
    known = await read_behind(session, entry.blinds)
    for id_ in found:
        known.update(await patients.former_addresses(session, id_))
    people, interested = tuple(found.values()), tuple(await leads.list_leads(session, entry.leads))
    record = await inbox.read_person(session, list(found), entry.conversations)
    return Person(tuple(sorted(known)), people, tuple(visits), interested, record)


async def _leads(
    session: ClinicSession, request: Request, addresses: tuple[str, ...], visits: list[Appointment]
) -> list[Lead]:
    """Leads with one of the numbers, but not those of someone else who shares it."""
    booked = [visit.id for visit in visits]
    numbers = [address for address in addresses if "@" not in address]
    emails = [address for address in addresses if "@" in address]
    found: dict[UUID, Lead] = {}
    for number, email in (
        *[(number, None) for number in numbers],
        *[(None, email) for email in emails],
        (None, None),
    ):
        for lead in await leads.list_for_person(session, number, booked, email=email):
            name = lead.learned.name
            if not (request.name and name) or patients.is_same_name(name, request.name):
                found[lead.id] = lead
    return list(found.values())
