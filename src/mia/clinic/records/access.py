"""Who looked at a patient's record, and what they did with it, from the audit log."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID
from zoneinfo import ZoneInfo

from mia.clinic.patients import service as patients
from mia.clinic.practice import service as practices
from mia.clinic.schedule import service as schedule
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.ids import decode

_MOST_ENTRIES = 500


@dataclass(frozen=True)
class Sighting:
    """Someone did one thing with a record on one day of the clinic: ``times`` times, last at ``last_at``."""

    actor: str
    action: str
    outcome: str
    times: int
    first_at: datetime
    last_at: datetime


async def list_sightings(session: ClinicSession, patient_id: UUID) -> list[Sighting]:
    """Who opened, changed or contacted, the newest first, as far as the last 500 entries reach.

    Lists on which the patient stood among others are in the activity log alone. :class:`NotFound`.
    """
    entries = await audit.list_about(session, patient_id, limit=_MOST_ENTRIES)
    await patients.get_patient(session, patient_id)  # this reading is kept in the audit log, and shown next time
    zone = (await practices.get_practice(session)).zone
    folded: dict[tuple[str, str, str, str], Sighting] = {}
    for entry in entries:
        key = (entry.actor, entry.action, entry.outcome, _day(entry.at, zone))
        known = folded.get(key)
        if known is None:
            folded[key] = Sighting(entry.actor, entry.action, entry.outcome, 1, entry.at, entry.at)
        else:
            times = known.times + 1
            folded[key] = Sighting(known.actor, known.action, known.outcome, times, entry.at, known.last_at)
    return sorted(folded.values(), key=lambda one: one.last_at, reverse=True)


def _day(at: datetime, zone: ZoneInfo) -> str:
    return at.astimezone(zone).date().isoformat()


async def read_names(session: ClinicSession, ids: Sequence[str]) -> dict[str, str]:
    """The names behind ids of patients and of appointments, for lists of ids alone. Unknown ids have none."""
    visits = {each: decode("apt", each) for each in ids if each.startswith("apt_")}
    whose = await schedule.patients_of(session, list(visits.values()))
    wanted = {each: whose.get(visit) for each, visit in visits.items()}
    wanted |= {each: decode("pat", each) for each in ids if each not in visits}
    found = await patients.get_patients(session, sorted({each for each in wanted.values() if each is not None}))
    await audit.record(session, "patient.names", "patient", sorted(found))
    return {each: found[person].name for each, person in wanted.items() if person in found}
