"""Reads and writes of patients and treatments."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Row, delete, func, insert, select, text, update

from mia.db.session import ClinicSession
from mia.patients.models import PatientGramRow, PatientRow, TreatmentRow


async def find_patients(session: ClinicSession, ids: Sequence[UUID]) -> Sequence[PatientRow]:
    return await _patients(session, PatientRow.id.in_(ids))


async def find_by_phone(session: ClinicSession, phone_blind: bytes) -> Sequence[PatientRow]:
    return await _patients(session, PatientRow.phone_blind == phone_blind)


async def find_by_email(session: ClinicSession, email_blind: bytes) -> Sequence[PatientRow]:
    return await _patients(session, PatientRow.email_blind == email_blind)


async def _patients(session: ClinicSession, condition: ColumnElement[bool]) -> Sequence[PatientRow]:
    query = select(PatientRow).where(PatientRow.clinic_id == session.scope.clinic_id, condition)
    return (await session.sql.scalars(query.order_by(PatientRow.id))).all()


async def lock_phone(session: ClinicSession, phone_blind: bytes) -> None:
    """Until the transaction ends, nobody else looks up or adds a patient with this number."""
    await session.sql.execute(
        text("SELECT pg_advisory_xact_lock(hashtextextended(:key, 0))"),
        {"key": f"patient-phone:{session.scope.clinic_id}:{phone_blind.hex()}"},
    )


async def add_patients(session: ClinicSession, rows: Sequence[Mapping[str, Any]]) -> None:
    clinic_id = session.scope.clinic_id
    await session.sql.execute(insert(PatientRow), [{"clinic_id": clinic_id, **row} for row in rows])


async def change_patient(session: ClinicSession, patient_id: UUID, values: Mapping[str, Any]) -> None:
    where = (PatientRow.clinic_id == session.scope.clinic_id, PatientRow.id == patient_id)
    await session.sql.execute(update(PatientRow).where(*where).values(**values))


_ADD_GRAMS = text(
    """
    INSERT INTO patient_grams (clinic_id, gram, patient_id)
    SELECT :clinic_id, gram, patient_id
    FROM unnest(CAST(:grams AS bigint[]), CAST(:patients AS uuid[])) AS one (gram, patient_id)
    ON CONFLICT DO NOTHING
    """
)
_FIND_BY_GRAMS = text(
    """
    SELECT patient_id
    FROM patient_grams
    WHERE clinic_id = :clinic_id AND gram = ANY(CAST(:all AS bigint[]))
    GROUP BY patient_id
    HAVING count(*) FILTER (WHERE gram = ANY(CAST(:exact AS bigint[]))) = :exact_count
       AND count(*) FILTER (WHERE gram <> ALL(CAST(:exact AS bigint[]))) >= :least
    ORDER BY count(*) DESC, patient_id
    LIMIT :limit
    """
)


async def add_grams(session: ClinicSession, pairs: Sequence[tuple[int, UUID]]) -> None:
    values = {"grams": [gram for gram, _ in pairs], "patients": [patient_id for _, patient_id in pairs]}
    await session.sql.execute(_ADD_GRAMS, {"clinic_id": session.scope.clinic_id, **values})


async def drop_grams(session: ClinicSession, patient_id: UUID) -> None:
    where = (PatientGramRow.clinic_id == session.scope.clinic_id, PatientGramRow.patient_id == patient_id)
    await session.sql.execute(delete(PatientGramRow).where(*where))


async def find_by_grams(
    session: ClinicSession, *, loose: Sequence[int], least: int, exact: Sequence[int], limit: int
) -> Sequence[UUID]:
    """Patients with all of the ``exact`` grams and ``least`` of the ``loose`` ones, those with most first."""
    values = {"all": [*loose, *exact], "exact": list(exact), "exact_count": len(exact), "least": least}
    values |= {"clinic_id": session.scope.clinic_id, "limit": limit}
    return (await session.sql.scalars(_FIND_BY_GRAMS, values)).all()


async def change_note(session: ClinicSession, patient_id: UUID, note: bytes | None, version: int) -> int | None:
    """The new version; None when the patient is not there or the note has another version."""
    statement = (
        update(PatientRow)
        .where(PatientRow.clinic_id == session.scope.clinic_id, PatientRow.id == patient_id)
        .where(PatientRow.note_version == version)
        .values(note_sealed=note, note_version=version + 1)
        .returning(PatientRow.note_version)
    )
    return await session.sql.scalar(statement)


async def add_treatments(session: ClinicSession, rows: Sequence[Mapping[str, Any]]) -> None:
    clinic_id = session.scope.clinic_id
    await session.sql.execute(insert(TreatmentRow), [{"clinic_id": clinic_id, **row} for row in rows])


async def treatments_of(session: ClinicSession, patient_id: UUID) -> Sequence[TreatmentRow]:
    query = select(TreatmentRow).where(
        TreatmentRow.clinic_id == session.scope.clinic_id, TreatmentRow.patient_id == patient_id
    )
    return (await session.sql.scalars(query.order_by(TreatmentRow.performed_at))).all()


async def delete_scheduled(session: ClinicSession, appointment_id: UUID) -> None:
    await session.sql.execute(
        delete(TreatmentRow).where(
            TreatmentRow.clinic_id == session.scope.clinic_id,
            TreatmentRow.appointment_id == appointment_id,
            TreatmentRow.status != "completed",
        )
    )


async def recent_treatments(session: ClinicSession, limit: int) -> Sequence[Row[TreatmentRow, bytes]]:
    """The newest records with the patient's sealed name."""
    query = (
        select(TreatmentRow, PatientRow.name_sealed)
        .join(
            PatientRow,
            (PatientRow.clinic_id == TreatmentRow.clinic_id) & (PatientRow.id == TreatmentRow.patient_id),
        )
        .where(TreatmentRow.clinic_id == session.scope.clinic_id)
        .order_by(TreatmentRow.created_at.desc(), TreatmentRow.id.desc())
        .limit(limit)
    )
    return (await session.sql.execute(query)).all()


@dataclass(frozen=True)
class TotalsRow:
    treatments: int
    completed: int
    patients: int


async def treatment_totals(session: ClinicSession) -> TotalsRow:
    query = select(
        func.count(),
        func.count().filter(TreatmentRow.status == "completed"),
        func.count(func.distinct(TreatmentRow.patient_id)),
    ).where(TreatmentRow.clinic_id == session.scope.clinic_id)
    total, completed, patients = (await session.sql.execute(query)).one()
    return TotalsRow(total, completed, patients)
