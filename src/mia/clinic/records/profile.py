"""The head of a patient's record: who it is, how to reach them, what they agree to, what was merged into it."""

from dataclasses import dataclass
from uuid import UUID

from mia.clinic.consent import service as consent
from mia.clinic.inbox import service as inbox
from mia.clinic.patients import service as patients
from mia.clinic.patients.service import Lookalike, Merge, Patient
from mia.clinic.practice import service as practices
from mia.clinic.recalls import service as recalls
from mia.clinic.recalls.service import ListedPatient
from mia.clinic.records.preferences import Standing, standings
from mia.platform.db.session import ClinicSession


@dataclass(frozen=True)
class Profile:
    """One record. ``holds`` are rules that stand against any contact, ``stops`` the reasons why an address is not
    contacted. ``merges`` went into this record, the newest first; ``thread_id``: the texts with the patient."""

    patient: Patient
    line: ListedPatient
    timezone: str
    standings: tuple[Standing, ...]
    stops: tuple[str, ...]
    holds: tuple[str, ...]
    lookalikes: tuple[Lookalike, ...]
    merges: tuple[Merge, ...]
    thread_id: UUID | None


async def read_profile(session: ClinicSession, patient_id: UUID) -> Profile:
    """One patient; :class:`~mia.platform.kernel.errors.NotFound` when the clinic has none such. Audited."""
    patient = await patients.get_patient(session, patient_id)
    practice = await practices.get_practice(session)
    facts = await consent.gather_facts(session, patient.phone, patient.email, [patient])
    merged = patient.merged_into is not None
    return Profile(
        patient=patient,
        line=await recalls.find_listed(session, patient),
        timezone=practice.timezone,
        standings=tuple(standings(session, facts)),
        stops=tuple(dict.fromkeys(stop.reason for stop in facts.suppressions)),
        holds=tuple(sorted(facts.recipient.holds)),
        lookalikes=() if merged else tuple(await patients.find_lookalikes(session, patient)),
        merges=tuple(await patients.list_merges(session, patient_id)),
        thread_id=await inbox.find_thread_of(session, patient.phone) if patient.phone else None,
    )
