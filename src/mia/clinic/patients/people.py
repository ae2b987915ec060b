"""A patient as other rooms see one, and a row made of one."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from mia.clinic.patients.contact import normalize_email, normalize_name, normalize_phone, plain_name
from mia.clinic.patients.models import PatientRow
from mia.identity import service as access
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import Invalid

OLDEST_BIRTH = date(1900, 1, 1)
"""No one alive was born before; what is, is a slip or another year's two digits."""

CHANGED = "patient.changed"
"""The event of one patient who was added or removed (not by import): ``patient_id``."""


@dataclass(frozen=True)
class Patient:
    """A person. ``phone`` is E.164; what identifies the person is kept out of ``repr``.

    ``version`` grows with each change but that of the note, which has its own. ``merged_into`` is the record
    that took this one's place.
    """

    id: UUID
    name: str = field(repr=False)
    phone: str | None = field(repr=False)
    email: str | None = field(repr=False)
    birth_date: date | None = field(repr=False)
    note: str | None = field(repr=False)
    note_version: int
    tags: tuple[str, ...]
    created_at: datetime
    version: int = 0
    archived_at: datetime | None = None
    merged_into: UUID | None = None
    unverified_at: datetime | None = None

    @property
    def unverified(self) -> bool:
        """Whether a stranger booked under this name and no one has confirmed yet who that is."""
        return self.unverified_at is not None

    @property
    def archived(self) -> bool:
        return self.archived_at is not None


@dataclass(frozen=True)
class Contact:
    """Who a patient is in a line of a list; ``phone`` is E.164. ``unverified`` as in :class:`Patient`."""

    name: str = field(repr=False)
    phone: str | None = field(repr=False)
    tags: tuple[str, ...] = ()
    unverified: bool = False


@dataclass(frozen=True)
class NewPatient:
    """A person to add. ``source`` says who entered them: ``mia``, ``staff`` or ``import``; ``unverified``: no one
    knows yet whether they are who they say."""

    name: str = field(repr=False)
    phone: str | None = field(default=None, repr=False)
    email: str | None = field(default=None, repr=False)
    birth_date: date | None = field(default=None, repr=False)
    note: str | None = field(default=None, repr=False)
    tags: tuple[str, ...] = ()
    source: str = "staff"
    created_at: datetime | None = None
    unverified: bool = False


async def opened(session: ClinicSession, rows: Sequence[PatientRow]) -> list[Patient]:
    """Rows as patients; the reading is kept in the audit log."""
    if rows:
        await audit.record(session, "patient.read", "patient", [row.id for row in rows])
    return [patient_of(session, row) for row in rows]


def patient_of(session: ClinicSession, row: PatientRow) -> Patient:
    """A row as a patient, for callers that record the reading."""

    def unsealed(sealed: bytes | None) -> str | None:
        return session.unseal(sealed) if sealed is not None else None

    birth_date = unsealed(row.birth_date_sealed)
    return Patient(
        id=row.id,
        name=session.unseal(row.name_sealed),
        phone=unsealed(row.phone_sealed),
        email=unsealed(row.email_sealed),
        birth_date=date.fromisoformat(birth_date) if birth_date else None,
        note=unsealed(row.note_sealed),
        note_version=row.note_version,
        tags=tuple(row.tags),
        created_at=row.created_at,
        version=row.version,
        archived_at=row.archived_at,
        merged_into=row.merged_into,
        unverified_at=row.unverified_at,
    )


def normalized(person: NewPatient) -> NewPatient:
    """A person as their record says it; :class:`Invalid` naming ``name``, ``phone`` or ``email``."""
    return replace(
        person,
        name=normalize_name(person.name),
        phone=normalize_phone(person.phone) if person.phone else None,
        email=normalize_email(person.email) if person.email else None,
    )


def added(row: Mapping[str, Any], person: NewPatient) -> Patient:
    """Whom a new row, made of a :func:`normalized` person, is."""
    return Patient(
        id=row["id"],
        name=person.name,
        phone=person.phone,
        email=person.email,
        birth_date=person.birth_date,
        note=person.note,
        note_version=0,
        tags=tuple(person.tags),
        created_at=row["created_at"],
        unverified_at=row["unverified_at"],
    )


def row_of(session: ClinicSession, patient_id: UUID, person: NewPatient) -> dict[str, Any]:
    """The values of a new row; :class:`Invalid` naming ``name``, ``phone`` or ``email``."""
    return {
        "id": patient_id,
        **identity(session, person.name, person.phone, person.email, person.birth_date),
        "note_sealed": session.seal(person.note) if person.note is not None else None,
        "tags": list(person.tags),
        "source": person.source,
        "created_at": person.created_at or session.now(),
        "unverified_at": session.now() if person.unverified else None,
    }


def identity(
    session: ClinicSession, name: str, phone: str | None, email: str | None, birth_date: date | None
) -> dict[str, object]:
    """The columns that say who someone is, normalised, sealed and with their blind indexes."""
    known = normalize_name(name)
    number = normalize_phone(phone) if phone else None
    address = normalize_email(email) if email else None

    def sealed(value: str | None) -> bytes | None:
        return session.seal(value) if value is not None else None

    return {
        "name_sealed": session.seal(known),
        "name_blind": name_blind(session, known),
        "phone_sealed": sealed(number),
        "phone_blind": session.blind(number) if number else None,
        "email_sealed": sealed(address),
        "email_blind": session.blind(address) if address else None,
        "birth_date_sealed": sealed(birth_date.isoformat() if birth_date else None),
    }


async def check_birth_dates(session: ClinicSession, days: Iterable[date | None]) -> None:
    """:class:`Invalid` (field ``birth_date``) for a day before 1900, or to come where the practice is."""
    known = [day for day in days if day is not None]
    if not known:
        return
    clinic = await access.get_clinic(session)
    today = session.now().astimezone(ZoneInfo(clinic.timezone)).date()
    if min(known) < OLDEST_BIRTH or max(known) > today:
        words = "A date of birth lies between 1900 and today"
        raise Invalid(words, fields={"birth_date": words})


def name_blind(session: ClinicSession, name: str) -> bytes:
    """By what records of one name find each other, whatever its case, accents and punctuation."""
    return session.blind(f"name:{plain_name(name)}")
