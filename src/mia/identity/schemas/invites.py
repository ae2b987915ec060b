"""JSON of invitations."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AliasPath, BaseModel, ConfigDict, Field

from mia.identity.schemas.fields import EmailText, PasswordText, PersonText, TokenText
from mia.platform.http.out import IdOf, Out
from mia.platform.kernel.scope import Role


class NewInvite(BaseModel):
    """Whom to invite, and as what."""

    model_config = ConfigDict(extra="forbid")

    email: EmailText
    role: Role


class InviteOut(Out):
    """An open invitation. ``invited_by`` is a name, null when an operator did it."""

    id: Annotated[str, IdOf("inv")]
    email: str
    role: Role
    role_label: str = Field(validation_alias=AliasPath("role", "label"))
    invited_by: str | None
    created_at: datetime
    expires_at: datetime
    status: Literal["pending", "expired"]


class InvitesOut(BaseModel):
    items: list[InviteOut]


class InviteLink(BaseModel):
    """An email's link, as the hosted backend's one-time tokens are verified (spec §7)."""

    model_config = ConfigDict(extra="forbid")

    type: Literal["invite"]
    token: TokenText


class ShownInviteOut(Out):
    """What an invitation is for. ``has_account``: the password asked for is the one the person has."""

    email: str
    clinic_name: str
    role_label: str = Field(validation_alias=AliasPath("role", "label"))
    has_account: bool


class Acceptance(BaseModel):
    """A new account's name and password, or the password of the account that is there."""

    model_config = ConfigDict(extra="forbid")

    name: PersonText = ""
    password: PasswordText
