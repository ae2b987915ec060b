"""The list of the Patient Rebooking Center: groups, search, pages (spec §2, §9)."""

from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from rapidfuzz import fuzz
from sqlalchemy import and_

from mia.clinic.patients import service as patients
from mia.clinic.recalls import listing
from mia.clinic.recalls.archive import archived_page
from mia.clinic.recalls.listing import ListedPatient, unlisted
from mia.clinic.recalls.models import ListedPatientRow
from mia.clinic.recalls.narrowing import Narrowing, Sort, conditions
from mia.clinic.recalls.tallies import count_listed
from mia.clinic.schedule import service as schedule
from mia.platform.db.arrays import one_of
from mia.platform.db.session import ClinicSession

PAGE_SIZE = 10
"""Patients on a page (spec §9)."""
EVERYBODY = Narrowing()
"""Nothing narrowed."""

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
    ARCHIVED = "archived"
    """Records off the lists; the other groups have none of them."""


@dataclass(frozen=True)
class PatientPage:
    """A page of the list; pages count from 1, and an empty list has one."""

    items: tuple[ListedPatient, ...]
    total: int
    page: int
    pages: int


async def search(
    session: ClinicSession,
    *,
    query: str = "",
    group: Group = Group.OVERDUE,
    narrowing: Narrowing = EVERYBODY,
    sort: Sort | None = None,
    page: int = 1,
    size: int = PAGE_SIZE,
) -> PatientPage:
    """A page of a group. ``query`` is looked for in name, phone and last treatment, and forgives typing errors.

    Unless sorted otherwise overdue patients stand with those first who became so last (they are the likeliest
    to come back), other groups by last visit; hits of a search always by likeness. A page beyond the last is
    the last. The archive knows no narrowing.
    """
    if group is Group.ARCHIVED:
        return await _archived(session, query, page, size)
    rows = listing.slice_of(group.value)
    narrowed = await conditions(session, narrowing)
    if narrowed or sort is not None:
        rows = listing.narrow(rows, narrowed, sort)
    elif page == 1 and not query.strip():
        items, total = await listing.first_page(session, group.value, size)
        return PatientPage(tuple(items), total, 1, max(1, -(-total // size)))
    counted = None if narrowed else group
    found = await _matches(session, query, counted, rows) if query.strip() else None
    if found is None:
        total = await _count(session, counted, rows)
    else:
        total = len(found.by_name) + found.by_treatment
    pages = max(1, -(-total // size))
    page = min(page, pages)
    offset = (page - 1) * size
    if found is None:
        items = await listing.page_of(session, rows, offset=offset, limit=size, total=total)
    else:
        items = await _page_of_matches(session, rows, found, offset, size)
    return PatientPage(tuple(items), total, page, pages)


async def _archived(session: ClinicSession, query: str, page: int, size: int) -> PatientPage:
    people, total = await archived_page(session, query, offset=(page - 1) * size, limit=size)
    pages = max(1, -(-total // size))
    if page > pages:
        return await _archived(session, query, pages, size)
    return PatientPage(tuple(unlisted(session, person) for person in people), total, page, pages)


@dataclass(frozen=True)
class _Matches:
    """Patients found by name or phone, best first; and how many more by these ``treatments``."""

    by_name: list[UUID]
    treatments: list[str]
    by_treatment: int


async def _matches(session: ClinicSession, query: str, counted: Group | None, rows: listing.Slice) -> _Matches:
    hits = [hit.id for hit in await patients.search_patients(session, query)]
    listed = await listing.treatments_of(session, rows, hits) if hits else {}
    treatments = await _treatments_like(session, query)
    others = await _count(session, counted, rows, treatments) if treatments else 0
    named_too = sum(treatment in treatments for treatment in listed.values())
    return _Matches([id_ for id_ in hits if id_ in listed], treatments, others - named_too)


async def _count(
    session: ClinicSession, counted: Group | None, rows: listing.Slice, treatments: list[str] | None = None
) -> int:
    """The length of a list, or of what it has of some treatments; groups that nothing narrows are ``counted``."""
    if counted is not None:
        return await count_listed(session, counted, treatments)
    where = [rows.condition] if treatments is None else [rows.condition, ListedPatientRow.treatment.in_(treatments)]
    return await listing.count_narrowed(session, and_(*where))


async def _page_of_matches(
    session: ClinicSession, rows: listing.Slice, found: _Matches, offset: int, size: int
) -> list[ListedPatient]:
    ids = found.by_name[offset : offset + size]
    known = await listing.lines_of(session, ids) if ids else {}
    page = [known[id_] for id_ in ids if id_ in known]
    if len(ids) == size or not found.by_treatment:
        return page
    others = [
        ListedPatientRow.treatment.in_(found.treatments),
        ~one_of(ListedPatientRow.patient_id, found.by_name),
    ]
    skipped = max(0, offset - len(found.by_name))
    return page + await listing.page_of(
        session, listing.narrow(rows, others, None), offset=skipped, limit=size - len(page)
    )


async def _treatments_like(session: ClinicSession, query: str) -> list[str]:
    """Names of services that a query may mean, misspelt too."""
    words = [word for word in patients.fold(query) if len(word) >= _SHORTEST_SERVICE_WORD]
    if not words:
        return []
    return [
        service.name
        for service in await schedule.list_services(session, every=True)
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
