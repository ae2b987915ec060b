"""Calls in which Mia is tried, on the wire."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from mia.clinic.settings.service import MiaValue
from mia.clinic.tryout.calls import BegunCall
from mia.clinic.tryout.schemas import FactDraftIn
from mia.platform.http.out import Out
from mia.platform.kernel.ids import encode
from mia.platform.kernel.media_engine import CLIENT_PATH, MediaEngine, engine_of_widget
from mia.platform.kernel.settings import Settings


class TryoutCallIn(BaseModel):
    """What Mia is tried with in a call; the rest is as it is saved."""

    model_config = ConfigDict(extra="forbid")

    mia: MiaValue | None = None
    fact: FactDraftIn | None = None


class TryoutOfferIn(BaseModel):
    """The browser's offer, with all its candidates in it."""

    model_config = ConfigDict(extra="forbid")

    sdp: str = Field(max_length=64_000)
    type: Literal["offer"]


class TryoutAnswerOut(Out):
    """The answer to an offer."""

    sdp: str
    type: Literal["answer"]


class TryoutRoomsOut(BaseModel):
    """The media engine whose rooms calls are held in, and where its client library for browsers stands."""

    provider: MediaEngine
    library: str


class TryoutRoomOut(Out):
    """What a browser needs to come into a room."""

    provider: str
    url: str
    token: str


class TryoutCallOut(BaseModel):
    """A call that its user may join soon, once. ``stun_url``: where the browser asks for its public address.
    ``rooms``: joined in a room of this engine, and not by an offer."""

    call_id: str
    practice: str
    stun_url: str | None
    rooms: TryoutRoomsOut | None

    @classmethod
    def of(cls, begun: BegunCall, settings: Settings) -> "TryoutCallOut":
        engine = engine_of_widget(settings)
        return cls(
            call_id=encode("try", begun.id),
            practice=begun.practice_name,
            stun_url=settings.stun_url,
            rooms=TryoutRoomsOut(provider=engine, library=CLIENT_PATH) if engine else None,
        )


class TryoutMessageIn(BaseModel):
    """A server message in the hosted shape."""

    message: dict[str, object]
