"""A forgotten password, by a link in an email; and a new one for who is signed in."""

from fastapi import APIRouter, Request, Response

from mia.identity.guards import CurrentUser, SettingsDep, client_of, set_session_cookie
from mia.identity.schemas.password import Accepted, NewPassword, PasswordChange, ResetLink, ResetRequest
from mia.identity.session.password_change import change_own_password
from mia.identity.session.reset import exchange_link, request_reset, set_new_password
from mia.identity.session.sessions import SessionPolicy
from mia.identity.tickets import RESET_TICKET
from mia.platform.db.session import DatabaseDep

router = APIRouter(prefix="/api", tags=["access"])


@router.post("/password-resets", status_code=202)
async def ask_for_link(body: ResetRequest, request: Request, database: DatabaseDep) -> Accepted:
    """Have a link sent to an address, if it is someone's. The answer is the same for all addresses."""
    await request_reset(database, body.email, client_of(request))
    return Accepted()


@router.post("/password-resets/exchange", status_code=204)
async def open_link(
    body: ResetLink, request: Request, response: Response, database: DatabaseDep, settings: SettingsDep
) -> None:
    """Turn a link into a short cookie, once."""
    access, refresh = body.access_token.get_secret_value(), body.refresh_token.get_secret_value()
    ticket = await exchange_link(database, access, refresh, client_of(request))
    RESET_TICKET.give(response, settings, ticket.token)


@router.put("/password-resets/password", status_code=204)
async def set_password(
    body: NewPassword, request: Request, response: Response, database: DatabaseDep, settings: SettingsDep
) -> None:
    """Set the password of the account whose link was opened; every session of it ends."""
    ticket = RESET_TICKET.read(request, settings)
    await set_new_password(database, settings, ticket, body.password.get_secret_value())
    RESET_TICKET.take(response, settings)


@router.put("/account/password", status_code=204)
async def change_password(
    body: PasswordChange,
    request: Request,
    response: Response,
    principal: CurrentUser,
    database: DatabaseDep,
    settings: SettingsDep,
) -> None:
    """Change one's own password; the other sessions end, and this one has a new token."""
    token = await change_own_password(
        database,
        settings,
        principal,
        body.current_password.get_secret_value(),
        body.password.get_secret_value(),
        client_of(request),
        SessionPolicy.of(settings),
    )
    set_session_cookie(response, settings, token)
