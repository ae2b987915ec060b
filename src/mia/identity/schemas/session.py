"""JSON of the session and the clinic a browser stands in."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from pydantic import BaseModel, ConfigDict

from mia.identity.factors.second_factor import FactorState, Method
from mia.identity.factors.standing import Standing
from mia.identity.schemas.fields import EmailText, PasswordText
from mia.identity.service import Clinic, Membership, Permission, allows
from mia.identity.session.endings import Ending
from mia.platform.kernel.ids import encode
from mia.platform.kernel.scope import Role


class Credentials(BaseModel):
    """What the login form sends. Longer texts than these limits are no credentials of anyone."""

    model_config = ConfigDict(extra="forbid")

    email: EmailText
    password: PasswordText


class UserOut(BaseModel):
    id: str
    email: str
    name: str


class MembershipOut(BaseModel):
    """A clinic of the signed-in user. ``role_label`` is the role in words."""

    id: str
    slug: str
    name: str
    subdomain: str
    role: Role
    role_label: str


class EndedOut(BaseModel):
    """Why a session ended; null where there is nothing to tell."""

    why: Ending | None


class SessionOut(BaseModel):
    """Who is signed in and where they belong; ``home`` is null for a user without a clinic.

    While ``second_factor`` is ``required`` nothing else is open, and ``clinics`` is empty; ``methods`` are the
    ways in which this user can give it. The session ends after ``idle_seconds`` without use, and at
    ``expires_at``.
    """

    user: UserOut
    clinics: list[MembershipOut]
    home: str | None
    second_factor: FactorState
    methods: list[Method]
    idle_seconds: int
    expires_at: datetime

    @classmethod
    def of(cls, standing: Standing, idle: timedelta) -> "SessionOut":
        principal, memberships = standing.principal, standing.memberships
        return cls(
            user=UserOut(id=encode("usr", principal.user_id), email=principal.email, name=principal.name),
            clinics=[_membership(membership) for membership in memberships],
            home=_home(memberships),
            second_factor=standing.state,
            methods=list(standing.methods),
            idle_seconds=int(idle.total_seconds()),
            expires_at=principal.expires_at,
        )


class ClinicOut(MembershipOut):
    """A clinic's name plate. ``timezone`` is an IANA name, ``sample`` marks demo data.

    ``permissions`` are what the reader's role allows here: pages offer what is in it, routes decide.
    ``news`` is the number of the clinic's latest news: a stream of events that begins after it misses
    nothing that happened since this answer.
    """

    timezone: str
    sample: bool
    permissions: list[Permission]
    news: int

    @classmethod
    def of(cls, clinic: Clinic, role: Role | None, news: int) -> "ClinicOut":
        assert role is not None, "a member's scope has a role"
        plate = _membership(Membership(clinic, role)).model_dump()
        permissions = [permission for permission in Permission if allows(role, permission)]
        return cls(**plate, timezone=clinic.timezone, sample=clinic.sample, permissions=permissions, news=news)


def _membership(membership: Membership) -> MembershipOut:
    clinic, role = membership.clinic, membership.role
    return MembershipOut(
        id=encode("cli", clinic.id),
        slug=clinic.slug,
        name=clinic.name,
        subdomain=clinic.subdomain,
        role=role,
        role_label=role.label,
    )


def _home(memberships: Sequence[Membership]) -> str | None:
    """A user of one clinic lands on it, one of several on the general dashboard."""
    if not memberships:
        return None
    return f"/dashboard/{memberships[0].clinic.slug}" if len(memberships) == 1 else "/dashboard"
