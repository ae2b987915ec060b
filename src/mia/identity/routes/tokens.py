"""Tokens of a clinic's programs, and of programs that sign in for a user."""

from fastapi import APIRouter, Request, Response

from mia.identity.api_tokens import create_token, list_tokens, revoke_token
from mia.identity.guards import CurrentScope, SettingsDep, client_of
from mia.identity.schemas.tokens import (
    ApiTokenIn,
    ApiTokensOut,
    GrantIn,
    NewApiTokenOut,
    PasswordGrant,
    RefreshTokenIn,
    TokenOut,
)
from mia.identity.session.sessions import SessionPolicy
from mia.identity.token_clients import refresh_tokens, revoke_tokens, sign_in_program
from mia.platform.db.session import DatabaseDep
from mia.platform.kernel.ids import decode

router = APIRouter(prefix="/api", tags=["access"])


@router.get("/clinics/{slug}/api-tokens")
async def list_api_tokens(scope: CurrentScope, database: DatabaseDep) -> ApiTokensOut:
    """The clinic's tokens that work, and what one may be allowed."""
    async with database.accounts(scope) as session:
        return ApiTokensOut.of(await list_tokens(session))


@router.post("/clinics/{slug}/api-tokens", status_code=201)
async def create_api_token(body: ApiTokenIn, scope: CurrentScope, database: DatabaseDep) -> NewApiTokenOut:
    """A new token, shown this once."""
    async with database.accounts(scope) as session:
        return NewApiTokenOut.of(await create_token(session, body.name, body.scopes, body.life))


@router.delete("/clinics/{slug}/api-tokens/{token_id}", status_code=204)
async def revoke_api_token(token_id: str, scope: CurrentScope, database: DatabaseDep) -> None:
    """End a token at once."""
    async with database.accounts(scope) as session:
        await revoke_token(session, decode("tok", token_id))


@router.post("/token")
async def sign_in_as_program(
    grant: GrantIn, request: Request, response: Response, database: DatabaseDep, settings: SettingsDep
) -> TokenOut:
    """Tokens for a program that acts for its user; browsers get a cookie from ``/api/session`` instead."""
    if isinstance(grant, PasswordGrant):
        password, code = grant.password.get_secret_value(), grant.code
        typed = code.get_secret_value() if code else None
        pair = await sign_in_program(database, settings, grant.email, password, typed, client_of(request))
    else:
        token = grant.refresh_token.get_secret_value()
        pair = await refresh_tokens(database, token, SessionPolicy.of(settings))
    response.headers["Cache-Control"] = "no-store"  # RFC 6749, 5.1
    return TokenOut.of(pair)


@router.post("/token/revoke", status_code=204)
async def sign_out_program(body: RefreshTokenIn, database: DatabaseDep) -> None:
    """End the session of a refresh token. Any other text is answered alike (RFC 7009)."""
    await revoke_tokens(database, body.refresh_token.get_secret_value())
