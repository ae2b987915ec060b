"""Continuous archiving of the embedded database: each finished segment of its log, encrypted, in the backup folder.

The server hands segments over through its spool (:class:`EmbeddedPostgres`) and waits until they are gone from
there, so that "archived" means what it should: on disk in the backup folder. Segments of one server (by its system
identifier) have a folder of their own, for their names repeat.
"""

import threading
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import structlog

from mia.platform.backups.errors import BackupError
from mia.platform.backups.folder import write_durably
from mia.platform.backups.sealed_file import SealedReader, seal
from mia.platform.db.embedded import EmbeddedPostgres
from mia.platform.kernel.keys import Keys
from mia.platform.kernel.settings import Settings

log = structlog.get_logger()

_SUFFIX = ".wal"
_POLL_S = 0.1
_SEGMENT = 24
"""Letters in the name of a segment: timeline, log and number, 8 hexadecimal digits each."""
_SEGMENT_BYTES = 16 << 20
_PER_LOG = (1 << 32) // _SEGMENT_BYTES


class WalArchive:
    """The archived log of one server."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def of(cls, backup_dir: Path, system_id: int) -> "WalArchive":
        """The archive of a server."""
        return cls(backup_dir / "log" / str(system_id))

    def names(self) -> list[str]:
        """What is archived: segments, and the history files of timelines."""
        return sorted(path.name.removesuffix(_SUFFIX) for path in self.path.glob(f"*{_SUFFIX}"))

    def put(self, name: str, content: bytes, keys: Keys) -> None:
        """Archive a file. Again with the same content it changes nothing; :class:`BackupError` for another."""
        target = self._file(name)
        if target.exists():
            if self.read(name, list(keys.accepted())) != content:
                raise BackupError(f"{target} is in the archive already, with another content")
            return
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        header = {"kind": "log", "name": name}
        write_durably(target, seal(zlib.compress(content, level=1), keys.current, header))

    def read(self, name: str, keys: Sequence[bytes]) -> bytes:
        """What was archived; :class:`BackupError` when it is damaged or not what its name says."""
        with open(self._file(name), "rb") as file:
            reader = SealedReader(file, keys, name)
            if (reader.header.get("kind"), reader.header.get("name")) != ("log", name):
                raise BackupError(f"{self._file(name)} is not the segment that it is called")
            return zlib.decompress(b"".join(reader.frames()))

    def prune(self, first: str) -> int:
        """Delete segments before ``first``, whatever their timeline; returns how many."""
        gone = [name for name in self.names() if is_segment(name) and name[8:] < first[8:]]
        for name in gone:
            self._file(name).unlink()
        return len(gone)

    def _file(self, name: str) -> Path:
        return self.path / f"{name}{_SUFFIX}"


def is_segment(name: str) -> bool:
    """Whether a name is a whole segment's."""
    return len(name) == _SEGMENT and all(letter in "0123456789ABCDEF" for letter in name)


def first_missing(log: Path, first: str) -> str | None:
    """The first segment that is not there on the way from ``first`` to the end of the newest timeline.

    A timeline's history file names its parents and where each was left (``timeline.c``). The segment in which that
    was is read from the newer one.
    """
    here = {path.name for path in log.iterdir() if is_segment(path.name)}
    newest = max((name[:8] for name in here), default=first[:8])
    left: list[tuple[str, int]] = []
    if (history := log / f"{newest}.history").exists():
        lines = [line.split() for line in history.read_text().splitlines() if line[:1].isdigit()]
        left = [(f"{int(timeline):08X}", _segment_at(position)) for timeline, position, *_ in lines]
    last = max((number_of(name) for name in here if name[:8] == newest), default=number_of(first))
    for number in range(number_of(first), last + 1):
        timeline = next((timeline for timeline, end in left if number < end), newest)
        name = f"{timeline}{number // _PER_LOG:08X}{number % _PER_LOG:08X}"
        if name not in here:
            return name
    return None


def number_of(name: str) -> int:
    """The place of a segment in the log, of whatever timeline."""
    return int(name[8:16], 16) * _PER_LOG + int(name[16:], 16)


def _segment_at(position: str) -> int:
    high, _, low = position.partition("/")
    return ((int(high, 16) << 32) + int(low, 16)) // _SEGMENT_BYTES


def system_id_of(cluster: Path) -> int:
    """What a server knows itself by: the first eight bytes of its control file (``pg_control.h``)."""
    return int.from_bytes((cluster / "global" / "pg_control").read_bytes()[:8], "little")


@contextmanager
def shipping(postgres: EmbeddedPostgres, settings: Settings, cluster: Path | None = None) -> Iterator[None]:
    """Archive what the server hands over, to the end of the block: stop the server within it.

    ``cluster`` is where it runs, if not in its usual folder.
    """
    stopping = threading.Event()
    values = (postgres.spool, cluster or postgres.cluster, settings, stopping)
    thread = threading.Thread(target=_ship, args=values, name="archive", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stopping.set()
        thread.join()


def _ship(spool: Path, cluster: Path, settings: Settings, stopping: threading.Event) -> None:
    told: str | None = None
    while True:
        last_round = stopping.is_set()
        try:
            for waiting in sorted(spool.glob("[!.]*")):
                _take(waiting, settings, system_id_of(cluster))
            told = None
        except (BackupError, OSError) as error:  # a full disk, a folder that is away: the server keeps its log
            if told != str(error):
                log.error("log_not_archived", reason=str(error))
            told = str(error)
        if last_round:
            return
        stopping.wait(_POLL_S if told is None else 1.0)


def _take(waiting: Path, settings: Settings, system_id: int) -> None:
    assert settings.backup_dir is not None
    archive = WalArchive.of(settings.backup_dir, system_id)
    archive.put(waiting.name, waiting.read_bytes(), settings.keys("backup"))
    waiting.unlink()
