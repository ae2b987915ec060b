"""What the front desk needs from a voice service, as a role."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, Protocol
from uuid import UUID

Json = dict[str, Any]


@dataclass(frozen=True)
class Description:
    """An SDP description with all its candidates in it (no trickling)."""

    sdp: str = field(repr=False)
    type: Literal["offer", "answer"]


@dataclass(frozen=True)
class WebCall:
    """A call that a browser may join; ``ticket`` is what lets it, opaque to us."""

    id: str
    ticket: str = field(repr=False)


@dataclass(frozen=True)
class Room:
    """A room of a distributed media engine in which Mia waits; ``token`` lets one browser in."""

    provider: str
    url: str
    token: str = field(repr=False)


@dataclass(frozen=True)
class CallerLimit:
    """How many calls of one caller may hold a line ``at_once``, in all clinics. ``key`` names the caller."""

    key: str = field(repr=False)
    at_once: int


@dataclass(frozen=True)
class WrittenChat:
    """A written conversation, and the words with which the assistant opens it."""

    id: str
    greeting: str


EARLIER = "earlier"
"""The name under which the voice service is told what was written before; its report gives it back."""


@dataclass(frozen=True)
class Earlier:
    """Something written before a conversation: by the person, or by the practice (Mia or its team)."""

    by_person: bool
    text: str = field(repr=False)


@dataclass(frozen=True)
class ChatReply:
    """What the assistant wrote, in order; ``ended`` when it has said goodbye."""

    texts: tuple[str, ...] = field(repr=False)
    ended: bool


@dataclass(frozen=True)
class PhoneCall:
    """A call to be placed. ``key`` (at most 40 signs) is the same at each attempt; ``number`` and ``caller_id``,
    the practice's number that it leaves from, are E.164.

    ``overrides`` change the assistant for this call (hosted ``assistantOverrides``).
    """

    key: str
    assistant_id: str
    number: str = field(repr=False)
    caller_id: str
    overrides: Json = field(default_factory=dict, repr=False)


@dataclass(frozen=True)
class VoiceState:
    """How a call or session stands. ``report`` is what its end-of-call report says, as far as it can be
    had afterwards: ``endedReason``, ``endedAt``, ``artifact``, ``analysis`` in the hosted shape."""

    ended: bool
    report: Json = field(default_factory=dict, repr=False)


class TokenSource(Protocol):
    """Knows with which token a clinic's conversations are held."""

    async def token(self, clinic_id: UUID, refused: str | None = None) -> str:
        """The clinic's token, another one than the voice service has just ``refused`` if there can be one."""
        ...


class VoiceServices(Protocol):
    """The voice service as each clinic may use it."""

    def of(self, clinic_id: UUID) -> "VoiceService":
        """The service with the clinic's own token: nothing of another clinic is found through it."""
        ...


class VoiceService(Protocol):
    """Holds calls and chats with an assistant.

    Every method raises :class:`~mia.platform.kernel.errors.Unavailable` when the service cannot be reached or
    has no room, and :class:`~mia.platform.kernel.errors.NotFound` when what an id names is not there.
    """

    async def save_assistant(self, assistant: Mapping[str, Any], assistant_id: str | None) -> str:
        """Create the assistant, or make ``assistant_id`` what is given; made again if it is gone.
        Returns its id."""
        ...

    async def start_web_call(
        self,
        assistant_id: str,
        variables: Mapping[str, str],
        overrides: Mapping[str, Any] | None = None,
        limit: CallerLimit | None = None,
    ) -> WebCall:
        """Create a call that a browser will join; ``variables`` fill ``{{name}}`` in the assistant's texts,
        ``overrides`` change the assistant for this call."""
        ...

    async def answer_offer(self, call: WebCall, offer: Description) -> Description:
        """Join a call: the answer to the browser's offer. :class:`~mia.platform.kernel.errors.Conflict` when
        it was joined before or has ended, :class:`~mia.platform.kernel.errors.TooManyRequests` when the caller
        holds as many lines as the call's limit allows."""
        ...

    async def enter_room(self, call: WebCall) -> Room:
        """Join a call in a room instead, where the voice service has a media engine; raises as
        :meth:`answer_offer`."""
        ...

    async def start_phone_call(self, call: PhoneCall) -> str:
        """Have a number dialled; the call's id. The same key dials once.

        :class:`~mia.platform.kernel.errors.Invalid` when it can never be placed,
        :class:`~mia.platform.kernel.errors.Unavailable` when no one can tell whether it was.
        """
        ...

    async def receive_phone_call(
        self,
        assistant_id: str,
        number: str,
        variables: Mapping[str, str],
        overrides: Mapping[str, Any] | None = None,
    ) -> str:
        """A phone call comes in: the document that tells the carrier where it is answered. ``number`` is the
        caller's, as the carrier gives it, perhaps none."""
        ...

    async def find_phone_call(self, key: str, since: datetime) -> str | None:
        """The id of the call that was placed for a key after ``since``; None when there is none."""
        ...

    async def end_call(self, call: WebCall) -> None:
        """Hang up; no error when the call has ended or is not there."""
        ...

    async def call_state(self, call_id: str) -> VoiceState | None:
        """How a call stands; None when the service does not know it."""
        ...

    async def read_recording(self, call_id: str) -> bytes | None:
        """The sound of a call that has ended; None when it was not recorded, or is not there anymore."""
        ...

    async def erase_recording(self, call_id: str) -> None:
        """Erase the sound of a call; no error when there is none."""
        ...

    async def erase_call(self, call_id: str) -> None:
        """Erase a call with everything said in it; no error when it is not there."""
        ...

    async def speak(self, text: str, voice: Mapping[str, Any]) -> bytes:
        """How a voice (hosted ``voice``) says a few words, as a WAV file; nothing of it is kept."""
        ...

    async def start_chat(
        self,
        assistant_id: str,
        variables: Mapping[str, str],
        metadata: Mapping[str, Any] | None = None,
        earlier: Sequence[Earlier] = (),
    ) -> WrittenChat:
        """Begin a written conversation; ``metadata`` is added to the assistant's for it, ``earlier`` is what was
        written with the person before. With that the assistant does not greet."""
        ...

    async def send_chat(self, session_id: str, text: str) -> ChatReply:
        """Pass on what the person wrote and wait for the answer. Not repeated on failure: the caller
        cannot know whether it arrived."""
        ...

    async def end_chat(self, session_id: str) -> None:
        """The person has left; no error when the session has ended or is not there."""
        ...

    async def erase_chat(self, session_id: str) -> None:
        """Erase a session with everything written in it; no error when it is not there."""
        ...

    async def chat_state(self, session_id: str) -> VoiceState | None:
        """How a session stands; None when the service does not know it."""
        ...
