"""Notes in conversations on the wire."""

from datetime import datetime
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from mia.clinic.inbox.notes.service import LONGEST_NOTE
from mia.platform.http.out import IdOf, Out


class NoteIn(BaseModel):
    """What the team should know; it is never sent to the patient."""

    model_config = ConfigDict(extra="forbid")

    text: str = Field(min_length=1, max_length=LONGEST_NOTE)


class NoteOut(Out):
    """A note of the team. ``conversation_id`` is where it lies; ``author_id`` is null for a program; ``mine``: the
    reader wrote it and may delete it."""

    id: Annotated[str, IdOf("nte")]
    conversation_id: Annotated[str, IdOf("thr")] = Field(validation_alias="thread_id")
    author_id: Annotated[str, IdOf("usr")] | None
    text: str
    at: datetime
    mine: bool
