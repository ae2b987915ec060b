"""Sign in and out, who is signed in, and the second factor that may be due."""

from typing import Any

from fastapi import APIRouter, Request, Response

from mia.identity.factors.passkeys import sign_in_options
from mia.identity.factors.relying_party import relying_party
from mia.identity.factors.second_factor import Assertion, Code, Method, prove
from mia.identity.guards import (
    CurrentUser,
    HalfSignedIn,
    SettingsDep,
    clear_session_cookie,
    client_of,
    session_token,
    set_session_cookie,
)
from mia.identity.routes.answers import answer_sign_in, describe_session
from mia.identity.schemas.factors import PasskeyProof, ProofIn
from mia.identity.schemas.session import Credentials, EndedOut, SessionOut
from mia.identity.service import SessionPolicy, authenticate, sign_out
from mia.identity.session.endings import find_ending
from mia.platform.db.session import DatabaseDep
from mia.platform.kernel.scope import SystemScope

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
async def read_session(principal: HalfSignedIn, database: DatabaseDep, settings: SettingsDep) -> SessionOut:
    """Who is signed in, their clinics, and what is still due."""
    return await describe_session(database, settings, principal)


@router.get("/session/ended")
async def read_ending(request: Request, database: DatabaseDep, settings: SettingsDep) -> EndedOut:
    """Why the session ended whose cookie the browser still has; null to everyone else."""
    token = session_token(request, settings)
    return EndedOut(why=await find_ending(database, token, SessionPolicy.of(settings)) if token else None)


@router.post("/session/touch", status_code=204)
async def stay_signed_in(principal: CurrentUser) -> None:
    """Use the session, so that it does not end for want of use."""


@router.post("/session/second-factor/passkey-options")
async def ask_for_passkey(
    request: Request, principal: HalfSignedIn, database: DatabaseDep, settings: SettingsDep
) -> dict[str, Any]:
    """``PublicKeyCredentialRequestOptions`` for one of the user's passkeys."""
    party = relying_party(settings, request.headers.get("origin"))
    async with database.system(SystemScope.LOGIN) as session:
        return await sign_in_options(session, principal, party)


@router.post("/session/second-factor")
async def give_second_factor(
    body: ProofIn,
    request: Request,
    response: Response,
    principal: HalfSignedIn,
    database: DatabaseDep,
    settings: SettingsDep,
) -> SessionOut:
    """Give the second factor; the session is open then, and has a new token."""
    if isinstance(body, PasskeyProof):
        proof: Code | Assertion = Assertion(relying_party(settings, request.headers.get("origin")), body.credential)
    else:
        proof = Code(Method(body.method), body.code.get_secret_value())
    renewed = await prove(database, settings, principal, proof, client_of(request))
    set_session_cookie(response, settings, renewed.token)
    return await describe_session(database, settings, renewed.principal)


@router.delete("/session", status_code=204)
async def sign_out_(request: Request, response: Response, database: DatabaseDep, settings: SettingsDep) -> None:
    """End the session, and have the browser forget what it kept of it."""
    await sign_out(database, session_token(request, settings))
    clear_session_cookie(response, settings)
    response.headers["Clear-Site-Data"] = '"cache", "storage"'
