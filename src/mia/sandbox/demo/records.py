"""Enters a sample practice's people with their visits: patients, treatments, appointments."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from random import Random
from uuid import UUID

from mia.clinic.patients import service as patients
from mia.clinic.patients.service import NewPatient, NewTreatment, TreatmentStatus
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import AppointmentStatus, NewAppointment
from mia.platform.db.session import ClinicSession
from mia.sandbox.demo.agreements import enter_agreements
from mia.sandbox.demo.people import SamplePerson, sample_people
from mia.sandbox.demo.visits import SampleVisit

_KEPT_APPOINTMENTS = timedelta(days=120)
"""Older visits are treatments on record, no longer entries of the calendar."""
_NEW = timedelta(days=60)
_VIP_CENTS = 600_000
_ELSEWHERE = 50


@dataclass(frozen=True)
class EnteredVisit:
    """A visit with its patient; ``appointment_id`` is None for those older than the calendar goes."""

    patient_id: UUID
    appointment_id: UUID | None
    visit: SampleVisit


@dataclass(frozen=True)
class Records:
    """What was entered: the people by patient id, and all visits in order of time."""

    people: dict[UUID, SamplePerson]
    visits: list[EnteredVisit]


async def enter_people(
    session: ClinicSession, practice_slug: str, people: Sequence[SamplePerson], visits: Sequence[SampleVisit]
) -> list[UUID]:
    """Enter the people with what they have agreed to; their ids in order. Tags follow from their ``visits``."""
    by_person: dict[int, list[SampleVisit]] = defaultdict(list)
    for visit in visits:
        by_person[visit.person].append(visit)
    ids = await patients.import_patients(
        session,
        [
            NewPatient(
                name=person.name,
                phone=person.phone,
                email=person.email,
                birth_date=person.birth_date,
                note=person.note,
                tags=_tags(session, by_person[number]),
                source="import",
                created_at=by_person[number][0].booked_at if by_person[number] else session.now() - _NEW,
            )
            for number, person in enumerate(people)
        ],
    )
    await enter_agreements(session, practice_slug, people)
    return ids


def people_of(rng: Random, count: int, today: date) -> list[SamplePerson]:
    """The people of a practice. One in fifty has kept a number from Hawaii, where it is still night when the
    practice opens."""
    return [
        replace(person, phone=f"+1808555{100 + number // _ELSEWHERE:04}") if number % _ELSEWHERE == 7 else person
        for number, person in enumerate(sample_people(rng, count, today))
    ]


async def enter_visits(
    session: ClinicSession, ids: Mapping[int, UUID], visits: Sequence[SampleVisit]
) -> list[EnteredVisit]:
    """Enter visits with the treatments that they were or will be; ``ids`` are the patients by number."""
    kept_since = session.now() - _KEPT_APPOINTMENTS
    older = [visit for visit in visits if visit.place.starts_at < kept_since]
    kept = visits[len(older) :]
    appointment_ids = await schedule.import_appointments(
        session,
        [
            NewAppointment(
                patient_id=ids[visit.person],
                service=visit.service,
                provider_id=visit.place.provider_id,
                location_id=visit.place.location_id,
                room_id=visit.place.room_id,
                starts_at=visit.place.starts_at,
                status=visit.status,
                source="import",
                created_at=visit.booked_at,
            )
            for visit in kept
        ],
    )
    entered = [
        EnteredVisit(ids[visit.person], appointment_id, visit)
        for visit, appointment_id in (*((visit, None) for visit in older), *zip(kept, appointment_ids, strict=True))
    ]
    missed = (AppointmentStatus.CANCELLED, AppointmentStatus.NO_SHOW)
    treated = [_treatment(item) for item in entered if item.visit.status not in missed]
    await patients.add_treatments(session, treated)
    return entered


def _treatment(entered: EnteredVisit) -> NewTreatment:
    visit = entered.visit
    planned = TreatmentStatus.SCHEDULED if visit.confirmed else TreatmentStatus.PENDING
    completed = visit.status is AppointmentStatus.COMPLETED
    return NewTreatment(
        patient_id=entered.patient_id,
        service_id=visit.service.id,
        name=visit.service.name,
        family=visit.service.family,
        status=TreatmentStatus.COMPLETED if completed else planned,
        performed_at=visit.place.starts_at,
        price_cents=visit.service.price_cents,
        appointment_id=entered.appointment_id,
        created_at=visit.place.starts_at + visit.service.visit.duration if completed else visit.booked_at,
    )


def _tags(session: ClinicSession, visits: Sequence[SampleVisit]) -> tuple[str, ...]:
    """``VIP``, ``Regular`` or ``New Patient``; being overdue is computed, never stored."""
    completed = [visit for visit in visits if visit.status is AppointmentStatus.COMPLETED]
    if not completed or completed[0].place.starts_at > session.now() - _NEW:
        return ("New Patient",)
    spent = sum(visit.service.price_cents for visit in completed)
    return ("VIP", "Regular") if spent >= _VIP_CENTS else ("Regular",)
