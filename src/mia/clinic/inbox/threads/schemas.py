"""Threads on the wire. They are called conversations there: what staff sees is one with each patient."""

import base64
import binascii
from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from mia.clinic.inbox.threads.queries import Show
from mia.clinic.inbox.threads.service import LONGEST_TEXT, Mode, Thread, ThreadPage
from mia.clinic.patients.service import display_phone
from mia.platform.http.out import IdOf, Out
from mia.platform.kernel.errors import Invalid
from mia.platform.kernel.ids import encode

TextStatus = Literal["received", "queued", "sending", "sent", "delivered", "failed", "blocked"]


class ConversationSearchIn(BaseModel):
    """Which conversations to list."""

    model_config = ConfigDict(extra="forbid")

    query: str = Field("", max_length=120)
    show: Show = "all"
    limit: int = Field(50, ge=1, le=100)
    cursor: str | None = Field(None, max_length=200)

    def after(self) -> tuple[datetime, UUID] | None:
        """Where the page before ended; :class:`Invalid` (field ``cursor``) for what is no cursor of ours."""
        if self.cursor is None:
            return None
        try:
            instant, _, last = base64.urlsafe_b64decode(self.cursor).decode().partition("|")
            moment = datetime.fromisoformat(instant)
            if moment.tzinfo is not None:
                return moment, UUID(hex=last)
        except (ValueError, binascii.Error):
            pass
        raise Invalid("This page is no longer there", fields={"cursor": "Not a cursor of this list"})


class TextOut(Out):
    """One text. ``status`` is ``received`` for the patient's, else how it stands at the provider."""

    model_config = ConfigDict(populate_by_name=True)

    id: Annotated[str, IdOf("txt")]
    author: Annotated[Literal["patient", "mia", "staff"], Field(alias="from")]
    text: str
    at: datetime
    status: TextStatus = Field(validation_alias="state")


class ConversationOut(BaseModel):
    """A conversation as lists show it. ``name`` is null for a number that is no one patient's; ``waiting``: a
    person's answer is needed; ``unread``: no one of the team has looked at what the patient wrote;
    ``assignee_id``: the member who has it in hand; ``opted_out``: no one may write here anymore."""

    id: str
    patient_id: str | None
    name: str | None
    channel: Literal["sms", "email"]
    phone: str
    mode: Mode
    opted_out: bool
    waiting: bool
    unread: bool
    assignee_id: str | None
    last_at: datetime
    last_message: TextOut | None

    @classmethod
    def of(cls, thread: Thread) -> "ConversationOut":
        return cls.model_validate(plain_thread(thread))


class ConversationPageOut(BaseModel):
    """The newest first; ``next_cursor`` is null on the last page."""

    items: list[ConversationOut]
    next_cursor: str | None

    @classmethod
    def of(cls, page: ThreadPage) -> "ConversationPageOut":
        cursor = None
        if page.next_after is not None:
            instant, last = page.next_after
            cursor = base64.urlsafe_b64encode(f"{instant.isoformat()}|{last.hex}".encode()).decode()
        items = [ConversationOut.of(item) for item in page.items]
        return cls(items=items, next_cursor=cursor)


class StaffTextIn(BaseModel):
    """What a member of staff writes; the same key sends it once."""

    model_config = ConfigDict(extra="forbid")

    text: str = Field(min_length=1, max_length=LONGEST_TEXT)
    idempotency_key: str = Field(pattern=r"^[A-Za-z0-9_-]{8,64}$")


class WrittenOut(BaseModel):
    """The text that was written."""

    id: str


def plain_thread(thread: Thread) -> dict[str, object]:
    """What a list or a detail shows of a thread, by field."""
    return {
        "id": encode("thr", thread.id),
        "patient_id": encode("pat", thread.patient_id) if thread.patient_id else None,
        "name": thread.name,
        "channel": thread.channel,
        "phone": thread.phone if thread.channel == "email" else display_phone(thread.phone),
        "mode": thread.mode,
        "opted_out": thread.opted_out,
        "waiting": thread.waiting,
        "unread": thread.unread,
        "assignee_id": encode("usr", thread.assignee_id) if thread.assignee_id else None,
        "last_at": thread.last_at,
        "last_message": TextOut.of(thread.last_text) if thread.last_text else None,
    }
