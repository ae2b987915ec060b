"""Passages found by their words: Okapi BM25 over keyed hashes of their stems.

The database stems words and drops stop words (``to_tsvector``, English), and keeps of them what nobody can read.
"""

import math
from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import select, text

from mia.platform.db.session import OrgSession
from mia.voice.resources.file.models import PassageRecord

_MOST_FOUND = 1000
"""Passages with one of the words that are compared."""
_K1, _B = 1.2, 0.75
"""Robertson and Zaragoza 2009, section 3.2.1: the usual values."""
_STEMS = text("SELECT lexeme, cardinality(positions) FROM unnest(to_tsvector('english', :words))")


async def stems_of(session: OrgSession, words: str) -> dict[str, int]:
    """The stems of a text, and how often each stands in it."""
    return {row.lexeme: row.cardinality for row in await session.sql.execute(_STEMS, {"words": words})}


async def weigh_words(
    session: OrgSession, file_ids: Sequence[UUID], words: str, share: float = 0.0
) -> dict[UUID, float]:
    """The passages of these files that have one of the words, and at least this ``share`` of them all: the sum of
    the weights of those they have."""
    terms = session.key.grams(await stems_of(session, words))
    if not terms:
        return {}
    record = PassageRecord
    found = select(record).where(
        record.org_id == session.scope.org_id, record.file_id.in_(file_ids), record.terms_blind.overlap(terms)
    )
    rows = (await session.sql.scalars(found.limit(_MOST_FOUND))).all()
    asked = set(terms)
    weights = zip(rows, _bm25(rows, terms), strict=True)
    return {row.id: weight for row, weight in weights if len(asked & set(row.terms_blind)) >= share * len(asked)}


def _bm25(rows: Sequence[PassageRecord], terms: Sequence[int]) -> list[float]:
    """Weights among the passages found: a word that many of them have says less."""
    if not rows:
        return []
    average = sum(row.length for row in rows) / len(rows) or 1.0
    having = {term: sum(term in row.terms_blind for row in rows) for term in terms}
    rarity = {term: math.log(1 + (len(rows) - n + 0.5) / (n + 0.5)) for term, n in having.items()}
    scores = []
    for row in rows:
        counts = dict(zip(row.terms_blind, row.counts, strict=True))
        norm = _K1 * (1 - _B + _B * row.length / average)
        held = [(rarity[term], counts[term]) for term in terms if term in counts]
        scores.append(sum(rare * count * (_K1 + 1) / (count + norm) for rare, count in held))
    return scores
