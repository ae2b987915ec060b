"""The folder of backups: how they are named, which is the newest, and which go."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from mia.platform.backups.errors import BackupError

_SUFFIX = ".backup"
_STAMP = "%Y%m%dT%H%M%SZ"
_RECORD = "last-verified.json"


@dataclass(frozen=True)
class LastBackup:
    """The newest backup that was read back, opened and found complete."""

    name: str
    bytes: int
    verified_at: datetime


class BackupFolder:
    """Files called ``<kind>-<time>.backup``. One that bears its final name was verified."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def of_kind(self, kind: str) -> list[Path]:
        """Backups of a kind, oldest first."""
        return sorted(self.path.glob(f"{kind}-*{_SUFFIX}"))

    def find(self, kind: str, name: str | None) -> Path:
        """A backup by name, or the newest of a kind; :class:`BackupError` when there is none."""
        if name is not None:
            if not (self.path / name).is_file():
                raise BackupError(f"There is no backup {name}")
            return self.path / name
        backups = self.of_kind(kind)
        if not backups:
            raise BackupError(f"There is no backup in {self.path}")
        return backups[-1]

    @staticmethod
    def time_of(path: Path) -> datetime:
        """The time in a backup's name."""
        stamp = path.name.removesuffix(_SUFFIX).rpartition("-")[2]
        try:
            return datetime.strptime(stamp, _STAMP).replace(tzinfo=UTC)
        except ValueError:
            raise BackupError(f"{path.name} is not named as a backup is") from None

    @contextmanager
    def draft(self, kind: str, at: datetime) -> Iterator["Draft"]:
        """A new backup: written and checked under another name, in place at the end of the block."""
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = Draft(self.path, kind, at)
        try:
            yield draft
        finally:
            draft.discard()

    def note(self, backup: Path, at: datetime) -> LastBackup:
        """Put on record that a backup was verified."""
        last = LastBackup(backup.name, backup.stat().st_size, at)
        told = {"name": last.name, "bytes": last.bytes, "verified_at": at.isoformat()}
        write_durably(self.path / _RECORD, json.dumps(told).encode())
        return last

    def last(self) -> LastBackup | None:
        """The record, as long as the backup it speaks of is still there."""
        try:
            told = json.loads((self.path / _RECORD).read_text())
            last = LastBackup(told["name"], told["bytes"], datetime.fromisoformat(told["verified_at"]))
            return last if (self.path / last.name).stat().st_size == last.bytes else None
        except (OSError, ValueError, KeyError):
            return None

    def prune(self, kind: str, keep: int) -> list[str]:
        """Delete all but the newest ``keep`` of a kind; returns which went."""
        gone = self.of_kind(kind)[:-keep]
        for path in gone:
            path.unlink()
        return [path.name for path in gone]


class Draft:
    """A backup that is being written."""

    def __init__(self, folder: Path, kind: str, at: datetime) -> None:
        self._folder, self._kind = folder, kind
        self._path = folder / f".{self._name(at)}.{os.getpid()}"

    @property
    def name(self) -> str:
        """How messages call it."""
        return self._path.name.strip(".")

    def _name(self, at: datetime) -> str:
        return f"{self._kind}-{at.astimezone(UTC):{_STAMP}}{_SUFFIX}"

    @contextmanager
    def create(self) -> Iterator[IO[bytes]]:
        """Write it; at the end of the block it is on disk."""
        with os.fdopen(os.open(self._path, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())

    def reopen(self) -> IO[bytes]:
        """Open it to read what is on disk."""
        return open(self._path, "rb")

    def keep(self, at: datetime) -> Path:
        """It is complete: name it after this moment."""
        final = self._folder / self._name(at)
        self._path.replace(final)
        sync_folder(self._folder)
        return final

    def discard(self) -> None:
        """Delete it, if it was not kept."""
        self._path.unlink(missing_ok=True)


def write_durably(path: Path, content: bytes) -> None:
    """Replace a file at once, and wait until that is on disk."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    with os.fdopen(os.open(draft, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
    sync_folder(path.parent)


def sync_folder(path: Path) -> None:
    """Wait until the names in a folder are on disk."""
    folder = os.open(path, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
