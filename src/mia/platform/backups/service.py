"""Backups of the database: written, read back, kept for a while.

What a backup holds is everything but keys: see ``docs/runbooks/keys.md``.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg

from mia.platform.backups.dump import Contents, Unpacked, dump, open_snapshot
from mia.platform.backups.errors import BackupError
from mia.platform.backups.folder import BackupFolder, Draft, LastBackup
from mia.platform.backups.sealed_file import SealedReader, SealedWriter, fingerprint, read_header
from mia.platform.kernel.settings import Settings

EVERY = timedelta(days=1)
_KIND = "mia"


@dataclass(frozen=True)
class Backup:
    """A backup that was written and verified."""

    path: Path
    contents: Contents
    pruned: list[str]


def last_backup(settings: Settings) -> LastBackup | None:
    """The newest verified backup; None where backups are not set up, or none was made, or it is gone."""
    return BackupFolder(settings.backup_dir).last() if settings.backup_dir else None


def needing_retired(settings: Settings, kind: str) -> list[str]:
    """Names of backups that only a retired ``master`` or ``backup`` key opens, oldest first."""
    if settings.backup_dir is None:
        return []
    retired = {fingerprint(key.secret) for key in settings.keys(kind).retired}
    field = "key" if kind == "backup" else "master_key"
    files = [*settings.backup_dir.glob("*.backup"), *settings.backup_dir.glob("log/*/*.wal")]
    found = []
    for path in sorted(files, key=lambda path: path.stat().st_mtime):
        with open(path, "rb") as file:
            if read_header(file, path.name).get(field) in retired:
                found.append(path.name)
    return found


def is_due(settings: Settings) -> bool:
    """Whether the newest verified backup is a day old, or there is none."""
    last = last_backup(settings)
    return last is None or datetime.now(UTC) - last.verified_at >= EVERY


def folder_of(settings: Settings) -> BackupFolder:
    """Where backups go; :class:`BackupError` where that is not set."""
    if settings.backup_dir is None:
        raise BackupError("Set MIA_BACKUP_DIR to the folder for backups")
    return BackupFolder(settings.backup_dir)


def find_backup(settings: Settings, name: str | None) -> Path:
    """A backup by name or path, or the newest in the folder; :class:`BackupError` when there is none."""
    if name is not None and Path(name).is_file():
        return Path(name)
    return folder_of(settings).find(_KIND, name)


def back_up(settings: Settings, owner_url: str) -> Backup:
    """Write a backup of the database, read it back, and delete those beyond ``MIA_BACKUP_KEEP``.

    The product may be running: all tables are read as they were at one moment. ``owner_url`` is the schema
    owner's. :class:`BackupError` says what is wrong; then there is no new file, and none is deleted.
    """
    folder, keys = folder_of(settings), settings.keys("backup")
    with folder.draft(_KIND, now := datetime.now(UTC)) as draft:
        with psycopg.connect(owner_url) as connection, draft.create() as file:
            header = {
                "kind": "database",
                "created_at": now.isoformat(),
                "revision": open_snapshot(connection),
                "master_key": fingerprint(settings.key("master")),
            }
            writer = SealedWriter(file, keys.current, header)
            written = dump(connection, writer.write)
            writer.close()
        with draft.reopen() as file:
            reader = SealedReader(file, [keys.current], draft.name)
            found = Unpacked(reader.frames(), draft.name).check()
        if found != written:
            raise BackupError(f"{draft.name} reads back differently than it was written")
        path = draft.keep(now)
    folder.note(path, datetime.now(UTC))
    return Backup(path, found, folder.prune(_KIND, settings.backup_keep))
