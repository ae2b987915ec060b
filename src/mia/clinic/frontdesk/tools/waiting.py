"""Putting someone on the waiting list when nothing suits."""

from typing import Any

from mia.clinic.frontdesk.tools.input import JoinWaitingList, is_plausible_name, read_arguments
from mia.clinic.frontdesk.tools.patient import identified
from mia.clinic.inbox.service import Conversation
from mia.clinic.patients import service as patients
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import NewWaiting
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import Conflict, Invalid, NotFound
from mia.platform.kernel.ids import encode

Json = dict[str, Any]


async def join_waiting_list(session: ClinicSession, conversation: Conversation, arguments: Json) -> Json:
    """Put the caller on the list: the patient we know, or the name and number given now."""
    asked: JoinWaitingList = read_arguments(JoinWaitingList, arguments)
    try:
        name, phone = await _who(session, conversation, asked)
    except Invalid as error:
        field_name, message = next(iter(error.fields.items()), ("", error.detail))
        return {"status": "invalid", "field": field_name, "message": message}
    new = NewWaiting(
        name,
        phone,
        asked.service_id,
        asked.provider_id,
        asked.preferred,
        asked.from_,
        asked.to,
        asked.part_of_day,
        conversation.id,
    )
    try:
        entry_id = await schedule.join_waiting_list(session, new)
    except NotFound:
        return {"status": "invalid", "field": "service_id", "message": "There is no such service or provider"}
    except Conflict:
        return {"status": "full"}
    return {"status": "listed", "entry_id": encode("wtl", entry_id)}


async def _who(session: ClinicSession, conversation: Conversation, asked: JoinWaitingList) -> tuple[str, str]:
    known = await identified(session, conversation)
    if known and known.lead and known.lead.learned.phone:
        return known.lead.learned.name or asked.name, known.lead.learned.phone
    if known and known.patient_id and not (known.by_code and asked.phone):
        patient = await patients.get_patient(session, known.patient_id)
        if patient.phone is not None:
            return patient.name, patient.phone
    if not is_plausible_name(asked.name):
        raise Invalid("A name is needed", fields={"name": "That does not look like a name"})
    return patients.normalize_name(asked.name), patients.normalize_phone(asked.phone)
