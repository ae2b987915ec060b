"""Reads and writes of patients and treatments."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Date, Row, cast, delete, func, insert, select, text, update

from mia.clinic.patients.models import MergeRow, PatientGramRow, PatientRow, TreatmentRow
from mia.platform.db.arrays import insert_of, one_of
from mia.platform.db.session import ClinicSession
from mia.platform.db.together import Insertion, Write


async def find_patients(session: ClinicSession, ids: Sequence[UUID]) -> Sequence[PatientRow]:
    return await _patients(session, one_of(PatientRow.id, ids))


async def find_by_phone(session: ClinicSession, phone_blind: bytes) -> Sequence[PatientRow]:
    """Everyone with a number, records that strangers' bookings made included."""
    return await _standing(session, await _patients(session, PatientRow.phone_blind == phone_blind))


async def find_by_email(session: ClinicSession, email_blind: bytes) -> Sequence[PatientRow]:
    """The same for an email address."""
    return await _standing(session, await _patients(session, PatientRow.email_blind == email_blind))


async def find_by_name(session: ClinicSession, name_blind: bytes) -> Sequence[PatientRow]:
    return await _standing(session, await _patients(session, PatientRow.name_blind == name_blind))


async def list_merged(session: ClinicSession, patient_ids: Sequence[UUID]) -> list[PatientRow]:
    """The records in whose place these stand, those that were merged into a merged one included."""
    found: list[PatientRow] = []
    level = list(patient_ids)
    while level:
        rows = await _patients(session, PatientRow.merged_into.in_(level))
        found += rows
        level = [row.id for row in rows]
    return found


async def list_archived(session: ClinicSession) -> Sequence[UUID]:
    """Ids of the archive, the newest first."""
    query = select(PatientRow.id).where(
        PatientRow.archived_at.is_not(None), PatientRow.merged_into.is_(None), PatientRow.source != "removed"
    )
    return (await session.sql.scalars(query.order_by(PatientRow.archived_at.desc(), PatientRow.id.desc()))).all()


async def list_tags(session: ClinicSession, limit: int) -> Sequence[str]:
    """Tags in use, the most frequent first."""
    return (await session.sql.scalars(_TAGS, {"clinic_id": session.scope.clinic_id, "limit": limit})).all()


async def lock_patients(session: ClinicSession, ids: Sequence[UUID]) -> Sequence[PatientRow]:
    """The rows, fresh, and no one else's until the transaction ends; always locked in the same order."""
    query = select(PatientRow).where(PatientRow.id.in_(ids))
    query = query.order_by(PatientRow.id).with_for_update().execution_options(populate_existing=True)
    return (await session.sql.scalars(query)).all()


async def _standing(session: ClinicSession, rows: Sequence[PatientRow]) -> list[PatientRow]:
    """Instead of merged records those that took their place, each once, the oldest first."""
    found = {row.id: row for row in rows if row.merged_into is None}
    ahead = [row.merged_into for row in rows if row.merged_into is not None]
    while ahead:
        rows = await find_patients(session, ahead)
        found |= {row.id: row for row in rows if row.merged_into is None}
        ahead = [row.merged_into for row in rows if row.merged_into is not None]
    return [found[id_] for id_ in sorted(found)]


async def _patients(session: ClinicSession, condition: ColumnElement[bool]) -> Sequence[PatientRow]:
    query = select(PatientRow).where(condition)
    return (await session.sql.scalars(query.order_by(PatientRow.id))).all()


async def lock_phone(session: ClinicSession, phone_blind: bytes) -> None:
    """Until the transaction ends, no one else looks up or adds a patient with this number."""
    await session.sql.execute(
        text("SELECT pg_advisory_xact_lock(hashtextextended(:key, 0))"),
        {"key": f"patient-phone:{session.scope.clinic_id}:{phone_blind.hex()}"},
    )


async def add_patients(session: ClinicSession, rows: Sequence[Mapping[str, Any]]) -> None:
    clinic_id = session.scope.clinic_id
    await session.sql.execute(insert(PatientRow), [{"clinic_id": clinic_id, **row} for row in rows])


_PATIENT = Insertion(
    PatientRow.__table__,
    *("clinic_id", "id", "name_sealed", "name_blind", "phone_sealed", "phone_blind", "email_sealed", "email_blind"),
    *("birth_date_sealed", "note_sealed", "tags", "source", "created_at", "unverified_at"),
)


def patient_write(session: ClinicSession, row: Mapping[str, Any]) -> Write:
    """A new patient, to be written together with what is noted of them."""
    return _PATIENT.of({"clinic_id": session.scope.clinic_id, **row})


async def change_patient(session: ClinicSession, patient_id: UUID, values: Mapping[str, Any]) -> None:
    await session.sql.execute(update(PatientRow).where(PatientRow.id == patient_id).values(**values))


async def forget_merges(session: ClinicSession, ids: Sequence[UUID]) -> None:
    """The content of merged records, and whose they are; that they were merged stays."""
    of_them = MergeRow.kept_id.in_(ids) | MergeRow.gone_id.in_(ids)
    await session.sql.execute(update(MergeRow).where(of_them).values(fields_sealed=None))


_TAGS = text(
    """
    SELECT tag FROM patients, unnest(tags) AS tag
    WHERE clinic_id = :clinic_id AND merged_into IS NULL
    GROUP BY tag ORDER BY count(*) DESC, tag LIMIT :limit
    """
)
_ADD_GRAMS = text(
    """
    INSERT INTO patient_grams (clinic_id, gram, patient_id)
    SELECT :clinic_id, gram, patient_id
    FROM unnest(CAST(:grams AS bigint[]), CAST(:patients AS uuid[])) AS one (gram, patient_id)
    ON CONFLICT DO NOTHING
    """
)


_ADD_GRAMS_OF_ONE = """
    INSERT INTO patient_grams (clinic_id, gram, patient_id)
    SELECT %(clinic_id)s, gram, %(patient_id)s FROM unnest(%(grams)s::bigint[]) AS one (gram)
    """


def grams_write(session: ClinicSession, patient_id: UUID, grams: Sequence[int]) -> Write:
    """By what one new patient is found."""
    values = {"clinic_id": session.scope.clinic_id, "patient_id": patient_id, "grams": list(grams)}
    return Write(_ADD_GRAMS_OF_ONE, values)


async def add_grams(session: ClinicSession, pairs: Sequence[tuple[int, UUID]]) -> None:
    values = {"grams": [gram for gram, _ in pairs], "patients": [patient_id for _, patient_id in pairs]}
    await session.sql.execute(_ADD_GRAMS, {"clinic_id": session.scope.clinic_id, **values})


async def drop_grams(session: ClinicSession, patient_id: UUID) -> None:
    await session.sql.execute(delete(PatientGramRow).where(PatientGramRow.patient_id == patient_id))


async def change_note(session: ClinicSession, patient_id: UUID, note: bytes | None, version: int) -> int | None:
    """The new version; None when the patient is not there or the note has another version."""
    statement = (
        update(PatientRow)
        .where(PatientRow.id == patient_id, PatientRow.note_version == version)
        .values(note_sealed=note, note_version=version + 1)
        .returning(PatientRow.note_version)
    )
    return await session.sql.scalar(statement)


async def add_treatments(session: ClinicSession, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert treatments of the session's clinic; without rows nothing is asked."""
    if not rows:
        return
    await session.sql.execute(insert_of(TreatmentRow, session.scope.clinic_id, rows))


async def treatments_of(session: ClinicSession, patient_id: UUID) -> Sequence[TreatmentRow]:
    query = select(TreatmentRow).where(TreatmentRow.patient_id == patient_id)
    return (await session.sql.scalars(query.order_by(TreatmentRow.performed_at))).all()


async def treatment_days(
    session: ClinicSession, patient_ids: Sequence[UUID]
) -> list[tuple[UUID, UUID | None, str, date]]:
    """Whose, which service or none, under which name, on which day (UTC)."""
    day = cast(func.timezone("UTC", TreatmentRow.performed_at), Date)
    query = select(TreatmentRow.patient_id, TreatmentRow.service_id, TreatmentRow.treatment_name, day).where(
        TreatmentRow.patient_id.in_(patient_ids)
    )
    return [(row[0], row[1], row[2], row[3]) for row in await session.sql.execute(query)]


async def delete_scheduled(session: ClinicSession, appointment_id: UUID) -> None:
    await session.sql.execute(
        delete(TreatmentRow).where(
            TreatmentRow.appointment_id == appointment_id, TreatmentRow.status != "completed"
        )
    )


async def change_treatment_of(
    session: ClinicSession, appointment_id: UUID, values: Mapping[str, Any], *, was: str
) -> None:
    """Change the treatment of an appointment, if it has this status."""
    where = (TreatmentRow.appointment_id == appointment_id, TreatmentRow.status == was)
    await session.sql.execute(update(TreatmentRow).where(*where).values(**values))


async def treatment_of(session: ClinicSession, appointment_id: UUID) -> TreatmentRow | None:
    row = TreatmentRow
    query = select(row).where(row.appointment_id == appointment_id).execution_options(populate_existing=True)
    return (await session.sql.scalars(query.order_by(row.id).limit(1))).first()


async def count_entered(session: ClinicSession, since: datetime) -> int:
    """Treatments that were entered after a moment."""
    query = select(func.count()).select_from(TreatmentRow).where(TreatmentRow.created_at > since)
    return await session.sql.scalar(query) or 0


async def recent_treatments(session: ClinicSession, limit: int) -> Sequence[Row[TreatmentRow, bytes]]:
    """The newest records with the patient's sealed name."""
    query = (
        select(TreatmentRow, PatientRow.name_sealed)
        .join(
            PatientRow,
            (PatientRow.clinic_id == TreatmentRow.clinic_id) & (PatientRow.id == TreatmentRow.patient_id),
        )
        .order_by(TreatmentRow.created_at.desc(), TreatmentRow.id.desc())
        .limit(limit)
    )
    return (await session.sql.execute(query)).all()
