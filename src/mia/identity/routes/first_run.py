"""The first practice of a fresh product."""

from fastapi import APIRouter, Request, Response

from mia.identity.guards import SettingsDep, client_of
from mia.identity.people.first_run import is_first_run, set_up_first
from mia.identity.people.opening import Practice
from mia.identity.routes.answers import answer_sign_in
from mia.identity.schemas.first_run import FirstRun, FirstRunOut
from mia.identity.schemas.session import SessionOut
from mia.identity.session.sessions import SessionPolicy
from mia.identity.session.sign_in import authenticate
from mia.platform.db.session import DatabaseDep

router = APIRouter(prefix="/api", tags=["access"])


@router.get("/first-run")
async def read_first_run(database: DatabaseDep) -> FirstRunOut:
    """Whether the product waits for its first owner."""
    return FirstRunOut(needed=await is_first_run(database))


@router.post("/first-run")
async def set_up(
    body: FirstRun, request: Request, response: Response, database: DatabaseDep, settings: SettingsDep
) -> SessionOut:
    """Make the first practice and its owner, and sign them in."""
    client, password = client_of(request), body.password.get_secret_value()
    practice = Practice(body.practice, body.timezone)
    await set_up_first(database, body.code.get_secret_value(), practice, body.name, body.email, password, client)
    signed_in = await authenticate(database, body.email, password, client, SessionPolicy.of(settings))
    return await answer_sign_in(request, response, database, settings, signed_in)
