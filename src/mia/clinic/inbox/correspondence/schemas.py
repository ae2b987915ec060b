"""One conversation per person, on the wire."""

from typing import Literal
from uuid import UUID

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field

from mia.clinic.inbox.correspondence.service import Correspondence, Way
from mia.clinic.inbox.notes.schemas import NoteOut
from mia.clinic.inbox.schemas import ActivityOut
from mia.clinic.inbox.threads.schemas import ConversationOut, TextOut, plain_thread
from mia.clinic.inbox.threads.service import Mode, Text
from mia.clinic.patients.service import display_phone
from mia.platform.http.out import Out
from mia.platform.kernel.ids import decode, encode


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
    """Everything with one person: texts and emails in order, calls and chats, the team's notes, and the ways to
    write."""

    messages: list[MessageOut]
    contacts: list[ActivityOut]
    notes: list[NoteOut]
    ways: list[WayOut]

    @classmethod
    def of_all(cls, found: Correspondence) -> "ConversationDetailOut":
        return cls.model_validate(
            {
                **plain_thread(found.thread),
                "messages": [_message(channel, text) for channel, text in found.texts],
                "contacts": [ActivityOut.of(one) for one in found.contacts],
                "notes": [NoteOut.of(note) for note in found.notes],
                "ways": [WayOut.of(way) for way in found.ways],
            }
        )


class ConversationCountsOut(Out):
    """How many people wrote what is unread, need a person's answer, or are assigned to the reader."""

    unread: int
    waiting: int
    mine: int


class ConversationChangeIn(BaseModel):
    """What changes of a conversation; what is left out stays. Without an assignee (null) it is no one's."""

    model_config = ConfigDict(extra="forbid")

    unread: bool | None = None
    assignee_id: str | None = Field(None, max_length=40)

    def assignee(self) -> UUID | None:
        """The member's id; :class:`~mia.platform.kernel.errors.NotFound` for what is no user's."""
        return decode("usr", self.assignee_id) if self.assignee_id else None

    def values(self) -> dict[str, object]:
        """What was sent."""
        values: dict[str, object] = {} if self.unread is None else {"unread": self.unread}
        return values | {"assignee_id": self.assignee()} if "assignee_id" in self.model_fields_set else values


class WriteToIn(BaseModel):
    """Whom to write to, and how; by text, if that is possible, when it is not said."""

    model_config = ConfigDict(extra="forbid")

    patient_id: str = Field(max_length=40)
    channel: Literal["sms", "email"] | None = None


class WriteToOut(BaseModel):
    """The conversation with them."""

    id: str


def _message(channel: Literal["sms", "email"], text: Text) -> MessageOut:
    return MessageOut(**TextOut.of(text).model_dump(), channel=channel)
