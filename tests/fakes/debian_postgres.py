"""Debian's PostgreSQL 15 with TLS, as an operator of a database of their own has it."""

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

BINARIES = Path("/usr/lib/postgresql/15/bin")
_SCRIPTS = Path(__file__).parents[2] / "deploy" / "postgres"


@dataclass(frozen=True)
class DebianPostgres:
    """A running server. ``url`` is the owner's, checked against ``certificates/ca.crt``."""

    port: int
    certificates: Path
    data: Path
    url: str


def install(*also: str) -> None:
    """PostgreSQL 15 and the programs ``also`` of Debian's packages; fails with the command where it may not."""
    wanted = ["postgresql-15"] * (not (BINARIES / "postgres").exists())
    wanted += [name for name in also if shutil.which(name) is None]
    if not wanted:
        return
    command = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *wanted]
    assert os.geteuid() == 0 and shutil.which("apt-get"), f"Missing: {' '.join(command)}"
    # A cluster of the package's own is not wanted: it would be started beside ours.
    Path("/etc/postgresql-common").mkdir(exist_ok=True)
    Path("/etc/postgresql-common/createcluster.conf").write_text("create_main_cluster = false\n")
    for each in (["apt-get", "update", "-qq"], command):
        subprocess.run(each, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@contextmanager
def debian_postgres(
    folder: Path, owner: str, password: str, settings: tuple[str, ...] = ()
) -> Iterator[DebianPostgres]:
    """A new server in ``folder`` with one database for ``owner``; it takes TLS connections on localhost only."""
    install()
    server, certificates = folder / "postgresql-15", folder / "certificates"
    server.mkdir()
    certificates.mkdir()
    user: str | None = None
    if os.geteuid() == 0:
        user = "postgres"
        shutil.chown(server, user)
        shutil.chown(certificates, user)
    secret = server / "password"
    secret.write_text(password)
    secret.chmod(0o644)
    _run(["sh", str(_SCRIPTS / "make-certificates.sh"), str(certificates), "localhost"], user)
    data, port = server / "data", _free_port()
    _run(
        [str(BINARIES / "initdb"), "-D", str(data), "-U", owner, "--auth=scram-sha-256", f"--pwfile={secret}",
         "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"], user,
    )  # fmt: skip
    options = [
        f"-c port={port}", "-c listen_addresses=127.0.0.1", f"-c unix_socket_directories={server}", "-c ssl=on",
        f"-c ssl_cert_file={certificates / 'server.crt'}", f"-c ssl_key_file={certificates / 'server.key'}",
        f"-c hba_file={_SCRIPTS / 'pg_hba.conf'}", "-c fsync=off", *(f"-c {each}" for each in settings),
    ]  # fmt: skip
    control = [str(BINARIES / "pg_ctl"), "-D", str(data), "-l", str(server / "log"), "-w"]
    _run([*control, "-o", " ".join(options), "start"], user)
    query = f"?sslmode=verify-full&sslrootcert={certificates / 'ca.crt'}"
    base = f"postgresql://{owner}:{password}@localhost:{port}"
    try:
        _run([str(BINARIES / "psql"), f"{base}/postgres{query}", "-qc", f'CREATE DATABASE "{owner}"'], None)
        yield DebianPostgres(port, certificates, data, f"{base}/{owner}{query}")
    finally:
        _run([*control, "-m", "immediate", "stop"], user)


def _run(command: list[str], user: str | None) -> None:
    done = subprocess.run(
        command, user=user, cwd="/", check=False, stdin=subprocess.DEVNULL, capture_output=False,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert done.returncode == 0, f"{command[0]} failed: {done.stderr}"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
