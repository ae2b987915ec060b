"""JSON of invitations."""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict

from mia.identity.people.invites import Invite
from mia.identity.people.joining import ShownInvite
from mia.identity.schemas.fields import EmailText, PasswordText, PersonText, TokenText
from mia.platform.kernel.ids import encode
from mia.platform.kernel.scope import Role


class NewInvite(BaseModel):
    """Whom to invite, and as what."""

    model_config = ConfigDict(extra="forbid")

    email: EmailText
    role: Role


class InviteOut(BaseModel):
    """An open invitation. ``invited_by`` is a name, null when an operator did it."""

    id: str
    email: str
    role: Role
    role_label: str
    invited_by: str | None
    created_at: datetime
    expires_at: datetime
    status: Literal["pending", "expired"]

    @classmethod
    def of(cls, invite: Invite) -> "InviteOut":
        return cls(
            id=encode("inv", invite.id),
            email=invite.email,
            role=invite.role,
            role_label=invite.role.label,
            invited_by=invite.invited_by,
            created_at=invite.created_at,
            expires_at=invite.expires_at,
            status="expired" if invite.expired else "pending",
        )


class InvitesOut(BaseModel):
    items: list[InviteOut]


class InviteLink(BaseModel):
    """An email's link, as the hosted backend's one-time tokens are verified (spec §7)."""

    model_config = ConfigDict(extra="forbid")

    type: Literal["invite"]
    token: TokenText


class ShownInviteOut(BaseModel):
    """What an invitation is for. ``has_account``: the password asked for is the one the person has."""

    email: str
    clinic_name: str
    role_label: str
    has_account: bool

    @classmethod
    def of(cls, shown: ShownInvite) -> "ShownInviteOut":
        return cls(
            email=shown.email,
            clinic_name=shown.clinic_name,
            role_label=shown.role.label,
            has_account=shown.has_account,
        )


class Acceptance(BaseModel):
    """A new account's name and password, or the password of the account that is there."""

    model_config = ConfigDict(extra="forbid")

    name: PersonText = ""
    password: PasswordText
