"""The consult a lead is offered: which service, with whom, and times that are really free."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from mia.clinic.leads.service import Lead, Learned
from mia.clinic.patients.service import fold
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import IN_MESSAGE, Offer, Provider, Service, SlotSigner, Wish
from mia.platform.db.session import ClinicSession

_FEW = 2
"""Times in a text: more is a list no one reads."""


@dataclass(frozen=True)
class Consult:
    """What is offered. ``service_id`` is None for a practice that has no service."""

    service_id: UUID | None
    offers: tuple[Offer, ...]


async def offer_consult(session: ClinicSession, signer: SlotSigner | None, lead: Lead) -> Consult:
    """The consultation with someone who performs what the lead asked for, else that treatment itself; with times to
    write, when there is a signer."""
    services, providers = await schedule.list_services(session), await schedule.list_providers(session)
    service = _consult_for(services, providers, lead.learned)
    if service is None:
        return Consult(None, ())
    if signer is None:
        return Consult(service.id, ())
    wish = await with_fitting_provider(session, Wish(service.id), lead.learned)
    found = await schedule.offer_slots(session, signer, wish, _FEW, valid_for=IN_MESSAGE)
    return Consult(service.id, found.offers)


async def with_fitting_provider(session: ClinicSession, wish: Wish, learned: Learned) -> Wish:
    """The wish for a consult, with those alone who perform the treatment it is about. A wish for anything else, or
    for someone by name, stays as it is."""
    services = await schedule.list_services(session)
    if wish.provider_id or not any(one.id == wish.service_id and _is_consult(one) for one in services):
        return wish
    providers = await schedule.list_providers(session)
    skilled = _performing(providers, _asked_for(services, learned))
    return replace(wish, among=frozenset(one.id for one in skilled if wish.service_id in one.service_ids))


def _consult_for(services: Sequence[Service], providers: Sequence[Provider], learned: Learned) -> Service | None:
    """A consultation in the category asked for comes first, then one that someone who performs it gives."""
    asked = _asked_for(services, learned)
    consults = [one for one in services if _is_consult(one)]
    if not asked:
        return next(iter(consults or services), None)
    skilled = _performing(providers, asked)
    categories = {one.category for one in asked}
    given = [one for one in consults if not skilled or any(one.id in each.service_ids for each in skilled)]
    return next((one for one in given if one.category in categories), next(iter(given), asked[0]))


def _asked_for(services: Sequence[Service], learned: Learned) -> list[Service]:
    """The treatments that someone is interested in: the one named, else all of the category."""
    interest = fold(learned.interest or "")
    treatments = [one for one in services if not _is_consult(one)]
    named = [
        one
        for one in treatments
        if one.id == learned.service_id or (interest and interest in map(fold, _names(one)))
    ]
    return named or [one for one in treatments if interest and fold(one.category) == interest]


def _performing(providers: Sequence[Provider], services: Sequence[Service]) -> list[Provider]:
    return [one for one in providers if any(service.id in one.service_ids for service in services)]


def _is_consult(service: Service) -> bool:
    return any(word.startswith("consult") for name in _names(service) for word in fold(name))


def _names(service: Service) -> tuple[str, ...]:
    return (service.name, *service.aliases)
