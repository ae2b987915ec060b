"""Base backups of the embedded database: its files, from which its archived log leads to any later moment."""

import hashlib
import io
import json
import os
import subprocess
import tarfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import IO, Any

import psycopg
from psycopg.conninfo import conninfo_to_dict

from mia.platform.backups.errors import BackupError
from mia.platform.backups.folder import BackupFolder
from mia.platform.backups.sealed_file import SealedReader, SealedWriter, fingerprint, inflated, read_header
from mia.platform.backups.wal_archive import WalArchive
from mia.platform.db.embedded import EmbeddedPostgres
from mia.platform.kernel.settings import Settings

KIND = "base"
_PIECE = 1 << 20
_MANIFEST = "backup_manifest"


@dataclass(frozen=True)
class BaseBackup:
    """A base backup that was written and verified. ``first`` is the oldest segment of the log that it needs."""

    path: Path
    system_id: int
    first: str
    finished_at: datetime


def take_base_backup(settings: Settings, postgres: EmbeddedPostgres) -> BaseBackup:
    """Write a base backup of a running server, read it back, and delete what is beyond ``MIA_BACKUP_KEEP``."""
    assert settings.backup_dir is not None
    folder, key = BackupFolder(settings.backup_dir), settings.key("backup")
    with folder.draft(KIND, datetime.now(UTC)) as draft:
        header = _header(settings, postgres)
        with draft.create() as file:
            writer, packer = SealedWriter(file, key, header), zlib.compressobj(level=1)
            for piece in _files_of(postgres):
                writer.write(packer.compress(piece))
            writer.write(packer.flush())
            writer.close()
        with draft.reopen() as file:
            verify(SealedReader(file, [key], draft.name).frames(), draft.name)
        path = draft.keep(datetime.now(UTC))  # from here on a restore can begin with it
    folder.prune(KIND, settings.backup_keep)
    base = describe(path)
    oldest = next(each for each in list_base_backups(settings) if each.system_id == base.system_id)
    WalArchive.of(settings.backup_dir, base.system_id).prune(oldest.first)
    return base


def is_base_due(settings: Settings) -> bool:
    """Whether the newest base backup is a day old, or there is none."""
    newest = list_base_backups(settings)[-1:]
    return not newest or datetime.now(UTC) - newest[0].finished_at >= timedelta(days=1)


def list_base_backups(settings: Settings) -> list[BaseBackup]:
    """Those in the folder, oldest first."""
    return (
        [describe(path) for path in BackupFolder(settings.backup_dir).of_kind(KIND)] if settings.backup_dir else []
    )


def describe(path: Path) -> BaseBackup:
    """What a base backup says of itself."""
    with open(path, "rb") as file:
        header = read_header(file, path.name)
    return BaseBackup(path, header["system_id"], header["first"], BackupFolder.time_of(path))


def unpack(frames: Iterable[bytes]) -> Iterator[tuple[tarfile.TarInfo, tarfile.TarFile]]:
    """Walk over the files of a base backup."""
    with tarfile.open(fileobj=_Stream(inflated(frames)), mode="r|", bufsize=1 << 16) as tar:
        for member in tar:
            yield member, tar


def verify(frames: Iterable[bytes], name: str) -> None:
    """Read all of it and compare each file with the server's own manifest (size and SHA-256)."""
    found: dict[str, tuple[int, str]] = {}
    manifest: dict[str, Any] = {}
    for member, tar in unpack(frames):
        content = tar.extractfile(member)
        if content is None:
            continue
        if member.name == _MANIFEST:
            manifest = json.load(content)
        else:
            found[member.name] = (member.size, _sha256(content))
    told = {one["Path"]: (one["Size"], one["Checksum"]) for one in manifest.get("Files", [])}
    if not told or told != found:
        raise BackupError(f"{name} does not hold the files that the server says it holds")


def _sha256(content: IO[bytes]) -> str:
    digest = hashlib.sha256()
    while piece := content.read(_PIECE):
        digest.update(piece)
    return digest.hexdigest()


def _header(settings: Settings, postgres: EmbeddedPostgres) -> dict[str, object]:
    query = """
        SELECT system_identifier, pg_walfile_name(pg_current_wal_insert_lsn()),
            current_setting('server_version_num'), current_setting('archive_mode')
        FROM pg_control_system()
    """
    with psycopg.connect(postgres.url("postgres")) as connection:
        row = connection.execute(query).fetchone()
    assert row is not None
    if row[3] != "on":
        raise BackupError("The running database does not archive its log: restart Mia with MIA_BACKUP_DIR set")
    return {
        "kind": KIND,
        "system_id": row[0],
        "first": row[1],  # the backup begins with a checkpoint after this
        "server_version": int(row[2]),
        "master_key": fingerprint(settings.key("master")),
    }


def _files_of(postgres: EmbeddedPostgres) -> Iterator[bytes]:
    """What pg_basebackup writes. It ends when all of the log that the files need is archived."""
    address = conninfo_to_dict(postgres.url("postgres"))
    command = [
        str(postgres.tool("pg_basebackup")), "-h", str(address["host"]), "-U", str(address["user"]), "-D", "-",
        "-F", "tar", "-X", "none", "--checkpoint=fast", "--manifest-checksums=SHA256", "--no-password",
    ]  # fmt: skip
    environment = {**os.environ, "PGPASSWORD": str(address["password"])}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, cwd="/"
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        try:
            while piece := process.stdout.read(_PIECE):
                yield piece
            said = process.stderr.read().decode(errors="replace")
        except BaseException:
            process.kill()
            raise
    if process.returncode != 0:
        raise BackupError(f"The base backup failed: {said[-400:]}")


class _Stream(io.RawIOBase):
    """Pieces of content as a file."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self._pieces, self._waiting = iter(pieces), b""

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1, /) -> bytes:
        while len(self._waiting) < size and (piece := next(self._pieces, None)) is not None:
            self._waiting += piece
        answer, self._waiting = self._waiting[:size], self._waiting[size:]
        return answer
