"""The restore drill with a PostgreSQL of one's own: Debian's 15 and pgBackRest, configured as deploy/ says."""

import json
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import psycopg
import pytest

from mia.platform.db.migrate import migrate
from tests.fakes import debian_postgres
from tests.fakes.installation import digests
from tests.system.product import free_port

pytestmark = pytest.mark.drill

DEPLOY = Path(__file__).parents[3] / "deploy" / "postgres"


class Server:
    """Debian's PostgreSQL as its package would run it, with pgBackRest beside it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.data, self.port = folder, folder / "main", free_port()
        for name in ("pgbackrest", "log", "lock", "run"):
            (folder / name).mkdir()
        self.user = "postgres" if os.geteuid() == 0 else None
        if self.user:
            for path in (folder, *folder.iterdir()):
                shutil.chown(path, self.user)
        shipped = (DEPLOY / "pgbackrest.conf").read_text()
        here = shipped.replace("/backups/pgbackrest", str(folder / "pgbackrest")).replace(
            "/var/lib/postgresql/15/main", str(self.data)
        )
        places = f"[global]\nlog-path={folder / 'log'}\nlock-path={folder / 'lock'}\n"
        server = f"pg1-port={self.port}\npg1-socket-path={folder / 'run'}\n"
        self.config = folder / "pgbackrest.conf"
        self.config.write_text(here.replace("[global]\n", places) + server)
        self.config.chmod(0o644)

    @property
    def url(self) -> str:
        return f"postgresql://postgres@/postgres?host={self.folder / 'run'}&port={self.port}"

    def run(self, *command: str) -> str:
        done = subprocess.run(
            command, user=self.user, cwd="/", check=False, capture_output=True, text=True,
            env={"PATH": "/usr/bin:/bin", "PGBACKREST_CONFIG": str(self.config)},
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def pgbackrest(self, *words: str) -> None:
        self.run("pgbackrest", "--stanza=mia", *words)

    def first_moment(self) -> str:
        """A moment that the last backup can be brought to; its end is kept in whole seconds."""
        told = self.run("pgbackrest", "--stanza=mia", "info", "--output=json")
        ended = json.loads(told)[0]["backup"][-1]["timestamp"]["stop"]
        while int(self.ask("SELECT floor(extract(epoch FROM clock_timestamp()))")) <= ended:
            pass
        return str(self.ask("SELECT clock_timestamp()::text"))

    def start(self) -> None:
        command = [str(debian_postgres.BINARIES / "pg_ctl"), "-D", str(self.data), "-w", "-l"]
        self.run(*command, str(self.folder / "log" / "postgresql.log"), "start")

    def make(self) -> None:
        initdb = str(debian_postgres.BINARIES / "initdb")
        self.run(initdb, "-D", str(self.data), "-U", "postgres", "--auth=trust", "--locale=C.UTF-8")
        with open(self.data / "postgresql.conf", "a") as file:
            file.write((DEPLOY / "archiving.conf").read_text())
            file.write(
                f"port = {self.port}\nlisten_addresses = ''\nunix_socket_directories = '{self.folder / 'run'}'\n"
            )

    def kill_and_lose(self) -> None:
        """As when the machine goes, with its disk."""
        server = psutil.Process(int((self.data / "postmaster.pid").read_text().split("\n")[0]))
        everything = [server, *server.children(recursive=True)]
        for process in everything:
            process.send_signal(signal.SIGKILL)
        psutil.wait_procs(everything, timeout=10)
        shutil.rmtree(self.data)
        self.data.mkdir(mode=0o700)
        if self.user:
            shutil.chown(self.data, self.user)

    def recovered(self) -> dict[str, Any]:
        """What the server holds when it has recovered."""
        self.start()
        while self.ask("SELECT pg_is_in_recovery()"):
            pass
        return digests(self.url)

    def stop(self) -> None:
        self.run(str(debian_postgres.BINARIES / "pg_ctl"), "-D", str(self.data), "-m", "immediate", "stop")

    def ask(self, query: str) -> Any:
        with psycopg.connect(self.url, autocommit=True) as connection:
            row = connection.execute(query.encode()).fetchone()
            return row[0] if row else None


@pytest.fixture
def server() -> Iterator[Server]:
    """A running server."""
    debian_postgres.install("pgbackrest")
    with tempfile.TemporaryDirectory(prefix="mia-pgbackrest-") as folder:
        Path(folder).chmod(0o755)
        server = Server(Path(folder))
        server.make()
        server.start()
        try:
            yield server
        finally:
            server.stop()


def test_after_kill_9_and_a_lost_disk_what_was_archived_is_back_or_as_it_was_at_a_moment(
    server: Server,
) -> None:
    server.pgbackrest("stanza-create")
    migrate(server.url, "of-tests")
    server.pgbackrest("backup", "--type=full")
    before = digests(server.url)
    moment = server.first_moment()
    server.ask("INSERT INTO development_clock (id, ahead_ms) VALUES (1, 5) RETURNING 1")
    segment = server.ask("SELECT pg_walfile_name(pg_switch_wal())")
    while (server.ask("SELECT last_archived_wal FROM pg_stat_archiver") or "") < segment:
        pass
    after = digests(server.url)
    assert after != before
    assert b"mia_owner" not in b"".join(
        path.read_bytes() for path in (server.folder / "pgbackrest").rglob("*") if path.is_file()
    )
    server.kill_and_lose()
    server.pgbackrest("restore")
    assert server.recovered() == after
    server.stop()
    server.pgbackrest("restore", "--delta", "--type=time", f"--target={moment}", "--target-action=promote")
    assert server.recovered() == before
