"""Finding patients by name or phone, forgiving typing errors, without a name in the database.

Names and phones are sealed; beside them stand keyed hashes of their trigrams (``patient_grams``). A search
hashes its own trigrams, takes the records that share most, opens those and ranks them by how alike they are.
"""

import itertools
import math
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from rapidfuzz import fuzz
from sqlalchemy import Select

from mia.clinic.patients import queries
from mia.clinic.patients.contact import normalize_phone
from mia.clinic.patients.contacts import find_contacts
from mia.clinic.patients.models import PatientGramRow
from mia.platform.db.grams import MOST_COUNTED, Frequency, GramIndex
from mia.platform.db.session import ClinicSession

_SHARED = 0.4
"""Share of the searched name's trigrams that a record must have: one wrong letter in five destroys half."""
_ALIKE = 65.0
"""Least likeness of each searched word to one of the name's (0 to 100)."""
_PREFIX, _INSIDE = 100.0, 95.0
_LEAST_DIGITS = 3
_MOST_FOUND = 200
"""Records opened for one search; a search that finds more should be more specific."""
_MOST_ALIKE = 100
"""Of these, records opened whose name is only alike: those that share most with what is searched."""
_MOST_READ = 12_000
"""Rows of the index read for names that are alike: all there are in a practice of some thousand patients."""
_TELLING = 2
"""Trigrams used to look up a word. A word's rarest trigrams narrow nearly as much as all of them; matches are read
and compared anyway, and the server joins few trigrams well and many badly."""
_TELLING_ALONE = 3
"""The same where there is one word only: nothing else rules out who has its commonest pieces in other words."""
_UNCOUNTED = 3 * MOST_COUNTED
"""Rows that a gram is taken to have which was not counted to the end."""
_ASCII_WORD = re.compile("[a-z0-9]+")
_GRAMS = GramIndex(PatientGramRow, PatientGramRow.patient_id)


@dataclass(frozen=True)
class FoundPatient:
    """A patient who fits, and how well (0 to 100)."""

    id: UUID
    score: float


async def index_names(session: ClinicSession, people: Iterable[tuple[UUID, str, str | None]]) -> None:
    """Make people findable: id, name, phone (any notation)."""
    pieces = [(piece, patient_id) for patient_id, name, phone in people for piece in pieces_of(name, phone)]
    distinct = list({piece for piece, _ in pieces})
    grams = dict(zip(distinct, session.key.grams(distinct), strict=True))
    if pieces:
        await queries.add_grams(session, [(grams[piece], patient_id) for piece, patient_id in pieces])


def grams_of(session: ClinicSession, name: str, phone: str | None) -> list[int]:
    """Keyed hashes of all that one person can be found by."""
    return session.key.grams(pieces_of(name, phone))


def pieces_of(name: str, phone: str | None) -> set[str]:
    """What a person can be found by: pieces of the name's words and of the phone's digits."""
    return {*_name_pieces(fold(name)), *_phone_pieces(_national(normalize_phone(phone) if phone else ""))}


def name_grams(session: ClinicSession, name: str) -> list[int]:
    """Keyed hashes of the pieces of a name, for a room that makes names of its own findable."""
    return session.key.grams(set(_name_pieces(fold(name))))


def part_grams(session: ClinicSession, part: str) -> list[list[int]]:
    """By the words of ``part``, keyed hashes of what every name holds in which it stands; none for a short one."""
    words = fold(part)
    last = len(words) - 1  # the part may begin and end within a word of the name
    padded = [("  " if n else "") + word + (" " if n < last else "") for n, word in enumerate(words)]
    pieces = ({word[start : start + 3] for start in range(len(word) - 2)} for word in padded)
    return [session.key.grams(each) for each in pieces if each]


async def telling_grams(session: ClinicSession, words: Sequence[Sequence[int]]) -> list[int]:
    """Of each word the trigrams by which it is looked for; those that fewest patients have first."""
    ranked = await _GRAMS.rarest_first(session, list({gram for word in words for gram in word}))
    most = _TELLING_ALONE if len(words) == 1 else _TELLING
    return _telling([one.gram for one in ranked], words, most)


def ids_by_grams(grams: Sequence[int]) -> Select[UUID]:
    """Patients who have all of these grams (one at least, the rarest first), as a query to stand in another."""
    return _GRAMS.having_all(grams)


async def search_patients(session: ClinicSession, query: str) -> list[FoundPatient]:
    """Patients whose name or phone fits a query, the best first; at most 200.

    Words are compared with the name's, digits (three or more) with the phone's; all must fit.
    """
    words, digits = _split(query)
    if not words and not digits:
        return []
    ids = await _candidates(session, words, digits)
    scored = [
        FoundPatient(id_, _likeness(words, fold(session.unseal(name))))
        for id_, name, phone, *_ in (await find_contacts(session, ids) if ids else [])
        if not digits or (phone and digits in _national(session.unseal(phone)))
    ]
    fitting = [found for found in scored if found.score >= _ALIKE]
    return sorted(fitting, key=lambda found: (-found.score, found.id))


async def _candidates(session: ClinicSession, words: Sequence[str], digits: str) -> list[UUID]:
    """Those whose name begins as it is written, and when they are few, those whose name shares much with it."""
    loose = session.key.grams(set(_name_pieces(words)))
    exact = session.key.grams(set(_phone_pieces(digits)))
    ranked = await _GRAMS.rarest_first(session, [*loose, *exact])
    written = _written(session, [one.gram for one in ranked], words, exact)
    ids = list(await session.sql.scalars(_GRAMS.having_all(written).limit(_MOST_FOUND))) if written else []
    if len(ids) == _MOST_FOUND or not loose:
        return ids
    rare = _affordable([one for one in ranked if one.gram not in exact])
    least = max(1, math.ceil(len(loose) * _SHARED) - (len(loose) - len(rare)))
    like = _GRAMS.having_most(rare, least=least, all_of=exact).limit(_MOST_ALIKE)
    return list(dict.fromkeys([*ids, *await session.sql.scalars(like)]))[:_MOST_FOUND]


def _written(
    session: ClinicSession, ranked: Sequence[int], words: Sequence[str], exact: Sequence[int]
) -> list[int]:
    """Trigrams of who is called as it is written: each word's beginning, what tells it best, and all digits."""
    begins = [f" {word}"[:3] if len(word) > 1 else f"  {word}" for word in words]
    # A word may go on in the name: what marks its end is not looked for.
    others = [{f" {word}"[at : at + 3] for at in range(1, len(word) - 1)} for word in words]
    beginning = set(session.key.grams(set(begins)))
    telling = _telling(ranked, [session.key.grams(each) for each in others], _TELLING - 1)
    wanted = {*beginning, *telling, *exact}
    return [gram for gram in ranked if gram in wanted]


def _telling(ranked: Sequence[int], words: Iterable[Sequence[int]], most: int) -> list[int]:
    """The rarest of each word, in the order of rarity."""
    kept = {gram for word in words for gram in [each for each in ranked if each in word][:most]}
    return [gram for gram in ranked if gram in kept]


def _affordable(ranked: Sequence[Frequency]) -> list[int]:
    """The rarest grams, as many as can be read: they also tell names apart best."""
    sums = itertools.accumulate(one.rows if one.rows < MOST_COUNTED else _UNCOUNTED for one in ranked)
    return [one.gram for one, rows in zip(ranked, sums, strict=True) if rows <= _MOST_READ] or [ranked[0].gram]


def fold(text: str) -> list[str]:
    """The words of a text in one case, without accents and punctuation."""
    if text.isascii():  # most names by far, and a search folds hundreds of them
        return _ASCII_WORD.findall(text.lower())
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
