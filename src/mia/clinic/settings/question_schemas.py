"""Open questions on the wire."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from mia.clinic.settings.values import FactValue, ObjectId, Version
from mia.clinic.teaching.service import MOST_LISTED, QuestionGroup
from mia.platform.kernel.ids import encode

QuestionIds = Annotated[list[ObjectId], Field(min_length=1, max_length=MOST_LISTED)]


class QuestionGroupOut(BaseModel):
    """Questions that mean the same. ``wordings`` is how they were put, the newest first, without names and
    numbers."""

    question_ids: list[str]
    wordings: list[str]
    last_asked_at: datetime


class QuestionsOut(BaseModel):
    """Open questions, those asked most often first."""

    groups: list[QuestionGroupOut]

    @classmethod
    def of_groups(cls, groups: Sequence[QuestionGroup]) -> "QuestionsOut":
        return cls(
            groups=[
                QuestionGroupOut(
                    question_ids=[encode("qst", question.id) for question in group.questions],
                    wordings=list(group.wordings),
                    last_asked_at=group.questions[0].asked_at,
                )
                for group in groups
            ]
        )


class AnswerIn(BaseModel):
    """The practice's answer to questions. ``item_id`` names one it has already, with the ``version`` that was
    read."""

    model_config = ConfigDict(extra="forbid")

    question_ids: QuestionIds
    value: FactValue
    item_id: ObjectId | None = None
    version: Version = ""


class DismissalIn(BaseModel):
    """Questions that need no answer."""

    model_config = ConfigDict(extra="forbid")

    question_ids: QuestionIds
