"""The head of a patient's record: who it is, how to reach them, what they agree to, what was merged into it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from mia.clinic.consent import service as consent
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import Reach
from mia.clinic.patients import service as patients
from mia.clinic.patients.service import Lookalike, Merge, Patient
from mia.clinic.practice import service as practices
from mia.clinic.recalls import service as recalls
from mia.clinic.recalls.service import ListedPatient
from mia.clinic.records.preferences import Standing, standings
from mia.clinic.schedule import service as schedule
from mia.clinic.schedule.service import Appointment
from mia.platform.db.session import ClinicSession

_COMPLETED = "completed"


@dataclass(frozen=True)
class DueVisit:
    """What a patient is due for, and since when or from when."""

    service: str
    due_at: datetime


@dataclass(frozen=True)
class Profile:
    """One record. ``holds`` are rules that stand against any contact, ``stops`` the reasons why an address is not
    contacted. ``merges`` went into this record, the newest first; ``reach``: whether they can be texted.
    ``due`` is the visit due first of those not booked; ``value_cents`` what completed treatments came to."""

    patient: Patient
    line: ListedPatient
    timezone: str
    standings: tuple[Standing, ...]
    stops: tuple[str, ...]
    holds: tuple[str, ...]
    lookalikes: tuple[Lookalike, ...]
    merges: tuple[Merge, ...]
    reach: Reach
    next_visit: Appointment | None
    due: DueVisit | None
    value_cents: int


async def read_profile(session: ClinicSession, patient_id: UUID) -> Profile:
    """One patient; :class:`~mia.platform.kernel.errors.NotFound` when the clinic has none such. Audited."""
    patient = await patients.get_patient(session, patient_id)
    practice = await practices.get_practice(session)
    facts = await consent.gather_facts(session, patient.phone, patient.email, [patient])
    merged = patient.merged_into is not None
    upcoming = await schedule.list_upcoming(session, patient_id)
    treatments = await patients.list_treatments(session, patient_id)
    return Profile(
        patient=patient,
        line=await recalls.find_listed(session, patient),
        timezone=practice.timezone,
        standings=tuple(standings(session, facts)),
        stops=tuple(dict.fromkeys(stop.reason for stop in facts.suppressions)),
        holds=tuple(sorted(facts.recipient.holds)),
        lookalikes=() if merged else tuple(await patients.find_lookalikes(session, patient)),
        merges=tuple(await patients.list_merges(session, patient_id)),
        reach=await inbox.find_reach(session, patient.phone),
        next_visit=upcoming[0] if upcoming else None,
        due=await _due_first(session, patient_id, upcoming),
        value_cents=sum(one.price_cents for one in treatments if one.status == _COMPLETED),
    )


async def _due_first(session: ClinicSession, patient_id: UUID, upcoming: Sequence[Appointment]) -> DueVisit | None:
    services = {one.id: one for one in await schedule.list_services(session, every=True)}
    planned = {services[visit.service_id].family for visit in upcoming if visit.service_id in services}
    unplanned = [
        DueVisit(services[one.service_id].name, one.due_at)
        for one in await recalls.list_recalls(session, patient_id)
        if one.due_at is not None and one.family not in planned and one.service_id in services
    ]
    return min(unplanned, key=lambda due: due.due_at, default=None)
