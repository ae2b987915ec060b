"""The machine: its clock, its disk, and the backup that outlives it."""

import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import text

from mia.app.checks.findings import Finding, warns
from mia.platform.backups.service import last_backup
from mia.platform.db.session import Database
from mia.platform.kernel.scope import SystemScope
from mia.platform.kernel.settings import Settings

_LEAST_FREE = 2_000_000_000
"""Bytes. A day of a busy practice writes well below that."""
_LEAST_SHARE = 0.05
_LARGEST_OFFSET = timedelta(seconds=5)
"""Authenticator apps are judged by steps of 30 seconds, leases and heartbeats by seconds."""
_BUILT_AFTER = datetime(2026, 1, 1, tzinfo=UTC)
_OLDEST_BACKUP = timedelta(hours=26)
"""A day, and time to run."""


def web_build(settings: Settings) -> list[Finding]:
    """The pages that ``mia web`` serves. Workers on other machines need none."""
    built = settings.web_dir / "build.json"
    if built.exists():
        return []
    return [warns("web", f"The web app is not built: {built} is missing. Run `make install`, or set MIA_WEB_DIR.")]


def disk(settings: Settings) -> list[Finding]:
    """Room for the database, recordings and backups."""
    usage = shutil.disk_usage(_existing(settings.data_dir.resolve()))
    if usage.free >= max(_LEAST_FREE, _LEAST_SHARE * usage.total):
        return []
    free = f"{usage.free / 1e9:.1f} GB of {usage.total / 1e9:.0f} GB"
    return [warns("disk", f"The disk of MIA_DATA_DIR is nearly full: {free} are free. Make room or add some.")]


def _existing(folder: Path) -> Path:
    return next(each for each in (folder, *folder.parents) if each.exists())


async def clock(database: Database) -> list[Finding]:
    """This machine's time, against the database server's and against common sense."""
    before = datetime.now(UTC)
    async with database.system(SystemScope.LOGIN) as session:
        servers: datetime = (await session.sql.scalars(text("SELECT clock_timestamp()"))).one()
    after = datetime.now(UTC)
    if after < _BUILT_AFTER:
        return [warns("clock", f"This machine's clock shows {after:%Y-%m-%d}. Set it, and keep it by NTP.")]
    ahead = before - servers if servers < before else servers - after
    if ahead <= _LARGEST_OFFSET:
        return []
    words = f"The clocks of this machine and of the database server are {ahead.total_seconds():.0f} s apart."
    return [warns("clock", f"{words} Keep both by NTP: codes, sessions and reminders go by them.")]


def backup(settings: Settings, now: datetime) -> list[Finding]:
    """A verified backup of the last day."""
    last = last_backup(settings)
    if last is None:
        return [warns("backup", "There is no verified backup. Set MIA_BACKUP_DIR and run `mia backup` each day.")]
    if now - last.verified_at <= _OLDEST_BACKUP:
        return []
    when = f"{last.verified_at:%Y-%m-%d %H:%M} UTC"
    return [warns("backup", f"The last verified backup is of {when}. Run `mia backup` each day.")]
