"""What sample patients thought of their visits: 4.8 of 5 (spec §2, Client dashboard)."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import cycle
from random import Random

from mia.clinic.practice.service import Practice
from mia.clinic.ratings import service as ratings
from mia.clinic.ratings.service import PastRating
from mia.clinic.schedule.service import AppointmentStatus
from mia.platform.db.session import ClinicSession
from mia.sandbox.demo.busy import midnights_before
from mia.sandbox.demo.records import EnteredVisit

_SCORES = [5] * 25 + [4] * 4 + [3]
"""Their mean is 4.8, and that of any number of such thirties."""
_ASKED_AFTER = timedelta(hours=2)
_WINDOWS = 3


async def enter_opinions(
    session: ClinicSession, rng: Random, practice: Practice, entered: Sequence[EnteredVisit]
) -> None:
    """Enter ratings of completed visits: thirty or sixty, or as many as there are, in each of the three months of
    thirty days before today."""
    midnights = midnights_before(session.now().astimezone(practice.zone))
    for window in range(_WINDOWS):
        until, since = midnights[30 * window], midnights[30 * window + 30]
        over = [item for item in entered if since <= _rated_at(item) < until and _was_there(item)]
        count = min(2, len(over) // len(_SCORES)) * len(_SCORES) or len(over)
        chosen = rng.sample(over, count)
        await ratings.import_ratings(
            session,
            [
                PastRating(item.patient_id, item.appointment_id, score, _rated_at(item))
                for item, score in zip(chosen, cycle(_SCORES), strict=False)
                if item.appointment_id is not None
            ],
            sample=True,
        )


def _was_there(item: EnteredVisit) -> bool:
    return item.visit.status is AppointmentStatus.COMPLETED and item.appointment_id is not None


def _rated_at(item: EnteredVisit) -> datetime:
    visit = item.visit
    return visit.place.starts_at + visit.service.visit.duration + _ASKED_AFTER
