"""Moving the development clock, and with it what would otherwise run out."""

from datetime import UTC, datetime, timedelta

from mia.identity import service as identity
from mia.platform.db.development_clock import DevelopmentClock, set_clock
from mia.platform.db.session import Database


async def move_clock(database: Database, instant: datetime | None) -> None:
    """Make it ``instant`` for the whole product (None: the machine's time), and keep everyone signed in."""
    clock = database.clock
    before = clock.ahead if isinstance(clock, DevelopmentClock) else timedelta()
    after = instant - datetime.now(UTC) if instant else timedelta()
    forward = after > before
    # Sessions lie in the future for a moment, never in the past: no one is signed out in between.
    if forward:
        await identity.move_sessions(database, after - before)
    await set_clock(database, instant)
    if not forward:
        await identity.move_sessions(database, after - before)
