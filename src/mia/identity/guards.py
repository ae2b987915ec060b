"""FastAPI dependencies that decide who may pass. Every route of a clinic takes its scope from here.

``scope: CurrentScope`` lets in whom the table of routes names (``matrix.py``), ``user: CurrentUser`` anyone who is
signed in. Cookies and their limits are here too.
"""

from datetime import timedelta
from typing import Annotated

from fastapi import Depends, Request, Response
from pydantic import SecretStr

from mia.identity.api_tokens import enter_with_token, is_api_token
from mia.identity.entry import Entry, MemberEntry, enter, note_refusal
from mia.identity.matrix import MatrixError, rule_of
from mia.identity.permissions import Permission, allows
from mia.identity.principal import Principal, SessionKind, kind_of
from mia.identity.scopes import ACCESS_DENIED
from mia.identity.session.live import resume
from mia.identity.session.sessions import Client, SessionPolicy
from mia.identity.session.sign_in import confirm
from mia.identity.tenants import list_memberships
from mia.platform.db.session import Database, DatabaseDep, database_of
from mia.platform.kernel.errors import Forbidden, NotFound, Unauthenticated
from mia.platform.kernel.scope import ClinicScope, SystemScope
from mia.platform.kernel.settings import Settings

_OUTLIVES = timedelta(days=1)
"""How much longer than its session a cookie is kept, so that the browser can be told why that ended."""

_BACKGROUND = "mia-background"
"""Header by which a page says that it asks by itself, with no one using it: to follow an event, for one."""


def settings_of(request: Request) -> Settings:
    """The running app's settings."""
    settings: Settings = request.app.state.settings
    return settings


async def _settings(request: Request) -> Settings:  # FastAPI would call a plain function in a thread
    return settings_of(request)


SettingsDep = Annotated[Settings, Depends(_settings)]
"""FastAPI parameter type: the running app's settings."""


async def current_user(request: Request, database: DatabaseDep, settings: SettingsDep) -> Principal:
    """The signed-in user, or 401."""
    principal = await half_signed_in(request, database, settings)
    if principal.factor_due:
        raise Unauthenticated
    return principal


async def half_signed_in(request: Request, database: DatabaseDep, settings: SettingsDep) -> Principal:
    """A signed-in user, even one who still owes the second factor (``factor_due``); or 401."""
    token, policy = session_token(request, settings), SessionPolicy.of(settings)
    principal = await resume(database, token, policy, active=not _in_background(request))
    if principal is None:
        raise Unauthenticated
    return principal


async def confirm_person(
    request: Request, database: Database, settings: Settings, password: SecretStr | None
) -> None:
    """Let something pass that a page left open must not do: its user gave ``password`` now, or signed in minutes
    ago. :class:`PasswordDue` when it must be given, :class:`Invalid` (field ``password``) when it is wrong."""
    user = await current_user(request, database, settings)
    await confirm(database, user, password.get_secret_value() if password else None, client_of(request))


async def sandbox_visitor(request: Request, database: DatabaseDep, settings: SettingsDep) -> None:
    """Lets everyone use the sandbox of a demo that only its own machine can reach.

    Where the demo is public, the sandbox shows password resets and strangers' messages: 401 when no one is signed
    in, 403 without :attr:`Permission.USE_SANDBOX` in a demo practice.
    """
    if not settings.demo_public:
        return
    try:
        user = await current_user(request, database, settings)
    except Unauthenticated:
        raise Unauthenticated("Sign in as an owner of the demo practice to use its sandbox") from None
    async with database.system(SystemScope.LOGIN) as session:
        memberships = await list_memberships(session, user.user_id)
    if not any(each.clinic.sample and allows(each.role, Permission.USE_SANDBOX) for each in memberships):
        raise Forbidden("Only an owner of the demo practice may use the sandbox of a public demo")


async def clinic_scope(request: Request, slug: str) -> ClinicScope:
    """The scope of the path's clinic for members whose role has the permission of the route, and for programs
    whose API token has it.

    401 when no one is signed in, 404 when it is not the user's clinic, 403 when the role lacks the permission.
    """
    return await _admitted(request, slug, active=True)


async def watching_scope(request: Request, slug: str) -> ClinicScope:
    """Like :func:`clinic_scope` for streams, which do not keep a session alive."""
    return await _admitted(request, slug, active=False)


async def _admitted(request: Request, slug: str, *, active: bool) -> ClinicScope:
    # Not parameters, which FastAPI takes its time to find: nearly every request comes by here.
    database = database_of(request)
    settings = settings_of(request)
    permission = rule_of(request)
    if not isinstance(permission, Permission):
        raise MatrixError("A route of a clinic needs a permission")
    token = session_token(request, settings)
    entry: Entry | None
    if is_api_token(token):
        async with database.system(SystemScope.LOGIN) as session:
            entry = await enter_with_token(session, token, slug, permission)
    else:
        policy, background = SessionPolicy.of(settings), _in_background(request)
        entry = await enter(database, token, slug, policy, active=active, background=background)
    if isinstance(entry, MemberEntry) and entry.scope is not None and not entry.allows(permission):
        async with database.system(SystemScope.LOGIN) as session:
            await note_refusal(session, entry, permission)
    if entry is None:
        raise Unauthenticated
    if entry.scope is None:
        raise NotFound(ACCESS_DENIED)
    request.state.clinic_id = entry.scope.clinic_id  # for error reports of this request
    if not entry.allows(permission):
        raise Forbidden(entry.refusal)
    return entry.scope


def _in_background(request: Request) -> bool:
    """Whether no one is using the page that asks; then the session is not kept alive."""
    return _BACKGROUND in request.headers


CurrentUser = Annotated[Principal, Depends(current_user)]
"""FastAPI parameter type: the signed-in user."""

HalfSignedIn = Annotated[Principal, Depends(half_signed_in)]
"""FastAPI parameter type: the same, the second factor given or not."""

CurrentScope = Annotated[ClinicScope, Depends(clinic_scope)]
"""FastAPI parameter type: the scope of the clinic in the path, for everyone the table of routes allows."""

WatchingScope = Annotated[ClinicScope, Depends(watching_scope)]
"""FastAPI parameter type: the same for a stream."""


def cookie_name(settings: Settings) -> str:
    """``__Host-`` wherever cookies can be Secure; Safari refuses those over plain http on loopback."""
    return "__Host-mia_session" if _secure(settings) else "mia_session"


def session_token(request: Request, settings: Settings) -> str:
    """The token the request brought, or an empty text, which no session has.

    A program's is in the ``Authorization`` header and then alone counts; a browser's is in the cookie. Neither
    is taken in the other's place.
    """
    header = request.headers.get("authorization")
    if header is None:
        token = request.cookies.get(cookie_name(settings), "")
        return token if kind_of(token) is SessionKind.BROWSER else ""
    scheme, _, token = header.partition(" ")
    of_program = kind_of(token) is SessionKind.API or is_api_token(token)
    return token if scheme.lower() == "bearer" and of_program else ""


def set_session_cookie(response: Response, settings: Settings, token: str | None) -> None:
    """Give the browser its session. A program's token stays as it is: where there is none, nothing is set."""
    if token is None:
        return
    response.set_cookie(
        cookie_name(settings),
        token,
        max_age=int((SessionPolicy.of(settings).absolute + _OUTLIVES).total_seconds()),
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
