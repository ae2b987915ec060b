"""Files searched by their words: Okapi BM25 over passages whose words are keyed hashes.

The database stems words and drops stop words (``to_tsvector``, English), and keeps of them what nobody can read.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import delete, select, text

from mia.platform.db.session import OrgSession
from mia.platform.kernel.ids import new_id
from mia.voice.resources.file.models import PassageRecord

_LONGEST = 900
"""Characters of a passage: about a minute of speech, so that one holds an answer with what stands around it."""
MOST_PASSAGES = 4000
_MOST_FOUND = 1000
"""Passages with one of the words that are compared."""
_K1, _B = 1.2, 0.75
"""Robertson and Zaragoza 2009, section 3.2.1: the usual values."""
_STEMS = text("SELECT lexeme, cardinality(positions) FROM unnest(to_tsvector('english', :words))")
_PARAGRAPH = re.compile(r"\n\s*\n")
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n")


@dataclass(frozen=True)
class Passage:
    """What was found, and how well it fits: the sum of its words' weights."""

    file_id: UUID
    text: str
    score: float


async def index_text(session: OrgSession, file_id: UUID, words: str) -> int:
    """Keep the passages of a file's text in place of those it had; how many there are."""
    mine = (PassageRecord.org_id == session.scope.org_id, PassageRecord.file_id == file_id)
    await session.sql.execute(delete(PassageRecord).where(*mine))
    pieces = passages_of(words)[:MOST_PASSAGES]
    for piece in pieces:
        stems = await _stems(session, piece)
        session.sql.add(
            PassageRecord(
                org_id=session.scope.org_id,
                id=new_id(),
                file_id=file_id,
                text_sealed=session.seal(piece),
                terms_blind=session.key.grams(stems),
                counts=list(stems.values()),
                length=sum(stems.values()),
            )
        )
    await session.sql.flush()
    return len(pieces)


async def search(session: OrgSession, file_ids: Sequence[UUID], words: str, most: int = 3) -> list[Passage]:
    """The passages of these files that fit best, the best first."""
    terms = session.key.grams(await _stems(session, words))
    if not terms or not file_ids:
        return []
    record = PassageRecord
    found = select(record).where(
        record.org_id == session.scope.org_id, record.file_id.in_(file_ids), record.terms_blind.overlap(terms)
    )
    rows = (await session.sql.scalars(found.limit(_MOST_FOUND))).all()
    scores = _bm25(rows, terms)
    best = sorted(zip(scores, rows, strict=True), key=lambda pair: (-pair[0], pair[1].id))[:most]
    return [Passage(row.file_id, session.unseal(row.text_sealed), round(score, 4)) for score, row in best]


def passages_of(words: str) -> list[str]:
    """The text in passages: whole paragraphs, as many as fit, and long ones cut between sentences."""
    pieces: list[str] = []
    for paragraph in _PARAGRAPH.split(words):
        for part in _parts(paragraph.strip()):
            if pieces and len(pieces[-1]) + len(part) < _LONGEST:
                pieces[-1] = f"{pieces[-1]}\n{part}"
            else:
                pieces.append(part)
    return pieces


def _parts(paragraph: str) -> list[str]:
    if len(paragraph) <= _LONGEST:
        return [paragraph] if paragraph else []
    parts = [""]
    for sentence in _SENTENCE.split(paragraph):
        for start in range(0, len(sentence), _LONGEST):
            piece = sentence[start : start + _LONGEST]
            if len(parts[-1]) + len(piece) < _LONGEST:
                parts[-1] = f"{parts[-1]} {piece}".strip()
            else:
                parts.append(piece)
    return [part for part in parts if part]


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


async def _stems(session: OrgSession, words: str) -> dict[str, int]:
    return {row.lexeme: row.cardinality for row in await session.sql.execute(_STEMS, {"words": words})}
