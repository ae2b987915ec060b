"""Removes sample rows before they are seeded for another day; visitors' own changes in the demo stay.

A patient someone has worked with (booked, moved, texted, called, merged) keeps the whole record as it is.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import text

from mia.clinic.practice.service import Interval
from mia.platform.db.session import ClinicSession

SAMPLE_TEXTS = "sample"
"""Begins the keys of sample texts; the statement below looks for it."""

_SAMPLE_THREAD = """
    EXISTS (SELECT FROM texts WHERE texts.clinic_id = :clinic_id AND texts.thread_id = threads.id
        AND texts.idempotency_key LIKE 'sample:%')
    AND NOT EXISTS (SELECT FROM texts WHERE texts.clinic_id = :clinic_id AND texts.thread_id = threads.id
        AND (texts.idempotency_key IS NULL OR texts.idempotency_key NOT LIKE 'sample:%'))
    AND NOT EXISTS (SELECT FROM thread_notes AS note WHERE note.clinic_id = :clinic_id
        AND note.thread_id = threads.id AND note.created_at > threads.last_at)
"""
"""Nobody has written in it since, neither to the patient nor to the team."""

_IDS_BY_PHONE = text(
    """
    SELECT phone_blind, min(id::text)::uuid AS id FROM patients
    WHERE clinic_id = :clinic_id AND phone_blind = ANY(:phones) AND merged_into IS NULL AND archived_at IS NULL
        AND source = 'import'
    GROUP BY phone_blind
    """
)
_WORKED_WITH = text(
    """
    SELECT patient_id FROM appointments WHERE clinic_id = :clinic_id AND source <> 'import'
    UNION SELECT visit.patient_id FROM appointment_changes AS change
        JOIN appointments AS visit ON visit.clinic_id = :clinic_id AND visit.id = change.appointment_id
        WHERE change.clinic_id = :clinic_id
    UNION SELECT patient_id FROM outreach WHERE clinic_id = :clinic_id AND created_by <> :actor
    UNION SELECT patient_id FROM activities
        WHERE clinic_id = :clinic_id AND NOT sample AND NOT simulated AND patient_id IS NOT NULL
    UNION SELECT patient_id FROM threads
        WHERE clinic_id = :clinic_id AND patient_id IS NOT NULL AND NOT ({sample_thread})
    UNION SELECT kept_id FROM patient_merges WHERE clinic_id = :clinic_id
    """.replace("{sample_thread}", _SAMPLE_THREAD)
)
_THEIRS = "patient_id = ANY(CAST(:patients AS uuid[]))"
_SAMPLE = "clinic_id = :clinic_id AND sample AND (patient_id IS NULL OR {theirs})"
_TEMPLATES = (
    "DELETE FROM threads WHERE clinic_id = :clinic_id AND {theirs} AND {sample_thread}",
    "DELETE FROM ratings WHERE clinic_id = :clinic_id AND sample AND {theirs}",
    "DELETE FROM leads WHERE clinic_id = :clinic_id AND version = 0 "
    "AND conversation_id IN (SELECT id FROM conversations WHERE {sample})",
    "DELETE FROM activities WHERE {sample}",
    "DELETE FROM conversations WHERE {sample}",
    "DELETE FROM outreach WHERE clinic_id = :clinic_id AND {theirs}",
    "DELETE FROM treatments WHERE clinic_id = :clinic_id AND {theirs}",
    "DELETE FROM appointments WHERE clinic_id = :clinic_id AND {theirs}",
)
_PARTS = {"theirs": _THEIRS, "sample": _SAMPLE.format(theirs=_THEIRS), "sample_thread": _SAMPLE_THREAD}
_CLEAR = [text(one.format(**_PARTS)) for one in _TEMPLATES]
_TAKEN = text(
    """
    SELECT provider_id, room_id, starts_at, busy_until AS ends_at FROM appointments
    WHERE clinic_id = :clinic_id AND status IN ('booked', 'completed')
    UNION ALL SELECT provider_id, room_id, starts_at, ends_at FROM blocked_times WHERE clinic_id = :clinic_id
    """
)
_ENTERED = text("SELECT max(created_at) FROM ratings WHERE clinic_id = :clinic_id AND sample")
_LOCK = text("SELECT pg_advisory_xact_lock(hashtextextended(:key, 0))")


async def last_entered(session: ClinicSession) -> datetime | None:
    """When the practice's sample rows were entered last; until the transaction ends no one else enters any."""
    await session.sql.execute(_LOCK, {"key": f"demo:{session.scope.clinic_id}"})
    entered: datetime | None = await session.sql.scalar(_ENTERED, {"clinic_id": session.scope.clinic_id})
    return entered


async def untouched_people(session: ClinicSession, phones: Sequence[str]) -> Mapping[int, UUID]:
    """The sample patients that no one has worked with, by the position of their number in ``phones``."""
    blinds = [session.blind(phone) for phone in phones]
    values = {"clinic_id": session.scope.clinic_id, "phones": blinds, "actor": session.scope.actor}
    known = {bytes(row.phone_blind): row.id for row in await session.sql.execute(_IDS_BY_PHONE, values)}
    worked_with = set(await session.sql.scalars(_WORKED_WITH, values))
    found = {number: known[blind] for number, blind in enumerate(blinds) if blind in known}
    return {number: id_ for number, id_ in found.items() if id_ not in worked_with}


async def clear(session: ClinicSession, patient_ids: Sequence[UUID]) -> None:
    """Remove the sample rows of these patients, and those of no one."""
    values = {"clinic_id": session.scope.clinic_id, "patients": list(patient_ids)}
    for statement in _CLEAR:
        await session.sql.execute(statement, values)


async def list_taken(session: ClinicSession) -> list[tuple[UUID | None, UUID | None, Interval]]:
    """Provider, room and time of everything in the calendar."""
    rows = await session.sql.execute(_TAKEN, {"clinic_id": session.scope.clinic_id})
    return [(row.provider_id, row.room_id, Interval(row.starts_at, row.ends_at)) for row in rows]
