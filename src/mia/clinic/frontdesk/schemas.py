"""The front desk on the wire."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from mia.clinic.frontdesk.ports import ChatReply
from mia.clinic.frontdesk.widget import Begun
from mia.platform.http.out import IdOf, Out
from mia.platform.kernel.ids import encode
from mia.platform.kernel.media_engine import CLIENT_PATH, MediaEngine, engine_of_widget
from mia.platform.kernel.settings import Settings

_SDP = 64_000
_TOKEN = 400


class ServerMessageIn(BaseModel):
    """A server message in the hosted shape; its kinds are many, so only the envelope is fixed."""

    message: dict[str, Any]


class NothingIn(BaseModel):
    """A request that says nothing."""

    model_config = ConfigDict(extra="forbid")


class DescriptionIn(BaseModel):
    """The browser's offer, with all its candidates in it."""

    model_config = ConfigDict(extra="forbid")

    sdp: str = Field(max_length=_SDP)
    type: Literal["offer"]


class DescriptionOut(BaseModel):
    """The answer to an offer."""

    sdp: str
    type: Literal["answer"]


class FarewellIn(BaseModel):
    """Goodbye. The token is in the body, since a beacon cannot carry a header."""

    model_config = ConfigDict(extra="forbid")

    token: str = Field(max_length=_TOKEN)


class PracticeOut(BaseModel):
    """Whose receptionist Mia plays."""

    name: str


class MediaRoomsOut(BaseModel):
    """The media engine whose rooms calls are held in, and where its client library for browsers stands."""

    provider: MediaEngine
    library: str


class MediaRoomOut(Out):
    """What a browser needs to come into a room."""

    provider: str
    url: str
    token: str


class CallOut(BaseModel):
    """A call to join within its token's life. ``stun_url``: where the browser asks for its public address.
    ``rooms``: joined in a room of this engine, and not by an offer."""

    call_id: str
    offer_url: str
    token: str
    practice: PracticeOut
    max_seconds: int
    stun_url: str | None
    rooms: MediaRoomsOut | None

    @classmethod
    def of(cls, begun: Begun, settings: Settings) -> "CallOut":
        call_id = encode("cnv", begun.conversation_id)
        return cls(
            call_id=call_id,
            offer_url=f"/api/widget/calls/{call_id}/offer",
            token=begun.token,
            practice=PracticeOut(name=begun.practice_name),
            max_seconds=begun.max_seconds,
            stun_url=settings.stun_url,
            rooms=_rooms(settings),
        )


def _rooms(settings: Settings) -> MediaRoomsOut | None:
    engine = engine_of_widget(settings)
    return MediaRoomsOut(provider=engine, library=CLIENT_PATH) if engine else None


class ChatOut(Out):
    """A conversation in writing, and how Mia opens it."""

    chat_id: Annotated[str, IdOf("cnv")] = Field(validation_alias="conversation_id")
    token: str
    greeting: str


class ChatMessageIn(BaseModel):
    """What the visitor wrote."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    text: str = Field(min_length=1, max_length=1000)


class RatingIn(BaseModel):
    """What a visitor thought of a conversation: 1 is poor, 5 is great."""

    model_config = ConfigDict(extra="forbid")

    score: int = Field(ge=1, le=5)


class ChatMessageOut(BaseModel):
    """One thing Mia wrote."""

    role: Literal["assistant"] = "assistant"
    text: str


class ChatReplyOut(BaseModel):
    """What Mia wrote; ``ended`` when she said goodbye."""

    messages: list[ChatMessageOut]
    ended: bool

    @classmethod
    def of(cls, reply: ChatReply) -> "ChatReplyOut":
        return cls(messages=[ChatMessageOut(text=text) for text in reply.texts], ended=reply.ended)
