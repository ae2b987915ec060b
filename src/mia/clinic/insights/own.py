"""Figures over all clinics of a person: the four cards of the general dashboard (spec §2, §9)."""

from collections.abc import Iterable
from dataclasses import dataclass

from mia.clinic.insights.service import communication_figures
from mia.clinic.patients import service as patients
from mia.clinic.patients.service import RecentTreatment
from mia.platform.db.session import ClinicSession

MOST_DUMPED = 1000
"""Treatments of one clinic that the debug query shows; it counts all of them."""


@dataclass(frozen=True)
class OwnOverview:
    """The cards. ``total_rebookings`` is the number of treatments on record, ``success_rate`` the whole percent of
    them that are completed; a patient of two clinics counts in each, since each has its own record."""

    total_rebookings: int
    success_rate: int
    active_patients: int
    total_communications: int


@dataclass(frozen=True)
class ClinicShare:
    """What one clinic adds to the cards."""

    treatments: int
    completed: int
    patients: int
    communications: int


async def share_of(session: ClinicSession) -> ClinicShare:
    """The clinic's treatments, those completed, their distinct patients, and the communications of 30 days."""
    totals = await patients.treatment_totals(session)
    channels = await communication_figures(session)
    return ClinicShare(
        totals.treatments, totals.completed, totals.patients, sum(channel.received for channel in channels)
    )


def summed(shares: Iterable[ClinicShare]) -> OwnOverview:
    """The cards over several clinics; all zero over none."""
    known = list(shares)
    treatments = sum(share.treatments for share in known)
    completed = sum(share.completed for share in known)
    return OwnOverview(
        total_rebookings=treatments,
        success_rate=_percent(completed, treatments),
        active_patients=sum(share.patients for share in known),
        total_communications=sum(share.communications for share in known),
    )


def _percent(part: int, whole: int) -> int:
    """Whole percent, halves up as JavaScript's ``Math.round`` has it (12.5 is 13); 0 of nothing."""
    return (200 * part + whole) // (2 * whole) if whole else 0


async def dump_treatments(session: ClinicSession) -> tuple[int, list[RecentTreatment]]:
    """How many treatments the clinic has, and the newest :data:`MOST_DUMPED` of them."""
    totals = await patients.treatment_totals(session)
    return totals.treatments, await patients.recent_treatments(session, MOST_DUMPED)
