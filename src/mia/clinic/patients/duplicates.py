"""Records that may be of one person: same phone, same email, same name. It is people who decide."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, cast
from uuid import UUID

from sqlalchemy import select, text
from sqlalchemy.dialects.postgresql import insert as upsert

from mia.clinic.patients import queries
from mia.clinic.patients.models import DistinctionRow
from mia.clinic.patients.people import NewPatient, Patient, added, name_blind, normalized, opened
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import Invalid, NotFound
from mia.platform.kernel.ids import new_id

Reason = Literal["phone", "email", "name"]
_MOST = 50
"""Pairs shown on the overview; merging those reveals the next."""

# A number or name that more than ten share says nothing of who they are (a front desk's own number, John Smith).
_PAIRS = """
    SELECT one.id AS one_id, other.id AS other_id, '{reason}' AS reason
    FROM (
        SELECT {blind} FROM patients
        WHERE clinic_id = :clinic_id AND {blind} IS NOT NULL AND merged_into IS NULL AND source <> 'removed'
        GROUP BY {blind} HAVING count(*) BETWEEN 2 AND 10
    ) AS shared
    JOIN patients AS one ON one.clinic_id = :clinic_id AND one.{blind} = shared.{blind}
    JOIN patients AS other ON other.clinic_id = :clinic_id AND other.{blind} = shared.{blind} AND one.id < other.id
    WHERE one.merged_into IS NULL AND other.merged_into IS NULL
"""
_ALL_PAIRS = """
    SELECT pairs.one_id, pairs.other_id, array_agg(reason ORDER BY reason DESC) AS reasons
    FROM ({pairs}) AS pairs
    LEFT JOIN patient_distinctions AS known ON known.clinic_id = :clinic_id
        AND known.one_id = pairs.one_id AND known.other_id = pairs.other_id
    WHERE known.one_id IS NULL
    GROUP BY pairs.one_id, pairs.other_id
    ORDER BY count(*) DESC, pairs.other_id DESC, pairs.one_id
    LIMIT :most
"""
_FIND_PAIRS = text(
    _ALL_PAIRS.format(
        pairs=" UNION ALL ".join(
            _PAIRS.format(reason=reason, blind=f"{reason}_blind") for reason in ("phone", "email", "name")
        )
    )
)


@dataclass(frozen=True)
class Lookalike:
    """Someone who may be the same person, and why."""

    patient: Patient
    reasons: tuple[Reason, ...]


@dataclass(frozen=True)
class Pair:
    """Two records that may be of one person; ``one`` is the older."""

    one: Patient
    other: Patient
    reasons: tuple[Reason, ...]


async def find_lookalikes(session: ClinicSession, patient: Patient) -> list[Lookalike]:
    """Who may be the same person as a patient, the likeliest first; without those that staff ruled out."""
    found: dict[UUID, list[Reason]] = {}
    if patient.phone:
        for row in await queries.find_by_phone(session, session.blind(patient.phone)):
            found.setdefault(row.id, []).append("phone")
    if patient.email:
        for row in await queries.find_by_email(session, session.blind(patient.email)):
            found.setdefault(row.id, []).append("email")
    for row in await queries.find_by_name(session, name_blind(session, patient.name)):
        found.setdefault(row.id, []).append("name")
    known = {patient.id, *await _distinct_from(session, patient.id)}
    rows = await queries.find_patients(session, [id_ for id_ in found if id_ not in known])
    people = await opened(session, [row for row in rows if row.source != "removed"])
    found_ones = [Lookalike(one, tuple(found[one.id])) for one in people]
    return sorted(found_ones, key=lambda one: (-len(one.reasons), one.patient.id))


async def find_on_record(session: ClinicSession, person: NewPatient) -> list[Lookalike]:
    """Who is on record with the name of a new person and with their phone or email. Reading them is audited.
    :class:`Invalid` naming ``name``, ``phone`` or ``email``."""
    row = {"id": new_id(), "created_at": session.now(), "unverified_at": None}
    alike = await find_lookalikes(session, added(row, normalized(person)))
    found = [one for one in alike if "name" in one.reasons and len(one.reasons) > 1]
    if found:
        await audit.record(session, "patient.duplicates", "patient", [one.patient.id for one in found])
    return found


async def list_pairs(session: ClinicSession) -> list[Pair]:
    """Pairs of the whole clinic, those with most in common first; at most 50. Reading them is audited."""
    values = {"clinic_id": session.scope.clinic_id, "most": _MOST}
    pairs = (await session.sql.execute(_FIND_PAIRS, values)).all()
    ids = {id_ for pair in pairs for id_ in (pair.one_id, pair.other_id)}
    await audit.record(session, "patient.duplicates", "patient")
    people = {one.id: one for one in await opened(session, await queries.find_patients(session, sorted(ids)))}
    return [
        Pair(people[pair.one_id], people[pair.other_id], tuple(cast("Sequence[Reason]", pair.reasons)))
        for pair in pairs
    ]


async def tell_apart(session: ClinicSession, one_id: UUID, other_id: UUID) -> None:
    """Staff says that two records are of two people: they are not suggested again. Twice is no error."""
    if one_id == other_id:
        raise Invalid("These are the same record")
    if len(await queries.find_patients(session, [one_id, other_id])) != 2:
        raise NotFound
    values = {
        "clinic_id": session.scope.clinic_id,
        "one_id": min(one_id, other_id),
        "other_id": max(one_id, other_id),
        "said_by": session.scope.actor,
        "said_at": session.now(),
    }
    await session.sql.execute(upsert(DistinctionRow).values(values).on_conflict_do_nothing())
    await audit.record(session, "patient.tell_apart", "patient", [one_id])
    await audit.record(session, "patient.tell_apart", "patient", [other_id])


async def _distinct_from(session: ClinicSession, patient_id: UUID) -> list[UUID]:
    row = DistinctionRow
    query = select(row.one_id, row.other_id).where((row.one_id == patient_id) | (row.other_id == patient_id))
    return [id_ for pair in await session.sql.execute(query) for id_ in pair if id_ != patient_id]
