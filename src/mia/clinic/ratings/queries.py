"""Reads and writes of ratings, and who may be asked for one."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import insert, select, text, update
from sqlalchemy.dialects.postgresql import insert as upsert

from mia.clinic.ratings.models import RatingRow
from mia.platform.db.session import ClinicSession


@dataclass(frozen=True)
class Candidate:
    """A visit or a conversation that is over, and whose: one of the two ids is None."""

    patient_id: UUID
    appointment_id: UUID | None
    conversation_id: UUID | None


_CANDIDATES = text(
    """
    WITH over AS (
        SELECT visit.patient_id, visit.id AS appointment_id, CAST(NULL AS uuid) AS conversation_id,
            visit.ends_at AS at
        FROM appointments AS visit
        WHERE visit.clinic_id = :clinic_id AND visit.status = 'completed' AND visit.source <> 'import'
            AND visit.starts_at > :earliest AND visit.ends_at < :latest
        UNION ALL
        SELECT talk.patient_id, NULL, talk.id, talk.ended_at
        FROM conversations AS talk
        WHERE talk.clinic_id = :clinic_id AND talk.status = 'closed' AND talk.patient_id IS NOT NULL
            AND talk.channel IN ('phone', 'web_call') AND NOT talk.visitor AND NOT talk.sample
            AND talk.duration_seconds >= :seconds AND talk.started_at > :earliest AND talk.ended_at < :latest
    )
    SELECT DISTINCT ON (over.patient_id) over.patient_id, over.appointment_id, over.conversation_id
    FROM over
    WHERE NOT EXISTS (
        SELECT FROM ratings
        WHERE ratings.clinic_id = :clinic_id AND ratings.patient_id = over.patient_id
            AND ratings.created_at > :asked_since AND NOT ratings.sample)
    ORDER BY over.patient_id, over.appointment_id IS NULL, over.at DESC
    LIMIT :most
    """
)


async def list_candidates(
    session: ClinicSession,
    *,
    earliest: datetime,
    latest: datetime,
    asked_since: datetime,
    seconds: int,
    most: int,
) -> list[Candidate]:
    """Patients whose visit, or call of so many seconds at least, ended between two instants, and who were not asked
    since a third; a visit before a call."""
    values = {
        "clinic_id": session.scope.clinic_id,
        "earliest": earliest,
        "latest": latest,
        "asked_since": asked_since,
        "seconds": seconds,
        "most": most,
    }
    return [Candidate(*row) for row in await session.sql.execute(_CANDIDATES, values)]


async def add_rating(session: ClinicSession, values: Mapping[str, Any]) -> None:
    await session.sql.execute(insert(RatingRow).values(clinic_id=session.scope.clinic_id, **values))


async def add_rating_once(session: ClinicSession, values: Mapping[str, Any]) -> bool:
    """False when its conversation has one."""
    statement = upsert(RatingRow).values(clinic_id=session.scope.clinic_id, **values).on_conflict_do_nothing()
    return await session.sql.scalar(statement.returning(RatingRow.id)) is not None


async def find_rating(session: ClinicSession, id: UUID) -> RatingRow | None:
    """Held until the transaction ends."""
    query = select(RatingRow).where(RatingRow.id == id)
    return await session.sql.scalar(query.with_for_update())


async def change_rating(session: ClinicSession, id: UUID, values: Mapping[str, Any]) -> None:
    await session.sql.execute(update(RatingRow).where(RatingRow.id == id).values(**values))
