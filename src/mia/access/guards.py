"""FastAPI dependencies that decide who may pass. Every route of a clinic takes its scope from here.

``scope: CurrentScope`` lets any member in, ``scope: Annotated[ClinicScope, Depends(require(...))]`` those
whose role has the permission. Cookies and their limits are here too.
"""

from collections.abc import Awaitable, Callable
from typing import Annotated

from fastapi import Depends, Request, Response

from mia.access.permissions import Permission, allows
from mia.access.service import ACCESS_DENIED, Client, Principal, SessionPolicy, find_scope, resume
from mia.db.session import Database, DatabaseDep
from mia.kernel.errors import Forbidden, NotFound, Unauthenticated
from mia.kernel.scope import ClinicScope, SystemScope
from mia.kernel.settings import Settings

ScopeGuard = Callable[[Request, Database, Settings, str], Awaitable[ClinicScope]]


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


def require(permission: Permission, *, active: bool = True) -> ScopeGuard:
    """A dependency: the scope of the path's ``slug`` for members whose role has ``permission``.

    401 when nobody is signed in, 404 when it is not the user's clinic, 403 when the role lacks the
    permission. ``active=False`` is for streams, which do not keep a session alive.
    """

    async def guard(request: Request, database: DatabaseDep, settings: SettingsDep, slug: str) -> ClinicScope:
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

    return guard


CurrentUser = Annotated[Principal, Depends(current_user)]
"""FastAPI parameter type: whoever is signed in."""

CurrentScope = Annotated[ClinicScope, Depends(require(Permission.OPEN_CLINIC))]
"""FastAPI parameter type: any member's scope of the clinic in the path."""


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
