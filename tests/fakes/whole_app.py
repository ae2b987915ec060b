"""The composed app without its processes."""

import asyncio
from dataclasses import dataclass
from typing import Any

from fastapi import FastAPI
from starlette.datastructures import State
from starlette.routing import Mount

from mia.app.main import create_app
from mia.platform.kernel.settings import Settings

_MOST = 6
"""Apps that are kept: each takes some megabytes."""


@dataclass(frozen=True)
class _Made:
    app: FastAPI
    routes: int
    states: list[tuple[FastAPI, dict[str, Any]]]
    """Of the app and of those mounted in it, as it was made."""


_MADE: dict[Settings, _Made] = {}


def whole_app(settings: Settings) -> FastAPI:
    """The app as its start makes it, with a state of its own.

    With the same settings it is the same app, unless someone gave it more routes: to work them out takes longer
    than most tests.
    """
    made = _MADE.get(settings)
    if made is None or len(made.app.routes) != made.routes:
        if len(_MADE) >= _MOST:
            _MADE.clear()
        made = _MADE[settings] = _make(settings)
    for app, state in made.states:
        app.state = State(dict(state))
    made.app.state.ready = asyncio.Event()
    made.app.dependency_overrides.clear()
    return made.app


def _make(settings: Settings) -> _Made:
    app = create_app(settings)
    mounted = [route.app for route in app.routes if isinstance(route, Mount) and isinstance(route.app, FastAPI)]
    return _Made(app, len(app.routes), [(each, dict(each.state._state)) for each in (app, *mounted)])
