"""Files searched: by their words, by what they mean, or by both.

Words find codes, prices and names; meaning finds what is asked in other words than the file's. Both lists are
merged by reciprocal rank fusion, which needs no scale that weights and cosines share.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from sqlalchemy import select

from mia.platform.db.session import OrgSession
from mia.voice.resources.file.by_meaning import weigh_meaning
from mia.voice.resources.file.by_words import weigh_words
from mia.voice.resources.file.models import PassageRecord

LEAST_LIKE = 0.25
"""Cosine from which a passage may answer a question. Of the questions in ``bench/knowledge`` each has one above it;
what nobody there could answer ("who won the world cup") mostly stays below."""
SHARE = 0.5
"""Of a question's words that a passage must have to be found by them beside meaning: one word in common says
little, while a code or a name is most of what is asked."""
_RANKS = 60
"""Cormack, Clarke and Buettcher 2009: how little the first places of a list count more than the next."""


class Way(StrEnum):
    """How passages are found."""

    WORDS = "words"
    MEANING = "meaning"
    BOTH = "both"


@dataclass(frozen=True)
class Passage:
    """What was found, and how well it fits: the sum of its words' weights, the cosine, or, for both, 1 for what is
    first in both lists and less further down."""

    file_id: UUID
    text: str
    score: float


async def search(
    session: OrgSession, file_ids: Sequence[UUID], words: str, most: int = 3, way: Way = Way.BOTH
) -> list[Passage]:
    """The passages of these files that fit best, the best first."""
    if not file_ids or not words.strip():
        return []
    scores = await _SCORES[way](session, file_ids, words)
    best = _ranked(scores)[:most]
    record = PassageRecord
    query = select(record.id, record.file_id, record.text_sealed).where(
        record.org_id == session.scope.org_id, record.id.in_(best)
    )
    rows = {row.id: row for row in await session.sql.execute(query)}
    return [Passage(rows[id].file_id, session.unseal(rows[id].text_sealed), round(scores[id], 4)) for id in best]


async def _by_meaning(session: OrgSession, file_ids: Sequence[UUID], words: str) -> dict[UUID, float]:
    likeness = await weigh_meaning(session, file_ids, words)
    return {id: cosine for id, cosine in likeness.items() if cosine >= LEAST_LIKE}


async def _by_both(session: OrgSession, file_ids: Sequence[UUID], words: str) -> dict[UUID, float]:
    likeness = await weigh_meaning(session, file_ids, words)
    if not likeness:  # files that have just come
        return _fused([await weigh_words(session, file_ids, words)])
    alike = {id: cosine for id, cosine in likeness.items() if cosine >= LEAST_LIKE}
    return _fused([alike, await weigh_words(session, file_ids, words, SHARE)])


_SCORES = {Way.WORDS: weigh_words, Way.MEANING: _by_meaning, Way.BOTH: _by_both}


def _fused(lists: Sequence[Mapping[UUID, float]]) -> dict[UUID, float]:
    scores: dict[UUID, float] = {}
    for each in lists:
        for rank, id in enumerate(_ranked(each), 1):
            scores[id] = scores.get(id, 0.0) + (_RANKS + 1) / (_RANKS + rank) / len(lists)
    return scores


def _ranked(scores: Mapping[UUID, float]) -> list[UUID]:
    return sorted(scores, key=lambda id: (-scores[id], id))
