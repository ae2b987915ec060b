"""What a room declares to have Mia contact people for a purpose of its own; ``app`` registers the declarations.

A purpose says whom and how, in which words, and what else happens; the engine does the rest, the same for all.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, ClassVar, Literal
from uuid import UUID

from mia.clinic.consent.service import Assessment, Channel, Decision, MessageClass
from mia.clinic.inbox.service import ActivityStatus, Conversation, OutboundCalls
from mia.clinic.schedule.service import SlotSigner
from mia.platform.db.session import ClinicSession
from mia.platform.mail.service import Message


@dataclass(frozen=True)
class Means:
    """What a worker sends with: who places calls, who signs times that are offered, where our pages are."""

    calls: OutboundCalls
    signer: SlotSigner
    origin: str


@dataclass(frozen=True)
class Intent:
    """The intent to contact someone, as it stands. The fields are those of the table."""

    id: UUID
    purpose: str
    wording: str
    patient_id: UUID | None
    lead_id: UUID | None
    visit_id: UUID | None
    visit_at: datetime | None
    activity_id: UUID
    channel: Channel
    state: str
    idempotency_key: str
    address_sealed: bytes | None = field(repr=False)
    words_sealed: bytes | None = field(repr=False)
    due_at: datetime
    undo_until: datetime | None
    touched_at: datetime | None
    sending_since: datetime | None
    settled_at: datetime | None
    attempts: int
    text_id: UUID | None
    voice_id: str | None
    appointment_id: UUID | None
    service_id: UUID | None
    offers: list[str]


@dataclass(frozen=True)
class Draft:
    """A text to send. ``values``: columns that change with it."""

    text: str = field(repr=False)
    message_class: MessageClass
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Ring:
    """A call to place. ``values``: columns that change with it."""

    first_name: str = field(repr=False)
    service_ids: tuple[UUID, ...] = ()
    values: Mapping[str, Any] = field(default_factory=dict)


class Purpose:
    """Why Mia contacts someone. Methods that raise are for each purpose to write; those of the second half are told
    what happened and may do nothing."""

    name: ClassVar[str]
    key: ClassVar[str]
    """How the keys of its messages begin; the intent's id follows. Interrupted ones are found by it."""
    window: ClassVar[timedelta] = timedelta(0)
    """How long a message waits, so that it can be undone."""
    decided_later: ClassVar[bool] = False
    """Whether one that may not be sent still waits for its undo window, and is decided when that ends."""
    call_kind: ClassVar[Literal["recall", "lead"]] = "recall"
    talking: ClassVar[str] = "Mia is talking with the patient"
    replied: ClassVar[str] = "The patient has replied"
    stopped: ClassVar[str] = "The text could not be delivered"
    """What the history says of a text that an opt-out kept back."""
    booked: ClassVar[ActivityStatus] = ActivityStatus.REBOOKED

    async def assess(self, session: ClinicSession, intent: Intent) -> Assessment:
        """Decide again, now that it would leave. Another address than the one decided about is never contacted."""
        raise NotImplementedError

    async def lock(self, session: ClinicSession, intent: Intent) -> None:
        """Have no one else decide about the same person meanwhile."""

    async def is_wanted(self, session: ClinicSession, intent: Intent) -> bool:
        """Whether there is still a reason; without one it is taken back as if it had never been."""
        return True

    async def patient_of(self, session: ClinicSession, intent: Intent) -> UUID | None:
        """The patient whose decision it is, if it is one's."""
        return intent.patient_id

    async def write_text(self, session: ClinicSession, intent: Intent, means: Means) -> Draft:
        """The words of a text."""
        raise NotImplementedError

    async def write_mail(self, session: ClinicSession, intent: Intent, address: str, means: Means) -> Message:
        """The email, of a purpose that writes emails."""
        raise NotImplementedError(f"{self.name} writes no emails")

    async def prepare_call(self, session: ClinicSession, intent: Intent) -> Ring:
        """Whom to ask for, and about what, of a purpose that calls."""
        raise NotImplementedError(f"{self.name} places no calls")

    def line(self, channel: Channel) -> str:
        """What the history says until it leaves."""
        return "Mia is about to call" if channel is Channel.CALL else "Leaves in a moment"

    def refused(self, channel: Channel) -> str:
        """What the history says when it may not leave; the reason follows."""
        return "Not called" if channel is Channel.CALL else "Not sent"

    def reason(self, decision: Decision) -> str:
        """A decision's reason in the words for this kind of person."""
        return decision.reason

    async def sent_line(self, session: ClinicSession, intent: Intent) -> str:
        """What the history says once it has left."""
        raise NotImplementedError

    async def ask_staff(self, session: ClinicSession, intent: Intent, outcome: str) -> None:
        """No one can tell whether a call was placed: a person has to look after it."""
        raise NotImplementedError

    async def on_changed(self, session: ClinicSession, intent: Intent) -> None:
        """It stands otherwise: pages that show it load it again."""

    async def on_held(self, session: ClinicSession, intent: Intent, decision: Decision) -> None:
        """It may not leave, or not now."""

    async def on_sent(self, session: ClinicSession, intent: Intent) -> None:
        """The message has left."""

    async def on_failed(self, session: ClinicSession, intent: Intent, why: str) -> None:
        """Message or call did not get there. ``intent`` is as it stands now."""

    async def on_begun(self, session: ClinicSession, intent: Intent, conversation: Conversation) -> None:
        """The call is being placed, and has a conversation."""

    async def on_answered(self, session: ClinicSession, intent: Intent) -> None:
        """Someone, or a machine, has picked up."""

    async def on_called(self, session: ClinicSession, intent: Intent) -> None:
        """The call is over."""

    async def find_awaited(self, session: ClinicSession, thread_id: UUID) -> Intent | None:
        """The message that a text in a thread may answer."""
        return None

    async def on_reply(self, session: ClinicSession, intent: Intent, conversation: Conversation) -> str | None:
        """It was answered; the name of who did, where known."""
        return None


_registered: dict[str, Purpose] = {}


def register(*purposes: Purpose) -> None:
    """Composition: the purposes there are, in the order in which they are asked whose reply a text is."""
    _registered.update({purpose.name: purpose for purpose in purposes})


def registered() -> list[Purpose]:
    """Every purpose."""
    return list(_registered.values())


def purpose_of(intent: Intent) -> Purpose:
    """What an intent was for."""
    return _registered[intent.purpose]
