"""A whole Mia in a folder of its own: what `make run` starts, for tests that kill parts of it."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import psutil

ROOT = Path(__file__).parents[2]
PASSWORD = "clear-skin-clear-line"


class Product:
    """A running product: its address, its processes, its data."""

    def __init__(self, process: subprocess.Popen[bytes], url: str, data_dir: Path) -> None:
        self.process = process
        self.url = url
        self.data_dir = data_dir

    def wait_until_ready(self, timeout_s: float = 180) -> None:
        """Return when ``/readyz`` says 200; fail when the product ends or takes too long."""
        wait_until_ready(self.url, self.process, output=self.output, timeout_s=timeout_s)

    def descendants(self) -> list[psutil.Process]:
        """All processes below the parent."""
        return psutil.Process(self.process.pid).children(recursive=True)

    def child(self, kind: str, *, other_than: int | None = None, timeout_s: float = 30) -> psutil.Process:
        """The process of one kind (web, worker, media, postgres), as soon as there is one."""
        deadline = time.monotonic() + timeout_s
        while True:
            for process in self.descendants():
                line = _command(process)
                is_kind = line[-1:] == [kind] or (kind == "postgres" and "-D" in line)
                if is_kind and process.pid != other_than:
                    return process
            assert time.monotonic() < deadline, f"no {kind} process"
            time.sleep(0.05)  # the supervisor starts it when it will

    def wait_for_output(self, text: str, timeout_s: float = 30) -> str:
        """What it printed, as soon as ``text`` is part of it."""
        deadline = time.monotonic() + timeout_s
        while text not in self.output():
            assert time.monotonic() < deadline, f"never printed {text!r}"
            time.sleep(0.05)
        return self.output()

    def output(self) -> str:
        """What it printed so far."""
        return (self.data_dir / "output.log").read_text(errors="replace")

    @contextmanager
    def client(self, login: str) -> Iterator[httpx.Client]:
        """An HTTP client of this product, signed in as ``login@downtown-medspa.example``."""
        with httpx.Client(base_url=self.url, headers={"Origin": self.url}, timeout=10) as client:
            body = {"email": f"{login}@downtown-medspa.example", "password": PASSWORD}
            assert client.post("/api/session", json=body).status_code == 200
            yield client


def wait_until_ready(
    url: str, *processes: "subprocess.Popen[bytes]", output: Callable[[], str], timeout_s: float = 180
) -> None:
    """Return when ``/readyz`` says 200; fail when a process ends or all of it takes too long."""
    deadline = time.monotonic() + timeout_s
    while True:
        assert all(process.poll() is None for process in processes), f"ended: {output()[-3000:]}"
        assert time.monotonic() < deadline, f"not ready: {output()[-3000:]}"
        try:
            if httpx.get(f"{url}/readyz", timeout=2).status_code == 200:
                return
        except httpx.HTTPError:
            pass
        time.sleep(0.05)  # a server that does not listen yet sends no event


def _command(process: psutil.Process) -> list[str]:
    try:
        return list(process.cmdline())
    except psutil.NoSuchProcess:
        return []


def start(data_dir: Path, **environment: str) -> Product:
    """Start ``mia serve`` on a free port; the caller waits and stops."""
    port = free_port()
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("MIA_", "DATABASE_"))}
    values = {"MIA_PORT": str(port), "MIA_DATA_DIR": str(data_dir), **environment}
    with open(data_dir / "output.log", "ab") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "mia", "serve"], cwd=ROOT, env=clean | values,
            stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
        )  # fmt: skip
    return Product(process, f"http://127.0.0.1:{port}", data_dir)


@contextmanager
def running(data_dir: Path, **environment: str) -> Iterator[Product]:
    """A product that is ready, and stopped at the end."""
    product = start(data_dir, **environment)
    try:
        product.wait_until_ready()
        yield product
    finally:
        stop(product)


def stop(product: Product) -> None:
    """Ctrl-C, then wait for the end."""
    if product.process.poll() is None:
        product.process.send_signal(signal.SIGINT)
    product.process.wait(30)


def gone(processes: list[psutil.Process], timeout_s: float = 15) -> list[Any]:
    """Those of ``processes`` that are still alive after the time-out."""
    return psutil.wait_procs(processes, timeout=timeout_s)[1]


def free_port() -> int:
    """A TCP port no one listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
