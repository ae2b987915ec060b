"""JSON of a practice's team."""

from datetime import datetime
from uuid import UUID

from pydantic import BaseModel, ConfigDict

from mia.identity.people.team import Member
from mia.platform.kernel.ids import encode
from mia.platform.kernel.scope import Role


class MemberOut(BaseModel):
    """Someone of the team. ``last_active_at`` is null for who has never opened this practice."""

    id: str
    name: str
    email: str
    role: Role
    role_label: str
    last_active_at: datetime | None
    disabled: bool
    second_factor: bool
    is_you: bool

    @classmethod
    def of(cls, member: Member, reader: UUID | None) -> "MemberOut":
        return cls(
            id=encode("usr", member.user_id),
            name=member.name,
            email=member.email,
            role=member.role,
            role_label=member.role.label,
            last_active_at=member.last_active_at,
            disabled=member.disabled,
            second_factor=member.second_factor,
            is_you=member.user_id == reader,
        )


class MembersOut(BaseModel):
    items: list[MemberOut]


class MemberChange(BaseModel):
    """What changes of a member; what is left out stays."""

    model_config = ConfigDict(extra="forbid")

    role: Role | None = None
    disabled: bool | None = None
