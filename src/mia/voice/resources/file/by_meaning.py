"""Passages found by what they mean: the cosine between a question and the likest sentence of a passage.

Vectors take some milliseconds a sentence. The job worker makes them, a few passages at a time; until then a passage
is found by its words alone.
"""

import asyncio
import re
from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

import numpy as np
import structlog
from sqlalchemy import delete, func, select, update

from mia.platform.db.session import Database, OrgSession
from mia.platform.jobs.pulling import Puller
from mia.platform.jobs.queue import Queue, Taken
from mia.platform.kernel.scope import SystemScope
from mia.platform.words.vectors import DIMENSIONS, Vectors, embedder
from mia.voice.auth.guards import scope_of_row
from mia.voice.resources.file.models import PassageRecord, UncomparedFile

log = structlog.get_logger()

UNCOMPARED = Queue(UncomparedFile, SystemScope.CRON, lease=timedelta(minutes=2), channel="mia_uncompared_files")
"""Files whose passages still lack vectors. The lease is renewed with every few passages."""
_AT_A_TIME = 8
"""Passages between two commits: a second or less."""
_TRIES = 3
_MOST_COMPARED = 2000
"""Passages that a question is compared with."""
_SHORTEST = 120
"""Characters up to which sentences are taken together: a heading or "No straws." says little by itself."""
_MOST_TOKENS = 96
_KEPT = np.float16
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n")


async def compare_later(session: OrgSession, file_id: UUID) -> None:
    """Have the vectors of a file's passages made."""
    mine = (UncomparedFile.org_id == session.scope.org_id, UncomparedFile.file_id == file_id)
    await session.sql.execute(delete(UncomparedFile).where(*mine))
    session.sql.add(UncomparedFile(org_id=session.scope.org_id, file_id=file_id))
    await UNCOMPARED.tell(session)


async def run_comparing(database: Database) -> None:
    """Make vectors as files come, until canceled. Safe to run in many processes."""
    await Puller(database, UNCOMPARED, Comparing(database).settle, at_once=1).run()


class Comparing:
    """Makes the vectors of one file after the other."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def make_due(self) -> int:
        """Make those of every file that is due now; returns how many files."""
        made = 0
        while taken := await UNCOMPARED.claim(self._database, 1):
            await self.settle(taken[0])
            made += 1
        return made

    async def settle(self, taken: Taken[UncomparedFile]) -> None:
        """Make the vectors of a file. What fails is tried three times, and goes on where it stopped."""
        try:
            while await self._make_some(taken.row):
                async with self._database.system(UNCOMPARED.scope) as system:
                    await UNCOMPARED.change(system, taken, {"next_at": func.now() + UNCOMPARED.lease})
            await UNCOMPARED.forget(self._database, taken)
        except Exception as fault:
            log.warning("file_not_compared", file_id=str(taken.row.file_id), error=type(fault).__name__)
            await UNCOMPARED.try_again(self._database, taken, give_up=taken.attempt >= _TRIES)

    async def _make_some(self, file: UncomparedFile) -> int:
        record, scope = PassageRecord, scope_of_row(file.org_id, "voice:files")
        mine = (record.org_id == file.org_id, record.file_id == file.file_id)
        missing = select(record.id, record.text_sealed).where(*mine, record.vectors_sealed.is_(None))
        async with self._database.org(scope) as session:
            rows = (await session.sql.execute(missing.order_by(record.id).limit(_AT_A_TIME))).all()
            texts = [session.unseal(row.text_sealed) for row in rows]
        made = await asyncio.to_thread(lambda: [vectors_of(text) for text in texts])
        async with self._database.org(scope) as session:
            for row, vectors in zip(rows, made, strict=True):
                sealed = session.key.seal_bytes(vectors.astype(_KEPT).tobytes(), row.id.bytes)
                change = update(record).where(*mine, record.id == row.id).values(vectors_sealed=sealed)
                await session.sql.execute(change)
        return len(rows)


def vectors_of(passage: str) -> Vectors:
    """The vectors of a passage's sentences, one row each."""
    return embedder().embed_all(_sentences(passage), _MOST_TOKENS)


def _sentences(passage: str) -> list[str]:
    """The sentences of a passage, short ones together."""
    found: list[str] = []
    for sentence in filter(None, map(str.strip, _SENTENCE.split(passage))):
        if found and len(found[-1]) + len(sentence) < _SHORTEST:
            found[-1] = f"{found[-1]} {sentence}"
        else:
            found.append(sentence)
    return found


async def weigh_meaning(session: OrgSession, file_ids: Sequence[UUID], words: str) -> dict[UUID, float]:
    """The passages of these files: how like the question their likest sentence is."""
    record = PassageRecord
    compared = select(record.id, record.vectors_sealed).where(
        record.org_id == session.scope.org_id, record.file_id.in_(file_ids), record.vectors_sealed.is_not(None)
    )
    found = await session.sql.execute(compared.limit(_MOST_COMPARED))
    rows = [(row.id, row.vectors_sealed or b"") for row in found]
    return await asyncio.to_thread(_likeness, session, rows, words) if rows else {}


def _likeness(session: OrgSession, rows: Sequence[tuple[UUID, bytes]], words: str) -> dict[UUID, float]:
    question = embedder().embed(words, _MOST_TOKENS)
    found: dict[UUID, float] = {}
    for id, sealed in rows:
        vectors = np.frombuffer(session.key.unseal_bytes(sealed, id.bytes), _KEPT).reshape(-1, DIMENSIONS)
        found[id] = float((vectors.astype(np.float32) @ question).max())
    return found
