"""Finding patients by name or phone, forgiving typing errors, without a name in the database.

Names and phones are sealed; beside them stand keyed hashes of their trigrams (``patient_grams``). A search
hashes its own trigrams, takes the records that share most, opens those and ranks them by how alike they are.
"""

import math
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from rapidfuzz import fuzz

from mia.db.session import ClinicSession
from mia.patients import queries
from mia.patients.contact import normalize_phone

_SHARED = 0.4
"""Share of the searched name's trigrams that a record must have: one wrong letter in five destroys half."""
_ALIKE = 65.0
"""Least likeness of each searched word to one of the name's (0 to 100)."""
_PREFIX, _INSIDE = 100.0, 95.0
_LEAST_DIGITS = 3
_MOST_FOUND = 300
"""Records opened for one search; whoever finds more should write more."""


@dataclass(frozen=True)
class FoundPatient:
    """A patient who fits, and how well (0 to 100)."""

    id: UUID
    score: float


async def index_names(session: ClinicSession, people: Iterable[tuple[UUID, str, str | None]]) -> None:
    """Make people findable: id, name, phone (any notation)."""
    pieces = [
        (piece, patient_id)
        for patient_id, name, phone in people
        for piece in {*_name_pieces(fold(name)), *_phone_pieces(_national(normalize_phone(phone) if phone else ""))}
    ]
    distinct = list({piece for piece, _ in pieces})
    grams = dict(zip(distinct, session.key.grams(distinct), strict=True))
    if pieces:
        await queries.add_grams(session, [(grams[piece], patient_id) for piece, patient_id in pieces])


async def search_patients(session: ClinicSession, query: str) -> list[FoundPatient]:
    """Patients whose name or phone fits a query, the best first; at most 300.

    Words are compared with the name's, digits (three or more) with the phone's; all must fit.
    """
    words, digits = _split(query)
    if not words and not digits:
        return []
    names, phones = list(set(_name_pieces(words))), list(set(_phone_pieces(digits)))
    ids = await queries.find_by_grams(
        session,
        loose=session.key.grams(names),
        least=math.ceil(len(names) * _SHARED),
        exact=session.key.grams(phones),
        limit=_MOST_FOUND,
    )
    rows = await queries.find_patients(session, ids) if ids else []
    scored = [
        FoundPatient(row.id, _likeness(words, fold(session.unseal(row.name_sealed))))
        for row in rows
        if not digits or (row.phone_sealed and digits in _national(session.unseal(row.phone_sealed)))
    ]
    fitting = [found for found in scored if found.score >= _ALIKE]
    return sorted(fitting, key=lambda found: (-found.score, found.id))


def fold(text: str) -> list[str]:
    """The words of a text in one case, without accents and punctuation."""
    decomposed = unicodedata.normalize("NFD", text.casefold())
    letters = "".join(
        letter if letter.isalnum() else " " for letter in decomposed if not unicodedata.combining(letter)
    )
    return letters.split()


def _split(query: str) -> tuple[list[str], str]:
    """The words of a query, and its digits when they are enough to look for."""
    digits = "".join(letter for letter in query if letter.isdigit())
    words = [word for word in fold(query) if not word.isdigit()]
    return words, _national(digits) if len(digits) >= _LEAST_DIGITS else ""


def _national(phone: str) -> str:
    """Digits without the US country code, as people write and read them."""
    digits = "".join(letter for letter in phone if letter.isdigit())
    return digits[1:] if len(digits) == 11 and digits.startswith("1") else digits


def _name_pieces(words: Sequence[str]) -> list[str]:
    """Trigrams of each word, with its beginning and end."""
    padded = (f"  {word} " for word in words)
    return [word[start : start + 3] for word in padded for start in range(len(word) - 2)]


def _phone_pieces(digits: str) -> list[str]:
    return [f"#{digits[start : start + 3]}" for start in range(len(digits) - 2)]


def _likeness(words: Sequence[str], name: Sequence[str]) -> float:
    """How well the worst of the searched words fits; 100 without words."""
    return min((max((_alike(word, part) for part in name), default=0.0) for word in words), default=_PREFIX)


def _alike(word: str, part: str) -> float:
    if part.startswith(word):
        return _PREFIX
    if len(word) >= 3 and word in part:
        return _INSIDE
    # What is still being typed is compared with as much of the name.
    return max(fuzz.ratio(word, part), fuzz.ratio(word, part[: len(word)]) - 5)
