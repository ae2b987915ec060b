"""At the start: do the routes of the app and the table of routes say the same?"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from fastapi import FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute, iter_route_contexts
from starlette.routing import BaseRoute

from mia.identity.guards import clinic_scope, current_user, half_signed_in, sandbox_visitor, watching_scope
from mia.identity.matrix import (
    BUILT_SITE,
    HALF_SIGNED_IN,
    MATRIX,
    NOT_IN_PRODUCTION,
    SANDBOX,
    SIGNED_IN,
    VOICE_PREFIX,
    MatrixError,
    Rule,
    repeated_rows,
)
from mia.identity.permissions import Permission

_OF_A_CLINIC = {clinic_scope, watching_scope}
_OF_A_USER: dict[Callable[..., object], Rule] = {
    current_user: SIGNED_IN,
    half_signed_in: HALF_SIGNED_IN,
    sandbox_visitor: SANDBOX,
}


@dataclass(frozen=True)
class ServedRoute:
    """A route of the running app. ``guards`` are those of access that stand before it."""

    method: str
    path: str
    route: BaseRoute
    guards: frozenset[Callable[..., object]]


def served_routes(app: FastAPI) -> Iterator[ServedRoute]:
    """Every method and path template of the front office; the voice service's API is one class of its own."""
    for context in iter_route_contexts(app.routes):
        if context.path is None or context.path == VOICE_PREFIX:
            continue
        route = context.original_route
        found = set(_calls(route.dependant)) if isinstance(route, APIRoute) else set()
        guards = frozenset(found & (_OF_A_CLINIC | _OF_A_USER.keys()))
        for method in sorted(context.methods or ()):
            yield ServedRoute(method, context.path, route, guards)


def check_matrix(app: FastAPI, *, production: bool, built: bool) -> None:
    """Stop the start of an app whose routes, guards and rows are not the same (:class:`MatrixError`).

    ``production`` has no sandbox; ``built`` is whether the pages of the web build are there.
    """
    served = list(served_routes(app))
    present = {(each.method, each.path) for each in served}
    absent = NOT_IN_PRODUCTION if production else frozenset[str]()
    expected = {key for key in MATRIX if key[1] not in absent and (built or key[1] != BUILT_SITE)}
    faults = [f"{method} {path} has no row" for method, path in sorted(present - set(MATRIX))]
    faults += [f"{method} {path} has a row and no route" for method, path in sorted(expected - present)]
    faults += [f"{method} {path} is not for production" for method, path in sorted(present) if path in absent]
    faults += [f"{method} {path} has two rows" for method, path in repeated_rows()]
    faults += [
        f"{each.method} {each.path} is not guarded as its row says"
        for each in served
        if (each.method, each.path) in MATRIX and not _guarded(MATRIX[each.method, each.path], each.guards)
    ]
    if len({(id(each.route), each.method) for each in served}) < len(served):
        faults.append("A route is included twice: its guard cannot tell which row is meant")
    if faults:
        raise MatrixError("; ".join(faults))


def _guarded(rule: Rule, guards: frozenset[Callable[..., object]]) -> bool:
    if isinstance(rule, Permission):
        return len(guards & _OF_A_CLINIC) == 1
    return guards == {guard for guard, needed in _OF_A_USER.items() if needed is rule}


def _calls(dependant: Dependant) -> Iterator[Callable[..., object]]:
    for dependency in dependant.dependencies:
        if dependency.call is not None:
            yield dependency.call
        yield from _calls(dependency)
