"""Sample leads of the demo practice: a month of inquiries and their outcomes."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random
from uuid import UUID

from mia.clinic.leads import service as leads
from mia.clinic.leads.service import LeadStage, Learned, LostReason, PastLead
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import Appointment, AppointmentStatus
from mia.platform.db.session import ClinicSession
from mia.sandbox.demo.people import sample_people

_STAGES = (
    (LeadStage.NEW, 4),
    (LeadStage.CONTACTED, 9),
    (LeadStage.CONSULT_BOOKED, 5),
    (LeadStage.WON, 8),
    (LeadStage.LOST, 6),
)
_SOURCES = {"web_form": 60, "quick_capture": 20, "staff": 20}
_ANSWER_S = (18, 55)
"""Mia answers within the minute; who was entered by hand waits for a person."""
_BY_HAND_MIN = (6, 140)
_AREA_CODE = "727"
"""Of fictional numbers that no sample patient has."""
_STEPS = (
    "Call after six",
    "Send the price list",
    "Ask Dr. Marchetti about downtime",
    "Offer Saturday",
    "Call once more",
)
_MESSAGES = (
    "I would like to know more before I decide.",
    "Do you have evening appointments?",
    "A friend told me about you.",
    None,
    None,
)
_LOST = (LostReason.PRICE, LostReason.NO_ANSWER, LostReason.ELSEWHERE, LostReason.TIMING)


async def enter_leads(session: ClinicSession, owners: Sequence[UUID]) -> None:
    """Enter the sample leads of a practice; ``owners`` are the people at its desk."""
    rng = Random("leads")  # noqa: S311 - made-up data, meant to repeat
    now = session.now()
    stages = [stage for stage, count in _STAGES for _ in range(count)]
    people = sample_people(rng, len(stages), now.date())
    treatments = [service.name for service in await schedule.list_services(session)]
    visits = await _visits(session)
    past = []
    for number, (stage, person) in enumerate(zip(stages, people, strict=True)):
        phone = f"+1{_AREA_CODE}55501{number:02}"
        learned = Learned(
            person.name, phone, interest=rng.choice(treatments), email=person.email, message=rng.choice(_MESSAGES)
        )
        past.append(_lead(rng, now, stage, learned, rng.choice(owners) if owners and rng.random() < 0.8 else None))
    await leads.import_leads(session, [_tied(lead, visits) for lead in past])


def _lead(rng: Random, now: datetime, stage: LeadStage, learned: Learned, owner_id: UUID | None) -> PastLead:
    source = rng.choices(list(_SOURCES), list(_SOURCES.values()))[0]
    by_hand = source == "staff"
    captured_at = now - (timedelta(minutes=rng.randint(20, 600)) if stage is LeadStage.NEW else _ago(rng))
    waited = (
        timedelta(minutes=rng.randint(*_BY_HAND_MIN)) if by_hand else timedelta(seconds=rng.randint(*_ANSWER_S))
    )
    answered_at = None if stage is LeadStage.NEW else captured_at + waited
    further = stage not in (LeadStage.NEW, LeadStage.CONTACTED)
    stage_at = (answered_at or captured_at) + (timedelta(hours=rng.randint(1, 30)) if further else timedelta())
    booked = stage in (LeadStage.CONSULT_BOOKED, LeadStage.WON) or (stage is LeadStage.LOST and rng.random() < 0.2)
    planned = stage in (LeadStage.NEW, LeadStage.CONTACTED) and rng.random() < 0.7
    return PastLead(
        learned=learned,
        source=source,
        stage=stage,
        captured_at=captured_at,
        stage_at=min(stage_at, now),
        answered_at=answered_at,
        booked_at=min(stage_at, now) if booked else None,
        owner_id=owner_id,
        next_step=rng.choice(_STEPS) if planned else None,
        next_step_on=(now + timedelta(days=rng.randint(-2, 5))).date() if planned else None,
        lost_reason=rng.choice(_LOST) if stage is LeadStage.LOST else None,
    )


def _ago(rng: Random) -> timedelta:
    return timedelta(days=rng.randint(2, 27), minutes=rng.randint(0, 900))


async def _visits(session: ClinicSession) -> list[tuple[Appointment, str, str | None]]:
    """Upcoming appointments of the next days, with the patient's name and number: those patients were leads
    once."""
    today = session.now().date()
    found = []
    for ahead in range(1, 6):
        _, entries = await schedule.list_appointments(session, today + timedelta(days=ahead))
        found += [
            (entry.appointment, entry.patient.name, entry.patient.phone)
            for entry in entries
            if entry.appointment.status is AppointmentStatus.BOOKED
        ]
    return found


def _tied(lead: PastLead, visits: list[tuple[Appointment, str, str | None]]) -> PastLead:
    """A booked consult is someone's visit; without one left the lead is still only contacted."""
    if lead.stage is not LeadStage.CONSULT_BOOKED or not visits:
        return lead
    visit, name, phone = visits.pop(0)
    learned = Learned(name, phone, visit.service_id, visit.service, message=lead.learned.message)
    return replace(lead, learned=learned, appointment_id=visit.id, patient_id=visit.patient_id)
