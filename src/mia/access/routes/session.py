"""Sign in and out, and who is signed in."""

from fastapi import APIRouter, Request, Response

from mia.access.guards import (
    CurrentUser,
    SettingsDep,
    clear_session_cookie,
    client_of,
    session_token,
    set_session_cookie,
)
from mia.access.schemas.session import Credentials, SessionOut
from mia.access.service import Principal, SessionPolicy, authenticate, list_memberships, sign_out
from mia.db.session import Database, DatabaseDep
from mia.kernel.scope import SystemScope

router = APIRouter(prefix="/api", tags=["access"])


@router.post("/session")
async def sign_in_(
    credentials: Credentials, request: Request, response: Response, database: DatabaseDep, settings: SettingsDep
) -> SessionOut:
    """Begin a session. A session the browser already had ends: tokens never survive a sign-in."""
    password = credentials.password.get_secret_value()
    signed_in = await authenticate(
        database, credentials.email, password, client_of(request), SessionPolicy.of(settings)
    )
    if former := session_token(request, settings):
        await sign_out(database, former)
    set_session_cookie(response, settings, signed_in.token)
    return await _session(database, signed_in.principal)


@router.get("/session")
async def read_session(principal: CurrentUser, database: DatabaseDep) -> SessionOut:
    """Who is signed in, and their clinics."""
    return await _session(database, principal)


@router.delete("/session", status_code=204)
async def sign_out_(request: Request, response: Response, database: DatabaseDep, settings: SettingsDep) -> None:
    """End the session, and have the browser forget what it kept of it."""
    await sign_out(database, session_token(request, settings))
    clear_session_cookie(response, settings)
    response.headers["Clear-Site-Data"] = '"cache", "storage"'


async def _session(database: Database, principal: Principal) -> SessionOut:
    async with database.system(SystemScope.LOGIN) as session:
        return SessionOut.of(principal, await list_memberships(session, principal.user_id))
