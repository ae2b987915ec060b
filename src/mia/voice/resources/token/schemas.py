"""Tokens on the wire (hosted ``CreateTokenDTO``, ``UpdateTokenDTO``)."""

from typing import Annotated, Literal
from uuid import UUID

from pydantic import AfterValidator, Field

from mia.voice.wire import WireModel

Origin = Annotated[
    str, Field(max_length=253, pattern=r"^[Hh][Tt][Tt][Pp][Ss]?://[^/\s?#@]+$"), AfterValidator(str.lower)
]
"""A website as browsers name it (RFC 6454): scheme, host and port, without a path."""


class Restrictions(WireModel):
    """What a public token opens: calls to these assistants, or to any that a request brings with it, from these
    websites or, where none are named, from anywhere."""

    enabled: Literal[True] = True
    allowed_origins: list[Origin] | None = Field(None, min_length=1, max_length=50)
    allowed_assistant_ids: list[UUID] | None = Field(None, max_length=50)
    allow_transient_assistant: bool | None = None


class CostLimit(WireModel):
    """What the calls and chats that a token begins may cost in a day or a month (UTC), in dollars. It is ours: at
    the hosted service only an organization has a limit."""

    amount: float = Field(gt=0, le=1_000_000, allow_inf_nan=False)
    period: Literal["day", "month"] = "month"


class CreateToken(WireModel):
    """A token to issue."""

    name: str | None = Field(None, min_length=1, max_length=40)
    tag: Literal["private", "public"] = "private"
    restrictions: Restrictions | None = None
    cost_limit: CostLimit | None = None


class UpdateToken(WireModel):
    """What a token is to be called, and what it is to open and may cost; ``null`` takes a limit away."""

    name: str | None = Field(None, min_length=1, max_length=40)
    tag: Literal["private", "public"] | None = None
    restrictions: Restrictions | None = None
    cost_limit: CostLimit | None = None
