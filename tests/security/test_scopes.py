"""Rules about the source itself: who may make a scope, and that no route forgets its guard."""

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import APIRouter
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from mia.access.guards import current_user, require

SOURCE = Path(__file__).parents[2] / "src" / "mia"

MINTS = {"ClinicScope": {"access/scopes.py"}, "OrgScope": {"voice/"}}
"""Where each scope may be constructed."""

OPEN_TO_ALL = (
    "/api/session",
    "/api/site",
    "/api/embed/booking",
    "/api/embed/booking/",
    "/api/sandbox/mail",
    "/sandbox/mail",
    "/sandbox/mail/",
    "/api/widget/",
    "/api/frontdesk/server-messages",
)
"""Routes of the front office without a signed-in user: public ones, the sandbox's, which production has not, and
the voice service's, which brings a token of its own. A prefix where they end with a slash."""


def constructions(path: Path) -> Iterator[tuple[str, int]]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            if name in MINTS:
                yield name, node.lineno


def test_scopes_are_made_only_where_access_is_checked() -> None:
    strays = []
    for path in SOURCE.rglob("*.py"):
        place = path.relative_to(SOURCE).as_posix()
        for name, line in constructions(path):
            if not any(place == mint or (mint.endswith("/") and place.startswith(mint)) for mint in MINTS[name]):
                strays.append(f"{place}:{line} makes a {name}")
    assert strays == []


def test_the_search_finds_a_construction(tmp_path: Path) -> None:
    file = tmp_path / "stray.py"
    file.write_text("from mia.kernel import scope\n\nmine = scope.ClinicScope(None, 'me')\n")
    assert list(constructions(file)) == [("ClinicScope", 3)]


def front_office_routes() -> list[APIRoute]:
    """The routes of every room (and none of the voice service, which has tokens of its own)."""
    routes: list[APIRoute] = []
    for path in sorted([*SOURCE.glob("*/routes.py"), *SOURCE.glob("*/routes/[!_]*.py")]):
        name = ".".join(path.relative_to(SOURCE).with_suffix("").parts)
        if not name.startswith("voice."):
            module = importlib.import_module(f"mia.{name}")
            routers = [value for value in vars(module).values() if isinstance(value, APIRouter)]
            routes += [route for router in routers for route in router.routes if isinstance(route, APIRoute)]
    return routes


def guards_of(dependant: Dependant) -> Iterator[object]:
    for dependency in dependant.dependencies:
        yield dependency.call
        yield from guards_of(dependency)


def is_clinic_guard(call: object) -> bool:
    return getattr(call, "__qualname__", "").startswith(f"{require.__qualname__}.")


@pytest.mark.parametrize("route", front_office_routes(), ids=lambda route: f"{sorted(route.methods)} {route.path}")
def test_every_route_has_its_guard(route: APIRoute) -> None:
    guards = list(guards_of(route.dependant))
    if "{slug}" in route.path:
        assert any(is_clinic_guard(guard) for guard in guards)
    elif not any(
        route.path == path or (path.endswith("/") and route.path.startswith(path)) for path in OPEN_TO_ALL
    ):
        assert current_user in guards
