"""Offers that were made before, read back from their tokens."""

from collections.abc import Sequence

from mia.clinic.practice import service as practices
from mia.clinic.schedule import catalogue
from mia.clinic.schedule.appointments import spoken_time
from mia.clinic.schedule.slots.offers import SlotSigner
from mia.clinic.schedule.slots.search import Offer
from mia.platform.db.session import ClinicSession


async def read_offers(session: ClinicSession, signer: SlotSigner, tokens: Sequence[str]) -> tuple[Offer, ...]:
    """The offers that have not run out and that the practice could still keep by its catalogue, by time; whether
    they are free is found out when one is booked."""
    practice = await practices.get_practice(session)
    providers = {provider.id: provider.name for provider in await catalogue.list_providers(session)}
    locations = {location.id: location.name for location in practice.locations}
    services = {service.id: service for service in await catalogue.list_services(session)}
    offers = []
    for token in tokens:
        claim = signer.read(token, session.scope.clinic_id)
        service = services.get(claim.service_id)
        known = claim.provider_id in providers and claim.location_id in locations
        if service is None or not known or min(claim.expires_at, claim.starts_at) <= session.now():
            continue
        offers.append(
            Offer(
                token=token,
                starts_at=claim.starts_at,
                ends_at=claim.starts_at + service.visit.duration,
                provider_id=claim.provider_id,
                provider=providers[claim.provider_id],
                location_id=claim.location_id,
                location=locations[claim.location_id],
                spoken=spoken_time(claim.starts_at, practice.zone),
            )
        )
    return tuple(sorted(offers, key=lambda offer: offer.starts_at))
