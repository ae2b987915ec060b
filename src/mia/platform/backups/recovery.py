"""The embedded database from a base backup and its archived log: as it last was, or as it was at a chosen moment.

Everything happens in a folder beside the server's own, which takes its place when the server has recovered there.
"""

import os
import shlex
import shutil
import tarfile
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from mia.platform.backups.base_backup import BaseBackup, list_base_backups, unpack, verify
from mia.platform.backups.errors import BackupError
from mia.platform.backups.sealed_file import SealedReader, fingerprint
from mia.platform.backups.wal_archive import WalArchive, first_missing, is_segment, shipping
from mia.platform.db.embedded import EmbeddedPostgres, EmbeddedPostgresError
from mia.platform.kernel.settings import Settings

_PATIENCE_S = 4 * 3600.0


@dataclass(frozen=True)
class Recovered:
    """What was done: from which base backup, with how many segments, and where the folder of before is."""

    base: BaseBackup
    segments: int
    before: Path | None


def choose_base(settings: Settings, at: datetime | None) -> BaseBackup:
    """The newest base backup, or the newest that was finished before a moment; verified as a whole."""
    if settings.backup_dir is None:
        raise BackupError("Set MIA_BACKUP_DIR to the folder for backups")
    bases = list_base_backups(settings)
    if not bases:
        raise BackupError(f"There is no base backup in {settings.backup_dir}")
    early = [base for base in bases if at is None or base.finished_at <= at]
    if not early:
        raise BackupError(f"The oldest base backup is of {bases[0].finished_at:%Y-%m-%d %H:%M:%S} UTC")
    base = early[-1]
    with open(base.path, "rb") as file:
        reader = _reader(settings, file, base)
        if reader.header.get("kind") != "base":
            raise BackupError(f"{base.path.name} is no base backup")
        verify(reader.frames(), base.path.name)
    if reader.header["master_key"] not in map(fingerprint, settings.keys("master").accepted()):
        raise BackupError(
            f"{base.path.name} belongs to another master key: with this one, nothing about people could be read. "
            "Restore the key first (MIA_MASTER_KEY or the key folder)"
        )
    return base


def recover(settings: Settings, postgres: EmbeddedPostgres, base: BaseBackup, at: datetime | None) -> Recovered:
    """Rebuild the cluster of a claimed, stopped server; :class:`BackupError` when it cannot be, nothing changed."""
    assert settings.backup_dir is not None
    draft = postgres.home / "cluster.restoring"
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(mode=0o700)
    try:
        segments = _fetch_log(settings, base, log := draft / "restored_log", whole=at is None)
        with open(base.path, "rb") as file:
            for member, tar in unpack(_reader(settings, file, base).frames()):
                _extract(member, tar, draft)
        (draft / "recovery.signal").touch()
        with shipping(postgres, settings, draft):  # the new timeline's history, so that its name is taken
            try:
                postgres.recover(draft, _options(log, at), _PATIENCE_S)
            except EmbeddedPostgresError as error:
                raise BackupError(_sentence(str(error), base, at)) from None
        shutil.rmtree(log)
        before = postgres.put_in_place(draft)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return Recovered(base, segments, before)


def _extract(member: tarfile.TarInfo, tar: tarfile.TarFile, target: Path) -> None:
    path = target / member.name
    if not path.resolve().is_relative_to(target.resolve()) or not (member.isfile() or member.isdir()):
        raise BackupError(f"The base backup holds {member.name}, which is no file of a cluster")
    if member.isdir():
        path.mkdir(mode=0o700, exist_ok=True)
    elif (content := tar.extractfile(member)) is not None:
        with os.fdopen(os.open(path, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), "wb") as file:
            shutil.copyfileobj(content, file, 1 << 20)


def _fetch_log(settings: Settings, base: BaseBackup, target: Path, *, whole: bool) -> int:
    """Bring what was archived since the base backup into the folder; returns how many segments.

    ``whole``: a gap is an error. Up to a chosen moment the server itself sees whether it can get there.
    """
    assert settings.backup_dir is not None
    archive, keys = WalArchive.of(settings.backup_dir, base.system_id), list(settings.keys("backup").accepted())
    names = [name for name in archive.names() if not is_segment(name) or name[8:] >= base.first[8:]]
    target.mkdir(mode=0o700)
    for name in names:
        (target / name).write_bytes(archive.read(name, keys))
    if whole and (missing := first_missing(target, base.first)) is not None:
        raise BackupError(f"The archived log lacks segment {missing}: restore to a moment before it with --at")
    return sum(map(is_segment, names))


def _options(log: Path, at: datetime | None) -> list[str]:
    source = shlex.quote(str(log)).replace("%", "%%")
    options = [f'restore_command=cp {source}/"%f" "%p"', "recovery_target_action=promote"]
    if at is not None:
        options.append(f"recovery_target_time={at.astimezone(UTC):%Y-%m-%d %H:%M:%S.%f+00}")
    return options


def _sentence(said: str, base: BaseBackup, at: datetime | None) -> str:
    if at is not None and "before configured recovery target was reached" in said:
        return f"The archived log ends before {at.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC: choose an earlier time"
    if at is not None and "before consistent recovery point" in said:  # a name holds whole seconds
        return f"{base.path.name} was not finished at that moment: choose a later second"
    return f"The database did not recover from {base.path.name}. {said}"


def _reader(settings: Settings, file: IO[bytes], base: BaseBackup) -> SealedReader:
    return SealedReader(file, list(settings.keys("backup").accepted()), base.path.name)
