"""The text of a file in passages, kept so that they are found by their words and by what they mean."""

import re
from uuid import UUID

from sqlalchemy import delete

from mia.platform.db.session import OrgSession
from mia.platform.kernel.ids import new_id
from mia.voice.resources.file.by_meaning import compare_later
from mia.voice.resources.file.by_words import stems_of
from mia.voice.resources.file.models import PassageRecord

_LONGEST = 900
"""Characters of a passage: about a minute of speech, so that one holds an answer with what stands around it."""
MOST_PASSAGES = 4000
_PARAGRAPH = re.compile(r"\n\s*\n")
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n")


async def index_text(session: OrgSession, file_id: UUID, words: str) -> int:
    """Keep the passages of a file's text in place of those it had; how many there are. They are found by their
    words at once, by what they mean a little later."""
    mine = (PassageRecord.org_id == session.scope.org_id, PassageRecord.file_id == file_id)
    await session.sql.execute(delete(PassageRecord).where(*mine))
    pieces = passages_of(words)[:MOST_PASSAGES]
    for piece in pieces:
        stems = await stems_of(session, piece)
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
    if pieces:
        await compare_later(session, file_id)
    return len(pieces)


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
