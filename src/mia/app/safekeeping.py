"""Commands that keep an installation safe: backups and the way back."""

import argparse
import asyncio
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from mia.platform.backups.arguments import LATEST
from mia.platform.backups.errors import BackupError
from mia.platform.db.embedded import EmbeddedPostgres, EmbeddedPostgresError, InUse
from mia.platform.db.migrate import migrate
from mia.platform.kernel.logging import configure_logging
from mia.platform.kernel.settings import Settings

if TYPE_CHECKING:
    from mia.clinic.privacy.replay import Replayed

_LOOK_EVERY_S = 60.0
_AGAIN_AFTER_S = 600.0
"""When a backup failed."""


def back_up(settings: Settings, options: argparse.Namespace) -> int:
    """Write a backup and verify it, once or every day; returns the exit status."""
    if options.daily:
        _back_up_daily(settings)
    with _in_plain_words("The backup failed"):
        _back_up(settings)
    return 0


def restore(settings: Settings, options: argparse.Namespace) -> int:
    """Restore a backup, or the archived log; returns the exit status."""
    started = time.monotonic()
    with _in_plain_words("The restore failed"):
        if options.at is not None:
            told = _recover(settings, None if options.at == LATEST else options.at, replace=options.replace)
        else:
            told = _restore(settings, options.backup, replace=options.replace)
    print(f"{told}, in {time.monotonic() - started:.1f} s")
    return 0


@contextmanager
def _in_plain_words(what: str) -> Iterator[None]:
    """A full disk, a database that is away: said without a traceback."""
    import psycopg

    try:
        yield
    except (OSError, psycopg.Error) as error:
        raise BackupError(f"{what}: {str(error).strip().splitlines()[0]}") from error


def change_keys(settings: Settings, options: argparse.Namespace) -> int:
    """Make, replace or destroy keys; returns the exit status."""
    from mia.app.keys import commands

    configure_logging("warning", json=settings.is_production, process="keys")
    if options.action == "create":
        return commands.create(settings)
    work = commands.rotate if options.action == "rotate" else commands.forget
    with _in_plain_words("The keys were not changed"), _database_at_hand(settings) as (owner_url, _):
        return work(settings, options, owner_url)


def offboard(settings: Settings, options: argparse.Namespace) -> int:
    """Hand out everything a practice holds, or remove it; returns the exit status."""
    from mia.app.offboarding.commands import run

    configure_logging("warning", json=settings.is_production, process="offboarding")
    with _in_plain_words("The practice was not removed"), _database_at_hand(settings) as (owner_url, _):
        return run(settings, options, owner_url)


def remove_again(settings: Settings, _options: argparse.Namespace) -> int:
    """After a restore by other means than ours: carry the erasure ledger out; returns the exit status."""
    configure_logging("warning", json=settings.is_production, process="privacy")
    with _in_plain_words("Not all was removed again"), _database_at_hand(settings) as (owner_url, _):
        print("The erasure ledger is carried out" + replay_erasures(settings, owner_url))
    return 0


def embedded(settings: Settings) -> EmbeddedPostgres:
    """The embedded database; it archives its log where there is a folder for backups."""
    archiving = settings.backup_dir is not None
    return EmbeddedPostgres(settings.data_dir, pg_bin=settings.pg_bin, archiving=archiving)


def archived(settings: Settings, postgres: EmbeddedPostgres | None) -> AbstractContextManager[None]:
    """The block within which the embedded database runs: what it hands over is archived."""
    if postgres is None or settings.backup_dir is None:
        return nullcontext()
    from mia.platform.backups.wal_archive import shipping

    return shipping(postgres, settings)


def _back_up(settings: Settings) -> None:
    with _database_at_hand(settings) as (owner_url, postgres):
        _write_backup(settings, owner_url)
        if postgres is not None:
            _write_base(settings, postgres)


def _write_backup(settings: Settings, owner_url: str) -> None:
    from mia.platform.backups.service import back_up as write

    started = time.monotonic()
    backup = write(settings, owner_url)
    held = f"{len(backup.contents.tables)} tables, {backup.contents.rows:,} rows"
    _say(backup.path, held, started)
    for name in backup.pruned:
        print(f"{name}: deleted")


def _write_base(settings: Settings, postgres: EmbeddedPostgres) -> None:
    from mia.platform.backups.base_backup import take_base_backup

    started = time.monotonic()
    _say(take_base_backup(settings, postgres).path, "base for the archived log", started)


def _say(path: Path, held: str, started: float) -> None:
    size, took = path.stat().st_size / 1e6, time.monotonic() - started
    print(f"{path}: {held}, {size:.1f} MB, written and verified in {took:.1f} s", flush=True)


def _back_up_daily(settings: Settings) -> None:
    """For ever. What goes wrong is logged, and tried again."""
    import psycopg
    import structlog

    from mia.platform.backups import service as backups

    configure_logging(settings.log_level, json=settings.is_production, process="backup")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # what is half written is taken away
    backups.folder_of(settings)
    while True:
        wait = _LOOK_EVERY_S
        try:
            _back_up_if_due(settings)
        except (BackupError, EmbeddedPostgresError, OSError, psycopg.Error) as error:
            structlog.get_logger().error("backup_failed", error=type(error).__name__, reason=str(error))
            wait = _AGAIN_AFTER_S
        time.sleep(wait)  # until a clock says so: there is nothing else to wait for


def _back_up_if_due(settings: Settings) -> None:
    from mia.platform.backups import service as backups
    from mia.platform.backups.base_backup import is_base_due

    due, base_due = backups.is_due(settings), settings.database_url is None and is_base_due(settings)
    if not due and not base_due:
        return
    with _database_at_hand(settings) as (owner_url, postgres):
        if due:
            _write_backup(settings, owner_url)
        if base_due and postgres is not None:
            _write_base(settings, postgres)


def _restore(settings: Settings, name: str | None, *, replace: bool) -> str:
    from mia.app.keys.master import rewrap
    from mia.platform.backups import restoring
    from mia.platform.backups import service as backups

    path = backups.find_backup(settings, name)
    restoring.check(settings, path)  # before a database is so much as started
    with _database_of_nobody(settings) as owner_url:
        restored = restoring.restore(settings, owner_url, path, replace=replace)
        rewrap(settings, owner_url)
        again = replay_erasures(settings, owner_url)
    rows = f"{restored.contents.rows:,} rows, each compared"
    return f"Restored {path.name} of {restored.created_at[:19]} UTC: {rows}{again}"


def _recover(settings: Settings, at: datetime | None, *, replace: bool) -> str:
    from mia.app.keys.master import rewrap
    from mia.platform.backups import recovery

    if settings.database_url is not None:
        raise BackupError("--at is for the embedded database; for your own see docs/runbooks/backup-and-restore.md")
    base = recovery.choose_base(settings, at)
    settings.data_dir.mkdir(mode=0o711, parents=True, exist_ok=True)
    postgres = embedded(settings)
    postgres.claim()
    try:
        if not postgres.is_new and not replace:
            raise BackupError(f"{postgres.home} already holds an installation: --replace would replace it")
        recovered = recovery.recover(settings, postgres, base, at)
        with _started(settings, postgres):
            migrate(postgres.url(), settings.derived_secret("database-role"))
            rewrap(settings, postgres.url())
            again = replay_erasures(settings, postgres.url())
    finally:
        postgres.stop()
    before = (
        f"\nThe previous data is kept in {recovered.before}: delete it once everything works"
        if recovered.before
        else ""
    )
    return f"Recovered from {base.path.name} and {recovered.segments} segments of its log{again}{before}"


def replay_erasures(settings: Settings, owner_url: str) -> str:
    """Remove from a restored database what was removed since the backup; says how much."""
    from mia.app.offboarding.erasing import erase_clinic_again
    from mia.clinic.privacy.ledger import LedgerBroken

    try:
        done = asyncio.run(_replay(settings, owner_url))
    except LedgerBroken as error:
        raise BackupError(f"{error}: mend it, then run `mia privacy replay`") from None
    for entry in done.clinics:
        erase_clinic_again(owner_url, entry)
    if not done.people and not done.clinics:
        return ""
    return f"; removed again since: {done.people} people, {len(done.clinics)} practices"


async def _replay(settings: Settings, owner_url: str) -> "Replayed":
    """With a voice service of its own, within this process: the product does not run yet."""
    import httpx
    from fastapi import FastAPI

    from mia.app.connection import open_database
    from mia.app.language_models import build_language_models
    from mia.app.parts import front_desk, object_store
    from mia.clinic.privacy.ledger import Ledger
    from mia.clinic.privacy.replay import replay
    from mia.platform.db.migrate import app_url
    from mia.platform.kernel.clock import SystemClock
    from mia.voice.app import create_voice_app, voice_service

    database = open_database(settings, app_url(owner_url), SystemClock(), pool_size=2)
    here, voice = FastAPI(openapi_url=None), create_voice_app(described=False, sandbox=False)
    here.mount("/voice", voice)
    transport = None if settings.voice_url else httpx.ASGITransport(here)
    try:
        async with (
            object_store(settings) as objects,
            voice_service(voice, database, settings, build_language_models(settings), objects),
            front_desk(database, settings, transport=transport) as desk,
        ):
            return await replay(database, desk.voices, Ledger(settings.erasure_ledger))
    finally:
        await database.close()


@contextmanager
def _database_of_nobody(settings: Settings) -> Iterator[str]:
    """The owner's URL of a database for this command alone."""
    if settings.database_url is not None:
        yield settings.database_url.get_secret_value()
        return
    settings.data_dir.mkdir(mode=0o711, parents=True, exist_ok=True)
    postgres = embedded(settings)
    postgres.claim()
    with _started(settings, postgres):
        yield postgres.url()


@contextmanager
def _database_at_hand(settings: Settings) -> Iterator[tuple[str, EmbeddedPostgres | None]]:
    """The owner's URL of a database that answers: the embedded one is started if the product is not running."""
    if settings.database_url is not None:
        yield settings.database_url.get_secret_value(), None
        return
    postgres = embedded(settings)
    if postgres.is_new:
        raise EmbeddedPostgresError(f"There is no database in {postgres.home}")
    try:
        postgres.claim()
    except InUse:  # the product runs
        yield postgres.url(), postgres
        return
    with _started(settings, postgres):
        yield postgres.url(), postgres


@contextmanager
def _started(settings: Settings, postgres: EmbeddedPostgres) -> Iterator[None]:
    with archived(settings, postgres):
        try:
            postgres.start()
            yield
        finally:
            postgres.stop()
