"""Questions that Mia could not answer: kept without who asked, read together, and gone when they are answered."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from sqlalchemy import delete, select

from mia.clinic.teaching.cases import (
    LONGEST_LINE,
    MOST_LINES,
    CaseBody,
    EvalCase,
    Origin,
    Task,
    drop_case,
    forget_cases,
    list_cases,
    note_case,
    purge_cases,
    remove_case,
    review_case,
)
from mia.clinic.teaching.impersonal import impersonal
from mia.clinic.teaching.models import OpenQuestionRow
from mia.clinic.teaching.stand_ins import Said
from mia.platform.audit import service as audit
from mia.platform.db.session import ClinicSession
from mia.platform.kernel.errors import Conflict

LONGEST_QUESTION = 300
MOST_OF_ONE = 5
"""Open questions of one conversation; more is someone who plays."""
MOST_LISTED = 300


@dataclass(frozen=True)
class OpenQuestion:
    """A question as it was asked, without names and numbers."""

    id: UUID
    words: str = field(repr=False)
    asked_at: datetime


@dataclass(frozen=True)
class QuestionGroup:
    """Questions that mean the same, the newest first."""

    questions: tuple[OpenQuestion, ...]

    @property
    def wordings(self) -> tuple[str, ...]:
        """How it was asked, each wording once."""
        seen: dict[str, str] = {}
        for question in self.questions:
            seen.setdefault(question.words.casefold().rstrip("?!. "), question.words)
        return tuple(seen.values())


async def note_questions(
    session: ClinicSession, conversation_id: UUID, asked: Sequence[str], names: Collection[str | None]
) -> None:
    """Keep what Mia could not answer in a conversation, without the ``names`` that came up in it."""
    words = [impersonal(text[:LONGEST_QUESTION], names) for text in asked[:MOST_OF_ONE]]
    for text in dict.fromkeys(filter(None, words)):
        row = OpenQuestionRow(
            clinic_id=session.scope.clinic_id,
            conversation_id=conversation_id,
            words_sealed=session.seal(text),
            asked_at=session.now(),
        )
        session.sql.add(row)
    await session.sql.flush()


async def list_questions(session: ClinicSession) -> list[OpenQuestion]:
    """The open questions that are kept, the newest first. Each reading is audited."""
    query = select(OpenQuestionRow).order_by(OpenQuestionRow.asked_at.desc(), OpenQuestionRow.id).limit(MOST_LISTED)
    rows = (await session.sql.scalars(query)).all()
    await audit.record(session, "question.read", "question", [row.id for row in rows])
    return [OpenQuestion(row.id, session.unseal(row.words_sealed), row.asked_at) for row in rows]


def grouped(questions: Sequence[OpenQuestion], places: Sequence[int]) -> list[QuestionGroup]:
    """The groups that ``places`` makes of the questions: those asked most often first, then the newest."""
    groups: dict[int, list[OpenQuestion]] = {}
    for question, place in zip(questions, places, strict=True):
        groups.setdefault(place, []).append(question)
    found = [QuestionGroup(tuple(each)) for each in groups.values()]
    return sorted(found, key=lambda group: len(group.questions), reverse=True)


async def settle_questions(session: ClinicSession, ids: Sequence[UUID], *, answered: bool) -> None:
    """Questions that are answered, or need no answer, are kept no longer. :class:`Conflict` when none of them is
    there anymore."""
    gone = delete(OpenQuestionRow).where(OpenQuestionRow.id.in_(ids)).returning(OpenQuestionRow.id)
    settled = list(await session.sql.scalars(gone))
    if not settled:
        raise Conflict("Someone has answered or dismissed this already.")
    await audit.record(session, "question.answer" if answered else "question.dismiss", "question", settled)


async def purge_questions(session: ClinicSession, before: datetime) -> int:
    """Remove what was asked before an instant; returns how many."""
    old = delete(OpenQuestionRow).where(OpenQuestionRow.asked_at < before).returning(OpenQuestionRow.id)
    return len((await session.sql.execute(old)).all())


async def forget_questions(session: ClinicSession, conversation_ids: Collection[UUID]) -> None:
    """Remove what was asked in some conversations."""
    await session.sql.execute(delete(OpenQuestionRow).where(OpenQuestionRow.conversation_id.in_(conversation_ids)))
