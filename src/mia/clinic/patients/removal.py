"""Taking back records that were brought in from a file."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import delete, select
from sqlalchemy.exc import IntegrityError

from mia.clinic.patients.models import PatientGramRow, PatientRow, TreatmentRow
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession


async def take_back_treatments(session: ClinicSession, ids: Sequence[UUID]) -> list[UUID]:
    """Delete treatments; returns whose they were."""
    taken = delete(TreatmentRow).where(TreatmentRow.id.in_(ids)).returning(TreatmentRow.patient_id)
    whose = sorted(set(await session.sql.scalars(taken)))
    await audit.record(session, "treatment.delete", "treatment", ids)
    return whose


async def take_back_patients(session: ClinicSession, ids: Sequence[UUID]) -> list[UUID]:
    """Delete those of some patients whom no one has touched since they came: not edited, merged or archived,
    and without a visit, a call or a message. Returns who is gone."""
    query = select(PatientRow.id).where(
        PatientRow.id.in_(ids),
        PatientRow.version == 0,
        PatientRow.note_version == 0,
        PatientRow.merged_into.is_(None),
        PatientRow.archived_at.is_(None),
        ~select(TreatmentRow.id)
        .where(TreatmentRow.clinic_id == PatientRow.clinic_id, TreatmentRow.patient_id == PatientRow.id)
        .exists(),
    )
    untouched = list((await session.sql.scalars(query.order_by(PatientRow.id).with_for_update())).all())
    gone = await _drop(session, untouched)
    await audit.record(session, "patient.delete", "patient", gone)
    return gone


async def _drop(session: ClinicSession, ids: Sequence[UUID]) -> list[UUID]:
    """Delete all at once; where something refers to one of them, by halves until only those stay."""
    if not ids:
        return []
    try:
        async with session.sql.begin_nested():
            await session.sql.execute(delete(PatientGramRow).where(PatientGramRow.patient_id.in_(ids)))
            await session.sql.execute(delete(PatientRow).where(PatientRow.id.in_(ids)))
    except IntegrityError:
        if len(ids) == 1:
            return []
        middle = len(ids) // 2
        return [*await _drop(session, ids[:middle]), *await _drop(session, ids[middle:])]
    return list(ids)
