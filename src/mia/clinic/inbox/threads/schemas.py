"""Threads on the wire. They are called conversations there: what staff sees is one with each patient."""

import base64
import binascii
from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field

from mia.clinic.inbox.correspondence import Correspondence, Way
from mia.clinic.inbox.schemas import ActivityOut
from mia.clinic.inbox.threads.service import LONGEST_TEXT, Mode, Text, Thread, ThreadPage
from mia.clinic.patients.service import display_phone
from mia.platform.http.out import IdOf, Out
from mia.platform.kernel.errors import Invalid
from mia.platform.kernel.ids import encode

TextStatus = Literal["received", "queued", "sending", "sent", "delivered", "failed", "blocked"]


class ConversationSearchIn(BaseModel):
    """Which conversations to list."""

    model_config = ConfigDict(extra="forbid")

    query: str = Field("", max_length=120)
    waiting_only: bool = False
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
    person's answer is needed; ``opted_out``: no one may write here anymore."""

    id: str
    patient_id: str | None
    name: str | None
    channel: Literal["sms", "email"]
    phone: str
    mode: Mode
    opted_out: bool
    waiting: bool
    last_at: datetime
    last_message: TextOut | None

    @classmethod
    def of(cls, thread: Thread) -> "ConversationOut":
        return cls.model_validate(_plain(thread))


class MessageOut(TextOut):
    """One text or email of a conversation."""

    channel: Literal["sms", "email"]


class WayOut(BaseModel):
    """An address one can write to, and whether staff may now; ``until``: not before. ``id`` is the conversation
    there, to which messages are posted."""

    id: str
    channel: Literal["sms", "email"]
    address: str
    mode: Mode
    opted_out: bool
    allowed: bool
    reason: str
    until: AwareDatetime | None

    @classmethod
    def of(cls, way: Way) -> "WayOut":
        return cls(
            id=encode("thr", way.thread_id),
            channel=way.channel,
            address=way.address if way.channel == "email" else display_phone(way.address),
            mode=way.mode,
            opted_out=way.opted_out,
            allowed=way.decision.allowed,
            reason=way.decision.reason,
            until=way.decision.until,
        )


class ConversationDetailOut(ConversationOut):
    """Everything with one person: texts and emails in order, calls and chats, and the ways to write."""

    messages: list[MessageOut]
    contacts: list[ActivityOut]
    ways: list[WayOut]

    @classmethod
    def of_all(cls, found: Correspondence) -> "ConversationDetailOut":
        return cls.model_validate(
            {
                **_plain(found.thread),
                "messages": [_message(channel, text) for channel, text in found.texts],
                "contacts": [ActivityOut.of(one) for one in found.contacts],
                "ways": [WayOut.of(way) for way in found.ways],
            }
        )


class ConversationPageOut(BaseModel):
    """The newest first; ``waiting`` counts all that need a person; ``next_cursor`` is null on the last page."""

    items: list[ConversationOut]
    waiting: int
    next_cursor: str | None

    @classmethod
    def of(cls, page: ThreadPage) -> "ConversationPageOut":
        cursor = None
        if page.next_after is not None:
            instant, last = page.next_after
            cursor = base64.urlsafe_b64encode(f"{instant.isoformat()}|{last.hex}".encode()).decode()
        items = [ConversationOut.of(item) for item in page.items]
        return cls(items=items, waiting=page.waiting, next_cursor=cursor)


class StaffTextIn(BaseModel):
    """What a member of staff writes; the same key sends it once."""

    model_config = ConfigDict(extra="forbid")

    text: str = Field(min_length=1, max_length=LONGEST_TEXT)
    idempotency_key: str = Field(pattern=r"^[A-Za-z0-9_-]{8,64}$")


class WriteToIn(BaseModel):
    """Whom to write to, and how; by text, if that is possible, when it is not said."""

    model_config = ConfigDict(extra="forbid")

    patient_id: str = Field(max_length=40)
    channel: Literal["sms", "email"] | None = None


class WriteToOut(BaseModel):
    """The conversation with them."""

    id: str


class WrittenOut(BaseModel):
    """The text that was written."""

    id: str


def _message(channel: Literal["sms", "email"], text: Text) -> MessageOut:
    return MessageOut(**TextOut.of(text).model_dump(), channel=channel)


def _plain(thread: Thread) -> dict[str, object]:
    return {
        "id": encode("thr", thread.id),
        "patient_id": encode("pat", thread.patient_id) if thread.patient_id else None,
        "name": thread.name,
        "channel": thread.channel,
        "phone": thread.phone if thread.channel == "email" else display_phone(thread.phone),
        "mode": thread.mode,
        "opted_out": thread.opted_out,
        "waiting": thread.waiting,
        "last_at": thread.last_at,
        "last_message": TextOut.of(thread.last_text) if thread.last_text else None,
    }
