"""Whose a thread is. A number that was no one's becomes a patient's with all that was written there, once it stands
on their record: a person keeps one conversation from their first message on."""

from collections.abc import Iterable
from uuid import UUID

from mia.clinic.inbox.models import ThreadRow
from mia.clinic.inbox.threads import queries
from mia.clinic.patients import service as patients
from mia.clinic.patients.service import Patient
from mia.platform.db.session import ClinicSession
from mia.platform.realtime import service as realtime


async def owner_of(session: ClinicSession, phone: str) -> UUID | None:
    """The one patient with a number; None when it is no one's or shared."""
    return _only(await patients.find_by_phone(session, phone))


async def link_numbers(session: ClinicSession, phones: Iterable[str]) -> None:
    """Numbers (E.164) stand on records now: threads with them that were no one's are their owners'. A number that
    several share, or that stands only on a record no one has confirmed, is no one's still."""
    by_blind = {session.blind(phone): phone for phone in phones}
    for row in await queries.list_unowned(session, list(by_blind)):
        await _link(session, row, await owner_of(session, by_blind[row.address_blind]))


async def link_patient_threads(session: ClinicSession, patient_id: UUID) -> None:
    """A patient was added, confirmed or has another number. Safe to repeat."""
    patient = (await patients.get_patients(session, [patient_id])).get(patient_id)
    if patient is not None and patient.phone is not None:
        await link_numbers(session, [patient.phone])


async def link_written_to(session: ClinicSession, patient: Patient, thread_id: UUID, address: str) -> None:
    """Staff writes to a patient at an address: a thread there that was no one's is theirs, if the address is on no
    other record."""
    row = await queries.find_thread(session, id=thread_id, lock=True)
    if row is None or row.patient_id is not None:
        return
    find = patients.find_by_email if "@" in address else patients.find_by_phone
    if _only(await find(session, address)) == patient.id:
        await _link(session, row, patient.id)


def _only(people: list[Patient]) -> UUID | None:
    return people[0].id if len(people) == 1 else None


async def _link(session: ClinicSession, row: ThreadRow, patient_id: UUID | None) -> None:
    if patient_id is None:
        return
    await queries.change_thread(session, row.id, {"patient_id": patient_id})
    await realtime.publish(session, "conversation.changed", row.id)
