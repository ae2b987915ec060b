"""The embedded database's folder: where it is, whose it is, and which process holds it."""

import fcntl
import hashlib
import os
import secrets
import time
from pathlib import Path
from typing import IO

from mia.platform.db.embedded_install import EmbeddedPostgresError, open_to_all, unprivileged_user

_SOCKET_LIMIT = 100  # bytes; sun_path holds 108 and PostgreSQL appends its socket's name


class InUse(EmbeddedPostgresError):
    """Another process holds the folder."""


class ClusterFolder:
    """One instance at a time may hold a folder. Run as root, its contents belong to an unprivileged user."""

    def __init__(self, data_dir: Path, *, archiving: bool) -> None:
        self._root = os.geteuid() == 0
        self.user = unprivileged_user() if self._root else None
        self.home = self._reachable_home(data_dir.resolve())
        self.cluster = self.home / "cluster"
        self.spool = self.home / "spool"
        self.socket_dir = self.home / "run"
        self.log = self.home / "server.log"
        self._secret = self.home / "superuser.key"
        self._archiving = archiving
        self._lock: IO[bytes] | None = None

    @property
    def is_new(self) -> bool:
        """Whether there is no cluster yet."""
        return not (self.cluster / "PG_VERSION").exists()

    @property
    def is_claimed(self) -> bool:
        """Whether this process holds the folder."""
        return self._lock is not None

    def claim(self) -> None:
        """Take the folder for this process, or raise :class:`InUse`."""
        self.home.mkdir(parents=True, exist_ok=True)
        self._take_lock()
        for folder in (self.cluster, self.socket_dir, *([self.spool] if self._archiving else [])):
            folder.mkdir(mode=0o700, exist_ok=True)
            self.give_to_server(folder)
        if not self._secret.exists():
            with os.fdopen(os.open(self._secret, os.O_CREAT | os.O_WRONLY | os.O_EXCL, 0o600), "w") as file:
                file.write(secrets.token_urlsafe(24))

    def release(self) -> None:
        """Let another process claim the folder."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def password(self) -> str:
        """The superuser's password; empty before the folder was first claimed."""
        return self._secret.read_text() if self._secret.exists() else ""

    def give_to_server(self, path: Path) -> None:
        """Make the server's user the owner."""
        if self.user is not None and not path.is_symlink():
            os.chown(path, self.user.pw_uid, self.user.pw_gid)

    def log_tail(self) -> str:
        """The end of the server's log, for an error message."""
        return self.log.read_text(errors="replace")[-800:]

    def wait_for_predecessor(self, patience_s: float) -> None:
        """The server of a parent that was just killed may still be shutting down."""
        deadline = time.monotonic() + patience_s
        while (process_id := self.running_server()) is not None:
            if time.monotonic() > deadline:
                raise EmbeddedPostgresError(f"A PostgreSQL (process {process_id}) still uses {self.cluster}")
            time.sleep(0.02)  # no child of ours to wait for, and a descriptor of it only newer kernels give

    def running_server(self) -> int | None:
        """Process id of the server that uses the folder, no matter who started it."""
        try:
            process_id = int((self.cluster / "postmaster.pid").read_text().split("\n", 1)[0])
            command = Path(f"/proc/{process_id}/cmdline").read_bytes()
        except (OSError, ValueError):
            return None
        return process_id if str(self.cluster).encode() in command else None

    def _reachable_home(self, data_dir: Path) -> Path:
        """``data_dir/postgres``, or a folder under ``/var/lib/mia`` where that cannot serve.

        Run as root, the unprivileged server must be able to walk to its folder. A checkout below ``/root`` is
        closed to it, and making its parents readable to every user is not our decision.
        """
        home = data_dir / "postgres"
        too_long = len(str(home / "run").encode()) > _SOCKET_LIMIT
        if not too_long and (not self._root or open_to_all(data_dir)):
            return home
        name = hashlib.sha256(str(data_dir).encode()).hexdigest()[:16]
        base = Path("/var/lib/mia") if self._root else Path.home() / ".mia"
        return base / name

    def _take_lock(self) -> None:
        self._lock = open(self.home / "lock", "wb")  # noqa: SIM115 - held until release()
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.release()
            raise InUse(f"Another Mia is already using {self.home}") from None
