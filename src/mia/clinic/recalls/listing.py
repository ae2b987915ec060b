"""The list of patients: its groups, and their pages.

Each line is read together with who its patient is, in one statement, which enters in the audit log that they were
read.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from functools import cache, cached_property
from typing import Any
from uuid import UUID

from sqlalchemy import (
    ColumnElement,
    ColumnExpressionArgument,
    Select,
    TextClause,
    and_,
    bindparam,
    func,
    literal_column,
    select,
    true,
)

from mia.clinic.patients import service as patients
from mia.clinic.recalls.models import ListedPatientRow
from mia.clinic.recalls.narrowing import Sort
from mia.clinic.recalls.tallies import at_now, length_of
from mia.platform.db.arrays import one_of, one_of_named
from mia.platform.db.driver import Prepared
from mia.platform.db.session import ClinicSession


class Tag(StrEnum):
    """Words that stand on a patient's record; ``OVERDUE`` is derived, the others are stored."""

    OVERDUE = "Overdue"
    VIP = "VIP"
    REGULAR = "Regular"
    NEW_PATIENT = "New Patient"


@dataclass(frozen=True)
class ListedPatient:
    """A line of the list. ``phone`` is E.164; ``treatment`` and ``last_visit`` are of the last completed visit.

    ``overdue_treatment`` is what the patient is overdue for, None of those who are not.
    """

    id: UUID
    name: str = field(repr=False)
    phone: str | None = field(repr=False)
    treatment: str | None
    last_visit: datetime | None
    tags: tuple[str, ...]
    overdue_treatment: str | None = None


Condition = ColumnExpressionArgument[bool]
_MINE = ListedPatientRow.clinic_id == bindparam("clinic_id")


@dataclass(frozen=True, eq=False)
class Slice:
    """Which rows of a group: its condition, and what it is sorted by (descending unless told otherwise).

    Its parameters: :func:`mia.clinic.recalls.tallies.at_now`. Its pages take more, see :func:`_page`.
    """

    condition: Condition
    order: Any
    ascending: bool = False

    @cached_property
    def page(self) -> Select[*tuple[Any, ...]]:
        """The statement for its pages, put together once."""
        return _page(self, from_end=False)

    @cached_property
    def page_from_end(self) -> Select[*tuple[Any, ...]]:
        """The same for pages that are nearer to the end, counted from there."""
        return _page(self, from_end=True)


@cache
def slice_of(group: str) -> Slice:
    row = ListedPatientRow
    listed = row.listed_at
    match group:
        case "overdue":
            return Slice(row.overdue_at <= bindparam("now"), row.overdue_at)
        case "botox":
            return Slice(row.botox, listed)
        case "dermal_filler":
            return Slice(row.filler, listed)
        case "vip":
            return Slice(row.vip, listed)
    return Slice(true(), listed)


def narrow(rows: Slice, narrowed: Sequence[Condition | TextClause], sort: Sort | None) -> Slice:
    """Fewer of the rows, in another order where one is named."""
    condition = and_(rows.condition, *narrowed)
    match sort:
        case None:
            return Slice(condition, rows.order, rows.ascending)
        case Sort.LAST_VISIT | Sort.LAST_VISIT_OLDEST:
            return Slice(condition, ListedPatientRow.listed_at, sort is Sort.LAST_VISIT_OLDEST)
        case Sort.ADDED | Sort.ADDED_OLDEST:
            # Ids are made in the order of time (UUIDv7).
            return Slice(condition, ListedPatientRow.patient_id, sort is Sort.ADDED_OLDEST)


async def count_narrowed(session: ClinicSession, where: Condition) -> int:
    """Rows that no tally counts."""
    query = select(func.count()).where(_MINE, where)
    return await session.sql.scalar(query, at_now(session)) or 0


_OVERDUE_TREATMENT: ColumnElement[str | None] = literal_column(
    """(SELECT services.name FROM recall_ledger
    JOIN services ON services.clinic_id = recall_ledger.clinic_id AND services.id = recall_ledger.service_id
    WHERE recall_ledger.clinic_id = recall_patients.clinic_id
        AND recall_ledger.patient_id = recall_patients.patient_id
        AND recall_ledger.overdue_at = recall_patients.overdue_at
    LIMIT 1)"""
).label("overdue_treatment")

_LISTED = (
    ListedPatientRow.patient_id,
    ListedPatientRow.treatment,
    ListedPatientRow.last_at,
    ListedPatientRow.overdue_at,
    _OVERDUE_TREATMENT,
)


async def first_page(session: ClinicSession, group: str, limit: int) -> tuple[list[ListedPatient], int]:
    """The beginning of a group that nothing narrows, and its length."""
    values = {**_values(session), "skipped": 0, "most": limit}
    found = await _first_page(group).rows(session.sql, values)
    return _lines(session, found), int(found[0][len(_LISTED)]) if found else 0


@cache
def _first_page(group: str) -> Prepared:
    return Prepared(_page(slice_of(group), from_end=False, further=[length_of(group)]))


async def page_of(
    session: ClinicSession, rows: Slice, *, offset: int, limit: int, total: int | None = None
) -> list[ListedPatient]:
    """Rows in order. With the ``total`` of them, the second half is reached from the end."""
    from_end = total is not None and offset > total // 2
    if from_end:
        assert total is not None
        limit = min(limit, max(0, total - offset))
        offset = total - offset - limit
    page = rows.page_from_end if from_end else rows.page
    found = await session.sql.execute(page, {**_values(session), "skipped": offset, "most": limit})
    return _lines(session, found)


def _page(rows: Slice, *, from_end: bool, further: Sequence[Any] = ()) -> Select[*tuple[Any, ...]]:
    """Which rows these are is read from the index alone; only they are fetched. Parameters: :func:`_values`,
    ``skipped`` and ``most``."""
    id_, order = ListedPatientRow.patient_id, _ordered(rows, ascending=rows.ascending != from_end)
    ids = select(id_).where(_MINE, rows.condition).order_by(*order)
    ids = ids.offset(bindparam("skipped")).limit(bindparam("most"))
    lines = select(*_LISTED, *further, rows.order.label("place")).where(_MINE, id_.in_(ids.scalar_subquery()))
    page = patients.with_contacts(lines, id_)
    found = page.selected_columns
    keys = (found.place, found.patient_id)
    return page.order_by(*(keys if rows.ascending else [key.desc() for key in keys]))


def _values(session: ClinicSession) -> dict[str, Any]:
    return {**at_now(session), **patients.contact_values(session)}


def _lines(session: ClinicSession, rows: Iterable[Sequence[Any]]) -> list[ListedPatient]:
    now = session.now()
    return [_line(now, row[0], patients.contact_of(session, *row[-4:]), *row[1 : len(_LISTED)]) for row in rows]


def _line(
    now: datetime,
    patient_id: UUID,
    person: patients.Patient | patients.Contact,
    treatment: str | None = None,
    last_at: datetime | None = None,
    overdue_at: datetime | None = None,
    overdue_treatment: str | None = None,
) -> ListedPatient:
    overdue = overdue_at is not None and overdue_at <= now
    tags = (Tag.OVERDUE.value, *person.tags) if overdue else person.tags
    due = overdue_treatment if overdue else None
    return ListedPatient(patient_id, person.name, person.phone, treatment, last_at, tags, due)


def unlisted(session: ClinicSession, patient: patients.Patient) -> ListedPatient:
    """A line for someone whom the lists have not, such as of the archive."""
    return _line(session.now(), patient.id, patient)


def _ordered(rows: Slice, *, ascending: bool) -> tuple[Any, Any]:
    row = ListedPatientRow
    if ascending:
        return rows.order, row.patient_id
    return rows.order.desc(), row.patient_id.desc()


async def treatments_of(session: ClinicSession, rows: Slice, ids: Sequence[UUID]) -> dict[UUID, str | None]:
    """Those of the patients who are in the list, each with the last treatment."""
    row = ListedPatientRow
    # These few are looked up, and asked whether they are listed: as a condition, that tempts the server to read all
    # who are.
    query = select(row.patient_id, row.treatment, and_(rows.condition).label("listed"))
    found = await session.sql.execute(query.where(_MINE, one_of(row.patient_id, ids)), at_now(session))
    return {patient_id: treatment for patient_id, treatment, listed in found if listed}


_SOME = select(*_LISTED).where(_MINE, one_of_named(ListedPatientRow.patient_id, "ids"))


@cache
def _some_lines() -> Select[*tuple[Any, ...]]:
    return patients.with_contacts(_SOME, ListedPatientRow.patient_id)


async def lines_of(session: ClinicSession, ids: Sequence[UUID]) -> dict[UUID, ListedPatient]:
    """The lines of these patients, by id."""
    found = await session.sql.execute(_some_lines(), {**_values(session), "ids": list(ids)})
    return {line.id: line for line in _lines(session, found)}


async def find_listed(session: ClinicSession, patient: patients.Patient) -> ListedPatient:
    """One patient, listed or not, as the list shows them."""
    values = {"clinic_id": session.scope.clinic_id, "ids": [patient.id]}
    kept = (await session.sql.execute(_SOME, values)).one_or_none()
    return _line(session.now(), patient.id, patient, *kept[1:]) if kept else unlisted(session, patient)
