"""Organizations, their members and first tokens on the wire (hosted ``CreateOrgDTO``, ``UpdateOrgDTO``,
``InviteUserDTO``, ``UpdateUserRoleDTO``, ``CreateTokenDTO``)."""

from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import Field

from mia.voice.auth.guards import MemberRole
from mia.voice.resources.pricing.schemas import Prices
from mia.voice.resources.token.schemas import CostLimit, Restrictions
from mia.voice.wire import WireModel

Name = Annotated[str, Field(min_length=1, max_length=40)]
Country = Annotated[str, Field(pattern=r"^[A-Z]{2}$")]
"""ISO 3166."""


class OrgBody(WireModel):
    """An organization to open."""

    name: Name


class OrgChange(WireModel):
    """What an organization is to be. ``transfer_countries`` is ours: whose phones its calls may be forwarded to,
    ``prices`` what its conversations cost.
    ``hipaa_enabled`` and ``channel`` are the same for all; what else the hosted service sets here is known, and
    refused with its reason (``service.NOT_SET``)."""

    name: Name | None = None
    hipaa_enabled: Literal[True] | None = None
    channel: Literal["default"] | None = None
    transfer_countries: list[Country] | None = Field(None, min_length=1, max_length=250)
    prices: Prices | None = None
    billing_limit: Any = None
    concurrency_limit: Any = None
    server: Any = None
    compliance_plan: Any = None


class CreateOrgToken(WireModel):
    """A token that the operator issues; the one of the same name ends."""

    name: Name
    tag: Literal["private", "public"] = "private"
    restrictions: Restrictions | None = None
    cost_limit: CostLimit | None = None


class Invite(WireModel):
    """People to invite. ``redirect_to`` is a page of this installation that takes the code behind its ``#``."""

    emails: Annotated[list[Annotated[str, Field(max_length=254)]], Field(min_length=1, max_length=20)]
    role: MemberRole
    redirect_to: str | None = Field(None, max_length=500)


class Join(WireModel):
    """Who takes up an invitation."""

    full_name: str | None = Field(None, min_length=1, max_length=80)


class RoleChange(WireModel):
    """What a member may do from now on."""

    user_id: UUID
    role: MemberRole
