"""Clinics, people and signed-in browsers for tests."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache
from uuid import UUID

import httpx
from fastapi import APIRouter, FastAPI
from sqlalchemy import delete
from starlette.datastructures import State

from mia.identity import service as identity
from mia.identity.models import AttemptRow
from mia.identity.origin import OriginMiddleware
from mia.platform.db.session import Database
from mia.platform.http.problems import CorrelationMiddleware, install_error_handlers
from mia.platform.kernel.ids import encode, new_id
from mia.platform.kernel.scope import ClinicScope, Role, SystemScope
from mia.platform.kernel.settings import Settings, load_settings

PASSWORD = "correct-horse-battery"
ORIGIN = "http://127.0.0.1:8000"


@cache
def settings_of_tests(**environ: str) -> Settings:
    """Settings as a fresh machine has them, plus ``environ``; frozen, so that many tests share them."""
    return load_settings(env_file=None, environ=environ)


def app_of_tests(
    database: Database,
    settings: Settings | None = None,
    *,
    routers: tuple[APIRouter, ...] = (),
    guarded: bool = False,
) -> FastAPI:
    """An app with the routers under test; ``guarded``: to which other websites' pages may not write.

    With the same routers it is the same app with another state: its routes take longer to work out than a test.
    """
    settings = settings or settings_of_tests()
    key = tuple(map(id, routers)), settings if guarded else None
    app = _APPS.get(key) or _app(routers, settings if guarded else None)
    if routers:
        _APPS[key] = app
    app.state = State()
    app.state.database = database
    app.state.settings = settings
    app.dependency_overrides.clear()
    return app


_APPS: dict[tuple[tuple[int, ...], Settings | None], FastAPI] = {}


def _app(routers: tuple[APIRouter, ...], guard: Settings | None) -> FastAPI:
    app = FastAPI()
    install_error_handlers(app)
    app.add_middleware(CorrelationMiddleware)
    for router in routers:
        app.include_router(router)
    if guard:
        app.add_middleware(OriginMiddleware, settings=guard)
    return app


async def make_clinic(database: Database, slug: str, *, name: str = "Harbor Aesthetics") -> identity.Clinic:
    """A tenant in New York's time zone."""
    async with database.system(SystemScope.SEED) as session:
        return await identity.create_clinic(session, slug, name, timezone="America/New_York")


async def make_user(database: Database, email: str, roles: dict[UUID, Role] | None = None) -> UUID:
    """A person with :data:`PASSWORD` and a role in each given clinic."""
    async with database.system(SystemScope.SEED) as session:
        user_id = await identity.create_user(session, email, "Robin Vale", PASSWORD)
        for clinic_id, role in (roles or {}).items():
            await identity.add_member(session, clinic_id, user_id, role)
    return user_id


@dataclass(frozen=True)
class Team:
    """A clinic, the addresses of one person of each role, and of the owner of another clinic."""

    clinic: identity.Clinic
    ids: dict[str, UUID]
    owner: str
    manager: str
    front_desk: str
    read_only: str
    stranger: str

    @property
    def path(self) -> str:
        return f"/api/clinics/{self.clinic.slug}"

    def id_of(self, email: str) -> str:
        """A person's id outside."""
        return encode("usr", self.ids[email])


async def make_team(database: Database) -> Team:
    """A practice with a small team."""
    clinic, foreign = await make_clinic(database, new_id().hex), await make_clinic(database, new_id().hex)
    people = {role.value: f"{role.value}@{clinic.slug}.example" for role in Role if role is not Role.PROVIDER}
    ids = {email: await make_user(database, email, {clinic.id: Role(role)}) for role, email in people.items()}
    stranger = f"stranger@{clinic.slug}.example"
    ids[stranger] = await make_user(database, stranger, {foreign.id: Role.OWNER})
    return Team(clinic, ids, stranger=stranger, **people)


async def forget_attempts(database: Database) -> None:
    """As if no one had tried anything yet: limits count from here."""
    async with database.system(SystemScope.LOGIN) as session:
        await session.sql.execute(delete(AttemptRow))


def scope_of(clinic: identity.Clinic) -> ClinicScope:
    """The scope Mia's own work would have."""
    return identity.service_scope(clinic.id, "test")


@asynccontextmanager
async def browser(
    app: FastAPI, email: str | None = None, *, at: str = "", origin: str = ORIGIN
) -> AsyncIterator[httpx.AsyncClient]:
    """A browser on the app's own origin; signed in when ``email`` is given (needs the access router).

    Its addresses are relative to the clinic of the slug ``at``, where one is given.
    """
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url=origin, headers={"Origin": origin}) as client:
        if email is not None:
            response = await client.post("/api/session", json={"email": email, "password": PASSWORD})
            assert response.status_code == 200, response.text
        if at:
            client.base_url = client.base_url.join(f"/api/clinics/{at}/")
        yield client
