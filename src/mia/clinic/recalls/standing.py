"""How the patients of a page stand: what they are due for, what that is worth, and whether Mia may contact them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from mia.clinic.consent.service import Channel, Decision
from mia.clinic.inbox import service as inbox
from mia.clinic.patients import service as patients
from mia.clinic.patients.service import Patient
from mia.clinic.recalls.audience import Kind, assess, gather
from mia.clinic.schedule import service as schedule
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import NotFound

MOST_STANDINGS = 50
"""Patients that are asked about at once."""


@dataclass(frozen=True)
class Standing:
    """How a patient stands. ``due_since``: the longest due; ``value_cents``: what the visits due cost by the price
    list."""

    patient_id: UUID
    due_since: datetime | None
    value_cents: int
    last_contact_at: datetime | None
    can_call: Decision
    can_message: Decision
    writes_by: Channel
    next_visit: datetime | None


async def read_standings(session: ClinicSession, ids: Sequence[UUID]) -> list[Standing]:
    """How each of some patients stands, in their order; :class:`NotFound` when the clinic has not all of them."""
    people = await patients.get_patients(session, ids)
    if len(people) != len(set(ids)):
        raise NotFound
    prices = {one.id: one.price_cents for one in await schedule.list_services(session, every=True)}
    contacts = await inbox.last_contacts(session, ids)
    await audit.record(session, "patient.standing", "patient", list(people))
    return [await _standing(session, people[id_], prices, contacts.get(id_)) for id_ in dict.fromkeys(ids)]


async def _standing(
    session: ClinicSession, patient: Patient, prices: dict[UUID, int], last_contact_at: datetime | None
) -> Standing:
    audience = await gather(session, patient)
    due = audience.due(session)
    message = assess(session, audience, Kind.MESSAGE)
    return Standing(
        patient_id=patient.id,
        due_since=due[0].due_at if due else None,
        value_cents=sum(prices.get(recall.service_id, 0) for recall in due),
        last_contact_at=last_contact_at,
        can_call=assess(session, audience, Kind.CALL).decision,
        can_message=message.decision,
        writes_by=message.contact.channel,
        next_visit=audience.next_visit(session),
    )
