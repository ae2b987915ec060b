"""A web process of the product with a database of its own, in a temporary folder, for benches that talk HTTP."""

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from mia.platform.db.embedded import EmbeddedPostgres
from mia.platform.db.migrate import app_url, migrate
from mia.platform.db.session import Database
from mia.platform.kernel.clock import SystemClock
from mia.platform.kernel.settings import load_settings
from mia.voice.auth import guards

_SECRETS = {"MIA_MASTER_KEY": "master-key-of-a-bench-and-of-nothing-else", "MIA_SIGNING_KEY": "signing-key-" * 4}
_PATIENCE_S = 60.0


@dataclass(frozen=True)
class WebProcess:
    """A running web process: where it listens, and the processes to watch (its own, its database's)."""

    origin: str
    port: int
    process_id: int
    postgres: EmbeddedPostgres
    app_url: str

    def database(self) -> Database:
        """The same database, for what is entered beside the process."""
        key = load_settings(env_file=None, environ=_SECRETS).key("master")
        return Database.connect(self.app_url, key, SystemClock(), pool_size=4)

    def operator_credential(self) -> str:
        """What opens organizations of the process's voice service."""
        return guards.operator_credential(load_settings(env_file=None, environ=_SECRETS))


@contextmanager
def web_process() -> Iterator[WebProcess]:
    """Start one; it and its database are stopped at the end, by their own process ids."""
    with tempfile.TemporaryDirectory(prefix="mia-bench-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        postgres = EmbeddedPostgres(folder)
        postgres.start()
        try:
            migrate(postgres.url(), "bench")
            url, port = app_url(postgres.url(), "bench"), free_port()
            web = subprocess.Popen(
                [sys.executable, "-m", "mia", "web"],
                env=_environment(folder, url, port),
                stdin=subprocess.DEVNULL,
            )
            try:
                wait_until_answers(f"http://127.0.0.1:{port}/healthz")
                yield WebProcess(f"http://127.0.0.1:{port}", port, web.pid, postgres, url)
            finally:
                web.terminate()
                web.wait(30)
        finally:
            postgres.stop()


def free_port() -> int:
    """A port on loopback that no one listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_until_answers(url: str) -> None:
    """Until a server answers with a page of its own."""
    deadline = time.monotonic() + _PATIENCE_S
    while True:
        try:
            with urlopen(url, timeout=2):
                return
        except (URLError, OSError):
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)  # someone else's server: nothing tells when it is ready


def processor_seconds(root: int) -> float:
    """Processor time of a process and of all below it, now running or ended and waited for."""
    seconds, open_ids = 0.0, [root]
    while open_ids:
        process_id = open_ids.pop()
        try:
            fields = Path(f"/proc/{process_id}/stat").read_text().rpartition(")")[2].split()
            open_ids += [
                int(child)
                for task in Path(f"/proc/{process_id}/task").iterdir()
                for child in (task / "children").read_text().split()
            ]
        except OSError:
            continue  # ended just now: its time is its parent's
        seconds += sum(int(field) for field in fields[11:15]) / os.sysconf("SC_CLK_TCK")
    return seconds


def _environment(folder: Path, url: str, port: int) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MIA_")}
    ours = {"MIA_DATA_DIR": str(folder), "MIA_PORT": str(port), "DATABASE_APP_URL": url, "MIA_LOG_LEVEL": "error"}
    return {**kept, **_SECRETS, **ours}
