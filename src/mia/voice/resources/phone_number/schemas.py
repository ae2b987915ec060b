"""A phone number on the wire (hosted ``CreatePhoneNumberDTO``)."""

from typing import Literal

from pydantic import Field

from mia.voice.wire import WireModel


class CreatePhoneNumber(WireModel):
    """A number of the carrier account. ``provider`` is understood; the carrier is the installation's."""

    number: str = Field(pattern=r"^\+[1-9][0-9]{6,14}$")
    name: str | None = Field(None, max_length=40)
    provider: Literal["twilio", "mia"] | None = None
