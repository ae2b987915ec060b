"""Whether someone is on record already, for lists that come from elsewhere."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import or_, select

from mia.clinic.patients.models import PatientRow
from mia.clinic.patients.people import NewPatient, name_blind
from mia.platform.db.session import ClinicSession

_Known = tuple[bytes, bytes | None, bytes | None]
Key = tuple[bytes, bytes | None]
"""Keyed hashes of a name, and of a phone or email."""


def person_blinds(session: ClinicSession, person: NewPatient) -> _Known:
    """The keyed hashes by which a person, whose number and address are normalised, is found again: of name,
    phone and email."""
    return (
        name_blind(session, person.name),
        session.blind(person.phone) if person.phone else None,
        session.blind(person.email) if person.email else None,
    )


async def find_same(session: ClinicSession, people: Sequence[NewPatient]) -> list[UUID | None]:
    """For each person the confirmed record of the same name with the same phone or email; someone with neither
    is the record of the same name that has neither. Merged records stand for the one that took their place."""
    found = await known_keys(session, people)
    keys = [person_keys(session, person) for person in people]
    return [next((found[key] for key in each if key in found), None) for each in keys]


def person_keys(session: ClinicSession, person: NewPatient) -> list[Key]:
    """What a record has in common with a person who is the same, what says most first: the name with the phone, the
    name with the email; of someone with neither, the name with neither."""
    name, phone, email = person_blinds(session, person)
    return [(name, address) for address in (phone, email) if address] or [(name, None)]


async def known_keys(session: ClinicSession, people: Sequence[NewPatient]) -> dict[Key, UUID]:
    """Whose record it is, by what people have in common with one: all keys of each record that is found."""
    asked = [person_blinds(session, person) for person in people]
    rows = await _rows_like(session, asked)
    found: dict[Key, UUID] = {}
    for row in rows:
        here = row.merged_into or row.id
        assert row.name_blind is not None, "asked for by its name"
        for address in (row.phone_blind, row.email_blind):
            if address is not None:
                found.setdefault((row.name_blind, address), here)
        if row.phone_blind is None and row.email_blind is None:
            found.setdefault((row.name_blind, None), here)
    return found


async def _rows_like(session: ClinicSession, asked: Sequence[_Known]) -> Sequence[PatientRow]:
    phones = [phone for _, phone, _ in asked if phone]
    emails = [email for _, _, email in asked if email]
    bare = [name for name, phone, email in asked if not phone and not email]
    unreachable = PatientRow.phone_blind.is_(None) & PatientRow.email_blind.is_(None)
    query = select(PatientRow).where(
        PatientRow.unverified_at.is_(None),
        PatientRow.name_blind.in_({name for name, _, _ in asked}),
        or_(
            PatientRow.phone_blind.in_(phones),
            PatientRow.email_blind.in_(emails),
            PatientRow.name_blind.in_(bare) & unreachable,
        ),
    )
    return (await session.sql.scalars(query.order_by(PatientRow.id))).all()
