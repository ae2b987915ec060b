"""What may be done to a running call (hosted live control)."""

from typing import Annotated, Literal

from pydantic import AliasChoices, Field, RootModel

from mia.voice.resources.tool.schemas import NumberDestination, PhoneNumber
from mia.voice.wire import WireModel

Words = Annotated[str, Field(min_length=1, max_length=1_000)]


class Say(WireModel):
    """Have the assistant say something, after what it is saying unless that is interrupted; the hosted web client
    names it ``message``."""

    type: Literal["say"]
    content: Words = Field(validation_alias=AliasChoices("content", "message"))
    end_call_after_spoken: bool = False
    interrupt_assistant_enabled: bool = False
    interruptions_enabled: bool = True


class AddedMessage(WireModel):
    """Words of the caller, or what the assistant's model is to know (``system``)."""

    role: Literal["user", "system"]
    content: Words


class AddMessage(WireModel):
    """Treat a message as if the caller had said it, or tell the model, or only add it to the conversation."""

    type: Literal["add-message"]
    message: AddedMessage
    trigger_response_enabled: bool = True


class Control(WireModel):
    """Silence the assistant, let it speak again, or have it greet."""

    type: Literal["control"]
    control: Literal["mute-assistant", "unmute-assistant", "say-first-message"]


class Place(WireModel):
    """One of the phones that stand in the assistant's tools; any other is refused."""

    type: Literal["number"] = "number"
    number: PhoneNumber


class Transfer(WireModel):
    """Put the caller of a phone call through, after ``content``."""

    type: Literal["transfer"]
    destination: Place
    content: Words | None = None


class PutThroughNow(WireModel):
    """What becomes of it, for the media worker: the destination as it stands in the assistant."""

    type: Literal["put-through"]
    destination: NumberDestination
    content: str = ""


class EndCallNow(WireModel):
    """End the call."""

    type: Literal["end-call"]


class LiveControl(
    RootModel[Annotated[Say | AddMessage | Control | Transfer | EndCallNow, Field(discriminator="type")]]
):
    """One thing to be done to a running call."""


class WorkerControl(
    RootModel[Annotated[Say | AddMessage | Control | PutThroughNow | EndCallNow, Field(discriminator="type")]]
):
    """The same for the media worker that holds the call."""
