"""Every route of the composed app by the table of routes: as no one, as a stranger, in each role."""

import re

import httpx
import pytest
from fastapi import APIRouter, FastAPI
from fastapi.routing import iter_route_contexts
from starlette.routing import Mount

from mia.app.language_models import build_language_models
from mia.identity.guards import CurrentScope, CurrentUser
from mia.identity.matrix import (
    HALF_SIGNED_IN,
    MATRIX,
    PUBLIC,
    SANDBOX,
    SIGNED_IN,
    TOKEN,
    VOICE_PREFIX,
    MatrixError,
)
from mia.identity.matrix_check import check_matrix, served_routes
from mia.identity.permissions import ALLOWED, Permission
from mia.platform.db.session import Database
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import Role
from mia.voice.services import Services
from tests.fakes.access import browser
from tests.fakes.production import production_settings
from tests.fakes.whole_app import whole_app
from tests.security.conftest import Practice, address

DENIED = "Access denied to this clinic dashboard"
OF_A_CLINIC = {key: rule for key, rule in MATRIX.items() if isinstance(rule, Permission)}
STREAMS = {("GET", "/api/clinics/{slug}/events")}
"""Answers without an end; who may open them is looked at where they are refused."""
ENDS_THE_SESSION = {("DELETE", "/api/sessions")}

OFFER = {"sdp": "v=0", "type": "offer"}
VOICE_PUBLIC = {("GET", "/voice/openapi.json"), ("HEAD", "/voice/openapi.json")}
"""The map of the voice service's routes, which production does not give."""
VOICE_SIGNED = "/voice/telephony/"
"""What carriers tell, signed by them."""

Found = dict[tuple[str, str], int]


async def test_the_table_and_the_routes_are_the_same(app: FastAPI) -> None:
    built = getattr(app.state, "site", None) is not None
    check_matrix(app, production=False, built=built)
    assert len(MATRIX) > 30


async def test_a_route_without_a_row_stops_the_start(app: FastAPI) -> None:
    @app.get("/api/clinics/{slug}/forgotten")
    async def forgotten(scope: CurrentScope) -> None: ...

    with pytest.raises(MatrixError, match=r"GET /api/clinics/\{slug\}/forgotten has no row"):
        check_matrix(app, production=False, built=True)


async def test_a_row_without_a_route_stops_the_start() -> None:
    with pytest.raises(MatrixError, match="POST /api/session has a row and no route"):
        check_matrix(FastAPI(), production=False, built=False)


async def test_a_route_that_is_included_twice_stops_the_start() -> None:
    app, router = FastAPI(), APIRouter()

    @router.get("/site")
    async def site() -> None: ...

    app.include_router(router, prefix="/api")
    app.include_router(router, prefix="/api/other")
    with pytest.raises(MatrixError, match="A route is included twice"):
        check_matrix(app, production=False, built=False)


@pytest.mark.parametrize(("path", "guarded"), [("/api/treatments", False), ("/api/site", True)])
async def test_a_guard_that_is_not_what_the_row_says_stops_the_start(path: str, guarded: bool) -> None:
    app = FastAPI()

    async def for_somebody(user: CurrentUser) -> None: ...

    async def for_anybody() -> None: ...

    app.get(path)(for_somebody if guarded else for_anybody)
    with pytest.raises(MatrixError, match=f"GET {path} is not guarded as its row says"):
        check_matrix(app, production=False, built=False)


async def test_production_has_neither_sandbox_nor_map_of_routes(app: FastAPI) -> None:
    with pytest.raises(MatrixError, match=r"GET /openapi\.json has a row and no route") as caught:
        check_matrix(FastAPI(openapi_url=None), production=False, built=False)
    assert "/sandbox/mail has a row" in str(caught.value)
    with pytest.raises(MatrixError) as caught:
        check_matrix(FastAPI(openapi_url=None), production=True, built=False)
    assert "/openapi.json" not in str(caught.value)
    assert "/sandbox/" not in str(caught.value)


async def test_a_sandbox_in_production_stops_the_start() -> None:
    app = FastAPI(openapi_url=None)

    @app.get("/api/sandbox/mail")
    async def mail() -> None: ...

    with pytest.raises(MatrixError, match=r"GET /api/sandbox/mail is not for production"):
        check_matrix(app, production=True, built=False)


def test_production_has_no_route_for_trying_things_out() -> None:
    app = whole_app(production_settings())
    paths = [each.path for each in served_routes(app)]
    for route in app.routes:
        if isinstance(route, Mount) and isinstance(route.app, FastAPI):
            paths += [str(context.path) for context in iter_route_contexts(route.app.routes)]
    assert len(paths) > 100
    assert [
        path for path in paths if any(word in path for word in ("sandbox", "debug", "sandbox-phone", "openapi"))
    ] == []


async def test_nobody_is_refused_by_every_route_that_is_not_public(anonymous: httpx.AsyncClient) -> None:
    closed = [key for key, rule in MATRIX.items() if rule not in (PUBLIC, TOKEN, SANDBOX)]
    answers = await _ask(anonymous, closed)
    assert {key: status for key, status in answers.items() if status != 401} == {}


async def test_nobody_gets_anything_without_the_token_of_the_thing(anonymous: httpx.AsyncClient) -> None:
    answers = await _ask(anonymous, [key for key, rule in MATRIX.items() if rule is TOKEN])
    assert {key: status for key, status in answers.items() if status not in (400, 401, 404, 422)} == {}


async def test_a_public_route_and_a_local_sandbox_ask_nobody_to_sign_in(anonymous: httpx.AsyncClient) -> None:
    public = [key for key, rule in MATRIX.items() if rule in (PUBLIC, SANDBOX) and key[1] != "/readyz"]
    answers = await _ask(anonymous, public)
    assert {key: status for key, status in answers.items() if status in (401, 403, 500)} == {}


async def test_a_stranger_gets_the_same_404_everywhere(stranger: httpx.AsyncClient, practice: Practice) -> None:
    other = []
    for method, path in OF_A_CLINIC:
        response = await stranger.request(method, address(path, practice.clinic.slug), json={})
        if response.status_code != 404 or response.json()["detail"] != DENIED:
            other.append((method, path, response.status_code))
    assert other == []


@pytest.mark.parametrize("role", list(Role))
async def test_a_role_may_what_the_table_says_and_nothing_else(
    app: FastAPI, practice: Practice, role: Role
) -> None:
    routes = [key for key in OF_A_CLINIC if key not in STREAMS]
    async with browser(app, practice.email(role)) as client:
        answers = await _ask(client, routes, practice.clinic.slug)
    refused = {key for key, status in answers.items() if status == 403}
    assert refused == {key for key in routes if role not in ALLOWED[OF_A_CLINIC[key]]}
    assert {key: status for key, status in answers.items() if status in (401, 500)} == {}


async def test_the_routes_of_a_person_are_open_to_whoever_is_signed_in(app: FastAPI, practice: Practice) -> None:
    personal = [key for key, rule in MATRIX.items() if rule is SIGNED_IN and key not in ENDS_THE_SESSION]
    async with browser(app, practice.email(Role.READ_ONLY)) as client:
        answers = await _ask(client, personal)
    assert {key: status for key, status in answers.items() if status in (401, 403, 500)} == {}


async def test_a_stream_needs_the_permission_of_its_row(app: FastAPI) -> None:
    watched = {(each.method, each.path) for each in served_routes(app) if "watching_scope" in str(each.guards)}
    assert watched == STREAMS
    assert HALF_SIGNED_IN not in {MATRIX[key] for key in STREAMS}


async def _ask(client: httpx.AsyncClient, routes: list[tuple[str, str]], slug: str = "no-such-clinic") -> Found:
    found: Found = {}
    for method, path in routes:
        response = await client.request(method, address(path, slug), json={})
        found[method, path] = response.status_code
    return found


async def test_each_route_of_the_voice_service_asks_for_its_token(
    app: FastAPI, anonymous: httpx.AsyncClient, database: Database
) -> None:
    (voice,) = [route.app for route in app.routes if isinstance(route, Mount) and route.path == VOICE_PREFIX]
    assert isinstance(voice, FastAPI)
    settings = app.state.settings
    voice.state.database, voice.state.settings = database, settings
    voice.state.services = Services(database, settings, build_language_models(settings))
    answers: Found = {}
    for context in iter_route_contexts(voice.routes):
        for method in sorted(context.methods or ()):
            path = VOICE_PREFIX + str(context.path)
            url = re.sub(r"{\w+}", str(new_id()), path)
            answers[method, path] = (await anonymous.request(method, url, json=OFFER)).status_code
    assert len(answers) > 10
    signed = {key: answers.pop(key) for key in list(answers) if key[1].startswith(VOICE_SIGNED)}
    assert set(signed.values()) == {403}
    assert {key: status for key, status in answers.items() if status != 401 and key not in VOICE_PUBLIC} == {}
    await voice.state.services.close()
