"""Organizations and their tokens on the wire (hosted ``CreateOrgDTO``, ``CreateTokenDTO``)."""

from typing import Literal

from pydantic import Field

from mia.voice.wire import WireModel


class OrgBody(WireModel):
    """An organization to open."""

    name: str = Field(min_length=1, max_length=40)


class CreateToken(WireModel):
    """A token to issue; the one of the same name ends."""

    name: str = Field(min_length=1, max_length=40)
    tag: Literal["private", "public"] = "private"
