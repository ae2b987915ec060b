"""LISTEN that survives the database: reconnects by itself and says when something may have been missed."""

import asyncio
from collections.abc import AsyncGenerator
from enum import Enum

import psycopg
import structlog
from psycopg import sql

log = structlog.get_logger()

_FIRST_DELAY_S = 0.05
_LONGEST_DELAY_S = 3.0


class Connected(Enum):
    """Yielded at each (re)connection: PostgreSQL does not repeat what was sent meanwhile."""

    CONNECTED = "connected"


async def notifications(dsn: str, channel: str) -> AsyncGenerator[str | Connected, None]:
    """Payloads sent to ``channel``, for ever; ``Connected.CONNECTED`` first and after each reconnection.

    ``dsn`` must reach PostgreSQL itself: a transaction pooler does not carry LISTEN. Close the iterator
    (``contextlib.aclosing``) to give the connection back.
    """
    delay = _FIRST_DELAY_S
    while True:
        try:
            connection = await psycopg.AsyncConnection.connect(
                dsn, autocommit=True, connect_timeout=5, application_name=f"listen {channel}"
            )
            async with connection:
                await connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(channel)))
                delay = _FIRST_DELAY_S
                yield Connected.CONNECTED
                async for notification in connection.notifies():
                    yield notification.payload
        except psycopg.OperationalError:
            log.warning("listen_connection_lost", channel=channel)
        await asyncio.sleep(delay)
        delay = min(delay * 2, _LONGEST_DELAY_S)
