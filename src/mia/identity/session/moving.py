"""Sessions when the development clock is moved (demo and development): no one is signed out by it."""

from datetime import timedelta

from sqlalchemy import update

from mia.identity.models.people import SessionRow
from mia.platform.db.session import Database
from mia.platform.kernel.scope import SystemScope


async def move_sessions(database: Database, by: timedelta) -> None:
    """Shift every instant of every session by ``by``, as the clock that judges them is shifted."""
    columns = ("created_at", "last_seen_at", "expires_at", "proved_at", "factor_at", "token_expires_at")
    shifted = {name: getattr(SessionRow, name) + by for name in columns}
    async with database.system(SystemScope.LOGIN) as system:
        await system.sql.execute(update(SessionRow).values(**shifted).execution_options(synchronize_session=False))
