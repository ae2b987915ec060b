"""Sign in and out, and who is signed in."""

from fastapi import APIRouter, Request, Response

from mia.access.guards import CurrentUser, SettingsDep, clear_session_cookie, client_of, session_token
from mia.access.routes.answers import answer_sign_in, describe_session
from mia.access.schemas.session import Credentials, SessionOut
from mia.access.service import SessionPolicy, authenticate, sign_out
from mia.db.session import DatabaseDep

router = APIRouter(prefix="/api", tags=["access"])


@router.post("/session")
async def sign_in_(
    credentials: Credentials, request: Request, response: Response, database: DatabaseDep, settings: SettingsDep
) -> SessionOut:
    """Begin a session. A session the browser already had ends."""
    password = credentials.password.get_secret_value()
    signed_in = await authenticate(
        database, credentials.email, password, client_of(request), SessionPolicy.of(settings)
    )
    return await answer_sign_in(request, response, database, settings, signed_in)


@router.get("/session")
async def read_session(principal: CurrentUser, database: DatabaseDep) -> SessionOut:
    """Who is signed in, and their clinics."""
    return await describe_session(database, principal)


@router.delete("/session", status_code=204)
async def sign_out_(request: Request, response: Response, database: DatabaseDep, settings: SettingsDep) -> None:
    """End the session, and have the browser forget what it kept of it."""
    await sign_out(database, session_token(request, settings))
    clear_session_cookie(response, settings)
    response.headers["Clear-Site-Data"] = '"cache", "storage"'
