"""Pooled connections are looked at before they are used again, when they have rested long enough to have been lost.

SQLAlchemy's own ``pool_pre_ping`` asks the server at every checkout, which would be two of the seven round trips of
a short request.
"""

import time
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Dialect, Engine, event
from sqlalchemy.exc import InvalidatePoolError
from sqlalchemy.pool import ConnectionPoolEntry

_REST_S = 1.0


def ping_after_rest(engine: Engine) -> None:
    """Replace a pooled connection that has rested for a second and does not answer anymore."""

    @event.listens_for(engine, "checkin")
    def rest(_connection: Any, entry: ConnectionPoolEntry) -> None:
        entry.info["rests_since"] = time.monotonic()

    @event.listens_for(engine, "checkout")
    def ping(connection: Any, entry: ConnectionPoolEntry, _proxy: Any) -> None:
        if time.monotonic() - entry.info.get("rests_since", time.monotonic()) < _REST_S:
            return
        try:
            engine.dialect.do_ping(connection)
        except engine.dialect.loaded_dbapi.Error as error:
            raise InvalidatePoolError from error


_REFUSED = "password authentication failed"


def try_passwords(engine: Engine, passwords: Callable[[], Sequence[str]]) -> None:
    """Connect with whichever password the role has at the moment: it changes when the signing key is rotated."""

    @event.listens_for(engine, "do_connect")
    def connect(dialect: Dialect, _entry: ConnectionPoolEntry, cargs: Any, cparams: dict[str, Any]) -> Any:
        tried = passwords()
        for password in (*tried, tried[0]):  # the last time for a change between the two
            try:
                return dialect.connect(*cargs, **{**cparams, "password": password})
            except dialect.loaded_dbapi.OperationalError as error:
                refused = error
                if _REFUSED not in str(error):
                    raise
        raise refused
