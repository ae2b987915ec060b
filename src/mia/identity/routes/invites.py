"""Invitations: for admins who send them, and for the holder of an invitation link."""

from fastapi import APIRouter, Request, Response

from mia.identity.guards import CurrentScope, SettingsDep, client_of
from mia.identity.people import invites
from mia.identity.people.joining import accept_invite, show_invite
from mia.identity.routes.answers import answer_sign_in
from mia.identity.schemas.invites import Acceptance, InviteLink, InviteOut, InvitesOut, NewInvite, ShownInviteOut
from mia.identity.schemas.session import SessionOut
from mia.identity.session.sessions import SessionPolicy
from mia.identity.tickets import INVITE_TICKET
from mia.platform.db.session import DatabaseDep
from mia.platform.kernel.ids import decode

router = APIRouter(prefix="/api", tags=["access"])


@router.get("/clinics/{slug}/invites")
async def list_invites(scope: CurrentScope, database: DatabaseDep) -> InvitesOut:
    """The open invitations, newest first."""
    return InvitesOut(items=[InviteOut.of(each) for each in await invites.list_invites(database, scope)])


@router.post("/clinics/{slug}/invites", status_code=201)
async def invite(
    body: NewInvite, request: Request, scope: CurrentScope, database: DatabaseDep, settings: SettingsDep
) -> InviteOut:
    """Invite an address to the team."""
    address = client_of(request).address
    return InviteOut.of((await invites.invite(database, settings, scope, body.email, body.role, address)).invite)


@router.post("/clinics/{slug}/invites/{invite_id}/resend")
async def resend(
    invite_id: str, request: Request, scope: CurrentScope, database: DatabaseDep, settings: SettingsDep
) -> InviteOut:
    """Send a new link; the former one is void."""
    found, address = decode("inv", invite_id), client_of(request).address
    return InviteOut.of((await invites.resend(database, settings, scope, found, address)).invite)


@router.delete("/clinics/{slug}/invites/{invite_id}", status_code=204)
async def revoke(invite_id: str, scope: CurrentScope, database: DatabaseDep) -> None:
    """Take an invitation back."""
    await invites.revoke(database, scope, decode("inv", invite_id))


@router.post("/invites/verify")
async def open_link(
    body: InviteLink, request: Request, response: Response, database: DatabaseDep, settings: SettingsDep
) -> ShownInviteOut:
    """What a link is for; the browser gets a short cookie with which to accept it."""
    shown = await show_invite(database, body.token.get_secret_value(), client_of(request))
    INVITE_TICKET.give(response, settings, shown.ticket)
    return ShownInviteOut.of(shown)


@router.post("/invites/accept")
async def accept(
    body: Acceptance, request: Request, response: Response, database: DatabaseDep, settings: SettingsDep
) -> SessionOut:
    """Join the practice, and be signed in."""
    signed_in = await accept_invite(
        database,
        INVITE_TICKET.read(request, settings),
        body.name,
        body.password.get_secret_value(),
        client_of(request),
        SessionPolicy.of(settings),
    )
    INVITE_TICKET.take(response, settings)
    return await answer_sign_in(request, response, database, settings, signed_in)
