"""Who the patients in the lines of a list are: the least that a list says of each."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Row, Select, and_, bindparam, select
from sqlalchemy.orm import InstrumentedAttribute

from mia.clinic.patients.models import PatientRow
from mia.clinic.patients.people import Contact
from mia.platform.audit import service as audit
from mia.platform.db.arrays import one_of_named
from mia.platform.db.session import ClinicSession

_SHOWN = (PatientRow.name_sealed, PatientRow.phone_sealed, PatientRow.tags, PatientRow.unverified_at)
_SOME = select(PatientRow.id, *_SHOWN).where(
    PatientRow.clinic_id == bindparam("clinic_id"), one_of_named(PatientRow.id, "ids")
)
_SOME_NOTED = audit.noting(_SOME, PatientRow.id.key)


async def find_contacts(
    session: ClinicSession, ids: Sequence[UUID]
) -> Sequence[Row[UUID, bytes, bytes | None, list[str], datetime | None]]:
    """What a search compares: id, sealed name, sealed phone and the rest of a contact. No one is shown it."""
    return (await session.sql.execute(_SOME, {"clinic_id": session.scope.clinic_id, "ids": list(ids)})).all()


async def get_contacts(session: ClinicSession, ids: Sequence[UUID]) -> dict[UUID, Contact]:
    """Those of the patients that the clinic has, by id."""
    if not ids:
        return {}
    rows = await session.sql.execute(_SOME_NOTED, {**contact_values(session), "ids": list(ids)})
    return {id_: contact_of(session, *shown) for id_, *shown in rows}


def with_contacts(
    lines: Select[*tuple[Any, ...]], patient_id: InstrumentedAttribute[UUID]
) -> Select[*tuple[Any, ...]]:
    """The lines of another list, of which ``patient_id`` is a column, each with what :func:`contact_of` takes.

    The statement enters in the audit log that they were read. Its order is to be told again. Its parameters:
    those of the lines and :func:`contact_values`.
    """
    same = and_(PatientRow.clinic_id == bindparam("clinic_id"), PatientRow.id == patient_id)
    return audit.noting(lines.join(PatientRow, same).add_columns(*_SHOWN), patient_id.key)


def contact_values(session: ClinicSession) -> dict[str, Any]:
    """The parameters of a statement with contacts."""
    return {"clinic_id": session.scope.clinic_id, **audit.reading(session, "patient.read", "patient")}


def contact_of(
    session: ClinicSession,
    name_sealed: bytes,
    phone_sealed: bytes | None,
    tags: Sequence[str],
    unverified_at: datetime | None,
) -> Contact:
    """The contact in a line of a list: of its last four columns."""
    phone = session.unseal(phone_sealed) if phone_sealed else None
    return Contact(session.unseal(name_sealed), phone, tuple(tags), unverified_at is not None)
