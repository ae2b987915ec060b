"""Saved replies on the wire."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from mia.clinic.saved_replies.service import LONGEST_TEXT, LONGEST_TITLE
from mia.platform.http.out import IdOf, Out


class SavedReplyIn(BaseModel):
    """A reply as it is to stand. ``{first name}``, ``{my name}`` and ``{practice}`` are filled in on inserting."""

    model_config = ConfigDict(extra="forbid")

    title: str = Field(min_length=1, max_length=LONGEST_TITLE)
    text: str = Field(min_length=1, max_length=LONGEST_TEXT)


class SavedReplyOut(Out):
    """A saved reply, its placeholders as they were written."""

    id: Annotated[str, IdOf("rpl")]
    title: str
    text: str


class SavedRepliesOut(BaseModel):
    """The practice's replies, by title."""

    items: list[SavedReplyOut]
