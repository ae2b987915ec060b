"""``/org``: organizations are opened by the operator of this installation, and run by themselves and their admins.

A token belongs to one organization: there is no other one for who brings it, and every other id is 404.
"""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Request

from mia.identity import throttle
from mia.platform.db.session import Database, DatabaseDep, OrgSession
from mia.platform.kernel.errors import NotFound, Unauthenticated
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import OrgScope
from mia.platform.kernel.settings import Settings
from mia.voice.auth.guards import (
    OPERATOR,
    AdminScope,
    AdminSessionDep,
    Caller,
    OperatorDep,
    OrgSessionDep,
    PrivateCaller,
    bearer,
    erasing_scope,
    key_generation,
    scope_of_row,
    sign_access_token,
)
from mia.voice.auth.tokens import issue_token
from mia.voice.http import BadRequest
from mia.voice.resources.org import erasing, members, service
from mia.voice.resources.org.schemas import CreateOrgToken, Invite, Join, OrgBody, OrgChange, RoleChange
from mia.voice.resources.token.service import checked_limit, checked_restrictions
from mia.voice.services import ServicesDep
from mia.voice.wire import Json

router = APIRouter(prefix="/org", tags=["org"])


def _require_own(id: UUID, scope: OrgScope) -> None:
    if id != scope.org_id:
        raise NotFound("Organization not found.")


async def _own(id: UUID, session: OrgSessionDep) -> OrgSession:
    _require_own(id, session.scope)
    return session


async def _own_as_admin(id: UUID, session: AdminSessionDep) -> OrgSession:
    _require_own(id, session.scope)
    return session


async def _of_own(id: UUID, caller: PrivateCaller) -> Caller:
    _require_own(id, caller.scope)
    return caller


async def _erasing(id: UUID, request: Request, database: DatabaseDep) -> OrgScope:
    return await erasing_scope(request, database, id)


async def _invited(request: Request, database: DatabaseDep) -> members.Invitation:
    code = bearer(request)
    if code is None:
        raise Unauthenticated("Authorization header with an invitation's code is required.")
    return await members.find_invitation(database, code)


InvitationDep = Annotated[members.Invitation, Depends(_invited)]
OwnSession = Annotated[OrgSession, Depends(_own, scope="function")]
"""A transaction of the organization in the path, which is the token's."""
OwnAdminSession = Annotated[OrgSession, Depends(_own_as_admin, scope="function")]
"""The same for what only the organization itself and its admins may."""
OwnCaller = Annotated[Caller, Depends(_of_own)]


@router.post("", status_code=201)
async def create_org(body: OrgChange, _operator: OperatorDep, database: DatabaseDep) -> Json:
    """Make an organization; its first token is issued by the operator too."""
    async with database.org(scope_of_row(new_id(), OPERATOR)) as session:
        await service.open_org(session, body.name)
        return await service.change_org(session, body.given())


@router.get("")
async def list_orgs(session: OrgSessionDep) -> list[Json]:
    """The organization of the token."""
    return [await service.read_org(session)]


@router.post("/join", status_code=201)
async def join_org(body: Join, invitation: InvitationDep, request: Request, database: DatabaseDep) -> Json:
    """Take up an invitation, whose code is the bearer token: the answer tells the member's token, once."""
    async with database.org(invitation.scope) as session:
        generation = key_generation(request.app.state.settings)
        return await members.join(session, invitation, body.full_name, generation)


@router.put("/{id}")
async def open_org(id: UUID, body: OrgBody, _operator: OperatorDep, database: DatabaseDep) -> Json:
    """Make the organization, which the operator names; no change when it is there."""
    async with database.org(scope_of_row(id, OPERATOR)) as session:
        return await service.open_org(session, body.name)


@router.get("/{id}")
async def read_org(session: OwnSession) -> Json:
    return await service.read_org(session)


@router.patch("/{id}")
async def update_org(body: OrgChange, session: OwnAdminSession) -> Json:
    return await service.change_org(session, body.given())


@router.delete("/{id}")
async def erase_org(
    scope: Annotated[OrgScope, Depends(_erasing)], database: DatabaseDep, services: ServicesDep
) -> Json:
    """Remove an organization and everything in it; to the operator, one that is gone, or never was, is no error."""
    return await erasing.erase_org(database, services.media, services.objects, scope)


@router.delete("")
async def erase_own_org(scope: AdminScope, database: DatabaseDep, services: ServicesDep) -> Json:
    """Remove the organization of the token, which ends with it."""
    return await erasing.erase_org(database, services.media, services.objects, scope)


@router.post("/{id}/token", status_code=201)
async def create_token(id: UUID, body: CreateOrgToken, operator: OperatorDep, database: DatabaseDep) -> Json:
    """Issue a token; its value is told here and never again."""
    async with database.org(scope_of_row(id, OPERATOR)) as session:
        await service.require_org(session)
        given = body.given()
        restrictions = await checked_restrictions(session, body.tag, given.get("restrictions"))
        limit = await checked_limit(session, given.get("costLimit"))
        issued = await issue_token(
            session, body.name, key_generation(operator), body.tag, restrictions=restrictions, cost_limit=limit
        )
    return {"id": str(issued[0]), "orgId": str(id), "name": body.name, "tag": body.tag, "value": issued[1]}


@router.get("/{id}/auth")
async def authorize(caller: OwnCaller, request: Request, database: DatabaseDep) -> Json:
    """A token that serves for some minutes in the place of the one that was brought."""
    user = {"userId": str(caller.member_id), "role": caller.role} if caller.member_id else {}
    token = sign_access_token(request.app.state.settings, caller, database.clock.now())
    return {"accessToken": token, "aud": {"orgId": str(caller.scope.org_id), **user}}


@router.get("/{id}/user")
async def list_users(session: OwnSession) -> list[Json]:
    return await members.list_members(session)


@router.post("/{id}/invite", status_code=201)
async def invite_users(body: Invite, request: Request, database: DatabaseDep, session: OwnAdminSession) -> None:
    """Send people a code that makes them members."""
    settings: Settings = request.app.state.settings
    door = _door(settings, body.redirect_to)
    await _count_invitations(database, session.scope.org_id, body.emails)
    await members.invite(session, body.emails, body.role, door)


@router.patch("/{id}/role")
async def change_role(body: RoleChange, session: OwnAdminSession) -> None:
    await members.change_role(session, body.user_id, body.role)


@router.delete("/{id}/leave")
async def leave_org(caller: OwnCaller, database: DatabaseDep) -> None:
    """The member whose token it is goes, with all their tokens."""
    if caller.member_id is None:
        raise BadRequest("This token is the organization's own and no member's: end it with DELETE /token/{id}")
    async with database.org(caller.scope) as session:
        await members.remove_member(session, caller.member_id)


@router.delete("/{id}/member/{member_id}/leave")
async def remove_user(member_id: UUID, session: OwnAdminSession) -> None:
    await members.remove_member(session, member_id)


def _door(settings: Settings, page: str | None) -> members.Door:
    """Our mail leads to our own pages alone: an address of someone else's would make it a lure."""
    ours = page is None or (page.startswith(f"{settings.origin}/") and not set(page) & set("#\\ \r\n\t"))
    if not ours:
        raise BadRequest("redirectTo must be a page of this installation")
    return members.Door(f"{settings.origin}/voice", page)


async def _count_invitations(database: Database, org_id: UUID, emails: list[str]) -> None:
    for email in emails:
        await throttle.check(database, throttle.INVITATION, "", f"voice:{org_id}")
        await throttle.check(database, throttle.INVITED_ADDRESS, "", f"voice:{org_id}:{email.strip().lower()}")
