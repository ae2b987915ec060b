"""What a browser is answered when it has signed in, by whatever way."""

from fastapi import Request, Response

from mia.identity.factors.standing import standing_of
from mia.identity.guards import session_token, set_session_cookie
from mia.identity.principal import Principal
from mia.identity.schemas.session import SessionOut
from mia.identity.session.sessions import SessionPolicy, SignedIn, sign_out
from mia.platform.db.session import Database
from mia.platform.kernel.settings import Settings


async def answer_sign_in(
    request: Request, response: Response, database: Database, settings: Settings, signed_in: SignedIn
) -> SessionOut:
    """Give the browser its new session. One that it already had ends: tokens never survive a sign-in."""
    if former := session_token(request, settings):
        await sign_out(database, former)
    set_session_cookie(response, settings, signed_in.token)
    return await describe_session(database, settings, signed_in.principal)


async def describe_session(database: Database, settings: Settings, principal: Principal) -> SessionOut:
    """Who is signed in, their clinics, and what is still due."""
    return SessionOut.of(await standing_of(database, principal), SessionPolicy.of(settings).idle)
