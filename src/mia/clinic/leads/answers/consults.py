"""The consult a lead is offered: which service, and times that are really free."""

from dataclasses import dataclass
from uuid import UUID

from mia.clinic.leads.service import Lead
from mia.clinic.patients.service import fold
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import IN_MESSAGE, Offer, Service, SlotSigner, Wish
from mia.platform.db.session import ClinicSession

_FEW = 2
"""Times in a text: more is a list no one reads."""


@dataclass(frozen=True)
class Consult:
    """What is offered. ``service_id`` is None for a practice that has no service."""

    service_id: UUID | None
    offers: tuple[Offer, ...]


async def offer_consult(session: ClinicSession, signer: SlotSigner | None, lead: Lead) -> Consult:
    """The practice's consultation, else what the lead asked for; with times to write, when there is a signer."""
    services = await schedule.list_services(session)
    wanted = next((one for one in services if one.id == lead.learned.service_id), None)
    service = next((one for one in services if _is_consult(one)), wanted or (services[0] if services else None))
    if service is None:
        return Consult(None, ())
    if signer is None:
        return Consult(service.id, ())
    found = await schedule.offer_slots(session, signer, Wish(service.id), _FEW, valid_for=IN_MESSAGE)
    return Consult(service.id, found.offers)


def _is_consult(service: Service) -> bool:
    return any("consultation" in fold(name) or "consult" in fold(name) for name in (service.name, *service.aliases))
