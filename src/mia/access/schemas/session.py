"""JSON of the session and the clinic a browser stands in."""

from pydantic import BaseModel, ConfigDict

from mia.access.schemas.fields import EmailText, PasswordText
from mia.access.service import Clinic, Membership, Permission, Principal, allows
from mia.kernel.ids import encode
from mia.kernel.scope import Role


class Credentials(BaseModel):
    """What the login form sends. Longer texts than these limits are no credentials of anybody."""

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


class SessionOut(BaseModel):
    """Who is signed in and where they belong; ``home`` is null for a user without a clinic."""

    user: UserOut
    clinics: list[MembershipOut]
    home: str | None

    @classmethod
    def of(cls, principal: Principal, memberships: list[Membership]) -> "SessionOut":
        return cls(
            user=UserOut(id=encode("usr", principal.user_id), email=principal.email, name=principal.name),
            clinics=[_membership(membership) for membership in memberships],
            home=_home(memberships),
        )


class ClinicOut(MembershipOut):
    """A clinic's name plate. ``timezone`` is an IANA name, ``sample`` marks demo data.

    ``permissions`` are what the reader's role allows here: pages offer what is in it, routes decide.
    """

    timezone: str
    sample: bool
    permissions: list[Permission]

    @classmethod
    def of(cls, clinic: Clinic, role: Role | None) -> "ClinicOut":
        assert role is not None, "a member's scope has a role"
        plate = _membership(Membership(clinic, role)).model_dump()
        permissions = [permission for permission in Permission if allows(role, permission)]
        return cls(**plate, timezone=clinic.timezone, sample=clinic.sample, permissions=permissions)


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


def _home(memberships: list[Membership]) -> str | None:
    """A user of one clinic lands on it, one of several on the general dashboard."""
    if not memberships:
        return None
    return f"/dashboard/{memberships[0].clinic.slug}" if len(memberships) == 1 else "/dashboard"
