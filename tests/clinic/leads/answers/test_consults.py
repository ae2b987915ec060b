"""A lead is offered a consult with someone who performs what they are interested in."""

from dataclasses import dataclass, replace
from uuid import UUID

import pytest_asyncio

from mia.clinic.leads.answers.consults import Consult, offer_consult
from mia.clinic.leads.service import Learned
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import Provider, Service
from mia.platform.kernel.ids import new_id
from tests.clinic.leads.answers.conftest import Front
from tests.fakes.practice import SIGNER, make_service, workdays

FILLERS, DENTAL = "Dermal Fillers", "Dental Cleaning"


@dataclass
class Staff:
    """A dentist and a nurse who both give the practice's consultation."""

    front: Front
    filler: Service
    cleaning: Service
    consult: Service
    dentist: Provider
    nurse: Provider

    async def offered(self, interest: str | None = None, service_id: UUID | None = None) -> Consult:
        lead_id = await self.front.capture()
        lead = await self.front.lead(lead_id)
        learned = Learned(interest=interest, service_id=service_id)
        async with self.front.database.clinic(self.front.practice.scope) as session:
            return await offer_consult(session, SIGNER, replace(lead, learned=learned))


@pytest_asyncio.fixture
async def staff(front: Front) -> Staff:
    filler = replace(make_service("Lip Filler", 45), category=FILLERS)
    cleaning = replace(make_service("Dental Cleaning", 60), category=DENTAL)
    consult = replace(make_service("Consultation", 30), category="General Consultation")
    dentist = Provider(new_id(), "Dr. Stone", "DMD", (cleaning.id, consult.id))
    nurse = Provider(new_id(), "Nurse Wu", "RN", (filler.id, consult.id))
    main = front.practice.main
    async with front.database.clinic(front.practice.scope) as session:
        await schedule.set_up(
            session,
            services=[cleaning, filler, consult],
            providers=[dentist, nurse],
            shifts=workdays(dentist.id, main) + workdays(nurse.id, main),
            rooms=[],
        )
    return Staff(front, filler, cleaning, consult, dentist, nurse)


async def test_a_lead_meets_who_performs_the_treatment_or_the_category_asked_for(staff: Staff) -> None:
    for told, provider in (
        (await staff.offered(FILLERS), staff.nurse),
        (await staff.offered("lip filler"), staff.nurse),
        (await staff.offered("Lip Filler", staff.filler.id), staff.nurse),
        (await staff.offered(DENTAL), staff.dentist),
    ):
        assert told.service_id == staff.consult.id
        assert {offer.provider_id for offer in told.offers} == {provider.id}


async def test_without_a_known_interest_anyone_who_consults_will_do(staff: Staff) -> None:
    assert {offer.provider_id for offer in (await staff.offered("Something else")).offers} & {
        staff.dentist.id,
        staff.nurse.id,
    }


async def test_who_asks_for_what_no_consultant_performs_is_offered_the_treatment_itself(staff: Staff) -> None:
    botox = staff.front.practice.botox
    told = await staff.offered("Botox", botox)
    assert told.service_id == botox
    assert {offer.provider_id for offer in told.offers} <= {
        staff.front.practice.dr_reyes,
        staff.front.practice.nurse_kim,
    }


async def test_a_practice_with_a_consultation_of_the_category_offers_that_one(staff: Staff) -> None:
    talk = replace(make_service("Smile Consult", 30), category=DENTAL)
    other = Provider(new_id(), "Dr. Pearl", "DMD", (talk.id, staff.cleaning.id))
    async with staff.front.database.clinic(staff.front.practice.scope) as session:
        await schedule.set_up(
            session,
            services=[talk],
            providers=[other],
            shifts=workdays(other.id, staff.front.practice.main),
            rooms=[],
        )
    assert (await staff.offered(DENTAL)).service_id == talk.id
    assert (await staff.offered(FILLERS)).service_id == staff.consult.id
