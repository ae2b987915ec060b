"""Ratings of the past, entered in bulk: what a practice brings along, or a sample of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import insert

from mia.clinic.ratings.models import RatingRow
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.ids import new_id


@dataclass(frozen=True)
class PastRating:
    """What a patient thought of a visit, from 1 to 5."""

    patient_id: UUID
    appointment_id: UUID
    score: int
    rated_at: datetime


async def import_ratings(session: ClinicSession, ratings: Sequence[PastRating], *, sample: bool) -> None:
    """Enter ratings without asking anyone."""
    rows = [
        {
            "clinic_id": session.scope.clinic_id,
            "id": new_id(),
            "created_at": session.now(),
            "patient_id": rating.patient_id,
            "appointment_id": rating.appointment_id,
            "score": rating.score,
            "rated_at": rating.rated_at,
            "sample": sample,
        }
        for rating in ratings
    ]
    if rows:
        statement = insert(RatingRow).returning(RatingRow.id)
        await session.sql.execute(statement, rows, execution_options={"render_nulls": True})
