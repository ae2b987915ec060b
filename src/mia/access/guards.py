"""FastAPI dependencies that decide who may pass. Every route of a clinic takes its scope from here.

``scope: CurrentScope`` lets in whom the table of routes names (``matrix.py``), ``user: CurrentUser`` whoever is
signed in. Cookies and their limits are here too.
"""

from typing import Annotated

from fastapi import Depends, Request, Response

from mia.access.matrix import MatrixError, rule_of
from mia.access.permissions import Permission, allows
from mia.access.service import ACCESS_DENIED, Client, Principal, SessionPolicy, find_scope, resume
from mia.db.session import Database, DatabaseDep
from mia.kernel.errors import Forbidden, NotFound, Unauthenticated
from mia.kernel.scope import ClinicScope, SystemScope
from mia.kernel.settings import Settings


def _settings(request: Request) -> Settings:
    settings: Settings = request.app.state.settings
    return settings


SettingsDep = Annotated[Settings, Depends(_settings)]
"""FastAPI parameter type: the running app's settings."""


async def current_user(request: Request, database: DatabaseDep, settings: SettingsDep) -> Principal:
    """The signed-in user, or 401."""
    async with database.system(SystemScope.LOGIN) as session:
        principal = await resume(session, session_token(request, settings), SessionPolicy.of(settings))
    if principal is None:
        raise Unauthenticated
    return principal


async def clinic_scope(request: Request, database: DatabaseDep, settings: SettingsDep, slug: str) -> ClinicScope:
    """The scope of the path's clinic for members whose role has the permission of the route.

    401 when nobody is signed in, 404 when it is not the user's clinic, 403 when the role lacks the permission.
    """
    return await _admitted(request, database, settings, slug, active=True)


async def watching_scope(request: Request, database: DatabaseDep, settings: SettingsDep, slug: str) -> ClinicScope:
    """Like :func:`clinic_scope` for streams, which do not keep a session alive."""
    return await _admitted(request, database, settings, slug, active=False)


async def _admitted(
    request: Request, database: Database, settings: Settings, slug: str, *, active: bool
) -> ClinicScope:
    permission = rule_of(request)
    if not isinstance(permission, Permission):
        raise MatrixError("A route of a clinic needs a permission")
    async with database.system(SystemScope.LOGIN) as session:
        token = session_token(request, settings)
        principal = await resume(session, token, SessionPolicy.of(settings), active=active)
        scope = await find_scope(session, principal, slug) if principal else None
    if principal is None:
        raise Unauthenticated
    if scope is None:
        raise NotFound(ACCESS_DENIED)
    if not allows(scope.role, permission):
        raise Forbidden("Your role does not allow this.")
    return scope


CurrentUser = Annotated[Principal, Depends(current_user)]
"""FastAPI parameter type: whoever is signed in."""

CurrentScope = Annotated[ClinicScope, Depends(clinic_scope)]
"""FastAPI parameter type: the scope of the clinic in the path, for whom the table of routes lets in."""

WatchingScope = Annotated[ClinicScope, Depends(watching_scope)]
"""FastAPI parameter type: the same for a stream."""


def cookie_name(settings: Settings) -> str:
    """``__Host-`` wherever cookies can be Secure; Safari refuses those over plain http on loopback."""
    return "__Host-mia_session" if _secure(settings) else "mia_session"


def session_token(request: Request, settings: Settings) -> str:
    """The token the browser sent, or an empty text, which no session has."""
    return request.cookies.get(cookie_name(settings), "")


def set_session_cookie(response: Response, settings: Settings, token: str) -> None:
    """Give the browser its session."""
    response.set_cookie(
        cookie_name(settings),
        token,
        max_age=int(SessionPolicy.of(settings).absolute.total_seconds()),
        path="/",
        secure=_secure(settings),
        httponly=True,
        samesite="lax",
    )


def clear_session_cookie(response: Response, settings: Settings) -> None:
    """Take it away."""
    response.delete_cookie(cookie_name(settings), path="/", secure=_secure(settings), httponly=True, samesite="lax")


def client_of(request: Request) -> Client:
    """Where a request comes from. The server has already resolved trusted proxies."""
    address = request.client.host if request.client else ""
    return Client(address, request.headers.get("user-agent", ""))


def _secure(settings: Settings) -> bool:
    return settings.is_production or settings.origin.startswith("https://")
