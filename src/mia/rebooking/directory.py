"""The list of the Patient Rebooking Center: groups, search, pages (spec §2, §9)."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from rapidfuzz import fuzz

from mia.db.session import ClinicSession
from mia.patients import service as patients
from mia.rebooking import queries
from mia.rebooking.models import ListedPatientRow
from mia.scheduling import service as scheduling

PAGE_SIZE = 10
"""Patients on a page (spec §9)."""

_SERVICE_ALIKE = 80.0
"""Least likeness of a searched word to a service's for its patients to be found (0 to 100)."""
_SHORTEST_SERVICE_WORD = 3


class Group(StrEnum):
    """The groups of the dropdown (spec §2)."""

    OVERDUE = "overdue"
    ALL = "all"
    BOTOX = "botox"
    DERMAL_FILLER = "dermal_filler"
    VIP = "vip"


class Tag(StrEnum):
    """Words that stand on a patient's record; ``OVERDUE`` is derived, the others are stored."""

    OVERDUE = "Overdue"
    VIP = "VIP"
    REGULAR = "Regular"
    NEW_PATIENT = "New Patient"


@dataclass(frozen=True)
class ListedPatient:
    """A line of the list. ``phone`` is E.164; ``treatment`` and ``last_visit`` are of the last completed visit."""

    id: UUID
    name: str = field(repr=False)
    phone: str | None = field(repr=False)
    treatment: str | None
    last_visit: datetime | None
    tags: tuple[str, ...]


@dataclass(frozen=True)
class PatientPage:
    """A page of the list; pages count from 1, and an empty list has one."""

    items: tuple[ListedPatient, ...]
    total: int
    page: int
    pages: int


async def search(
    session: ClinicSession, *, query: str = "", group: Group = Group.OVERDUE, page: int = 1, size: int = PAGE_SIZE
) -> PatientPage:
    """A page of a group. ``query`` is looked for in name, phone and last treatment, and forgives typing errors.

    Overdue patients stand with those first who became so last (they are the likeliest to come back), other
    groups by last visit, hits of a search by likeness. A page beyond the last is the last.
    """
    rows = queries.slice_of(group.value, session.now())
    found = await _matches(session, query, rows) if query.strip() else None
    if found is None:
        total = await queries.count_listed(session, rows.condition)
    else:
        total = len(found.by_name) + found.by_treatment
    pages = max(1, -(-total // size))
    page = min(page, pages)
    offset = (page - 1) * size
    if found is None:
        listed = list(await queries.page_of(session, rows, offset=offset, limit=size))
    else:
        listed = await _page_of_matches(session, rows, found, offset, size)
    return PatientPage(await _opened(session, listed), total, page, pages)


async def find_listed(session: ClinicSession, patient: patients.Patient) -> ListedPatient:
    """A patient as the list shows them."""
    row = await queries.find_listed(session, patient.id)
    return _line(session, row, patient)


@dataclass(frozen=True)
class _Matches:
    """Rows found by name or phone, best first; and how many more by these ``treatments``."""

    by_name: list[ListedPatientRow]
    treatments: list[str]
    by_treatment: int


async def _matches(session: ClinicSession, query: str, rows: queries.Slice) -> _Matches:
    hits = await patients.search_patients(session, query)
    rank = {hit.id: place for place, hit in enumerate(hits)}
    here = ListedPatientRow.patient_id.in_(rank)
    named = list(await queries.page_of(session, rows, here, offset=0, limit=len(rank))) if rank else []
    named.sort(key=lambda row: rank[row.patient_id])
    treatments = await _treatments_like(session, query)
    others = await queries.count_listed(session, rows.condition, *_treated(named, treatments)) if treatments else 0
    return _Matches(named, treatments, others)


async def _page_of_matches(
    session: ClinicSession, rows: queries.Slice, found: _Matches, offset: int, size: int
) -> list[ListedPatientRow]:
    page = found.by_name[offset : offset + size]
    if len(page) == size or not found.by_treatment:
        return page
    where = _treated(found.by_name, found.treatments)
    skipped = max(0, offset - len(found.by_name))
    return page + list(await queries.page_of(session, rows, *where, offset=skipped, limit=size - len(page)))


def _treated(named: list[ListedPatientRow], treatments: list[str]) -> tuple[queries.Condition, ...]:
    """Those with one of the treatments who were not found by name already."""
    return (
        ListedPatientRow.treatment.in_(treatments),
        ListedPatientRow.patient_id.not_in([row.patient_id for row in named]),
    )


async def _treatments_like(session: ClinicSession, query: str) -> list[str]:
    """Names of services that a query may mean, misspelt too."""
    words = [word for word in patients.fold(query) if len(word) >= _SHORTEST_SERVICE_WORD]
    if not words:
        return []
    return [
        service.name
        for service in await scheduling.list_services(session)
        if _means(words, [patients.fold(name) for name in (service.name, *service.aliases)])
    ]


def _means(words: list[str], names: list[list[str]]) -> bool:
    return any(
        all(
            any(part.startswith(word) or fuzz.ratio(word, part) >= _SERVICE_ALIKE for part in name)
            for word in words
        )
        for name in names
    )


async def _opened(session: ClinicSession, rows: list[ListedPatientRow]) -> tuple[ListedPatient, ...]:
    people = await patients.get_patients(session, [row.patient_id for row in rows])
    return tuple(_line(session, row, people[row.patient_id]) for row in rows if row.patient_id in people)


def _line(session: ClinicSession, row: ListedPatientRow | None, patient: patients.Patient) -> ListedPatient:
    overdue = row is not None and row.overdue_at is not None and row.overdue_at <= session.now()
    return ListedPatient(
        id=patient.id,
        name=patient.name,
        phone=patient.phone,
        treatment=row.treatment if row else None,
        last_visit=row.last_at if row else None,
        tags=((Tag.OVERDUE.value,) if overdue else ()) + patient.tags,
    )
