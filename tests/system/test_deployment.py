"""compose.yaml as it is written, without containers: each service's command with that service's settings, as an
unprivileged user, on Debian's PostgreSQL 15 with TLS."""

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml
from dotenv import dotenv_values

from tests.fakes.debian_postgres import DebianPostgres, debian_postgres
from tests.system.product import ROOT, free_port, wait_until_ready

UNPRIVILEGED = 10001
OPERATOR = {
    "MIA_DOMAIN": "mia.clinic.test",
    "MIA_CONTACT_EMAIL": "front-desk@clinic.test",
    "MIA_MASTER_KEY": "a master key of a test, and of nothing else",
    "MIA_SIGNING_KEY": "a signing key of a test, and of nothing else",
    "MIA_BACKUP_KEY": "a backup key of a test, and of nothing else",
    "MIA_DATABASE_PASSWORD": "owner-of-tests",
    "MIA_TURN_PASSWORD": "turn-of-tests",
    "MIA_PUBLIC_IP": "203.0.113.10",
    "MIA_SERVER_IP": "10.0.0.10",
    "MIA_SMTP_URL": "smtp://127.0.0.1:1",
    "MIA_MAIL_FROM": "Mia <mia@clinic.test>",
}


class Stack:
    """The services of compose.yaml, each started as a process of this machine."""

    def __init__(self, postgres: DebianPostgres, folder: Path) -> None:
        self._services: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
        self._postgres = postgres
        self._folder = folder
        self.port = free_port()

    def settings(self, service: str) -> dict[str, str]:
        """A service's environment with the operator's values, at this machine's addresses."""
        written = {name: _filled_in(value) for name, value in self._services[service]["environment"].items()}
        here = {
            name: value.replace("@db/", f"@localhost:{self._postgres.port}/").replace(
                "/certificates/", f"{self._postgres.certificates}/"
            )
            for name, value in written.items()
        }
        image = {"MIA_BACKUP_DIR": str(self._folder / "data" / "backups")}
        image |= {"MIA_DATA_DIR": str(self._folder / "data"), "MIA_WEB_DIR": str(ROOT / "web/dist")}
        return here | image | {"MIA_PORT": str(self.port), "MIA_HOST": "127.0.0.1", "PYTHONDONTWRITEBYTECODE": "1"}

    @contextmanager
    def running(self, service: str) -> Iterator[tuple["subprocess.Popen[bytes]", Path]]:
        """The service's process and what it prints; stopped at the end."""
        output = self._folder / f"{service}.log"
        command = [sys.executable, "-m", "mia", *self._services[service]["command"][1:]]
        with output.open("wb") as log:
            process = subprocess.Popen(
                [*_drop_privileges(), *command], cwd=ROOT, env=self.settings(service),
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            )  # fmt: skip
        try:
            yield process, output
        finally:
            process.terminate()
            process.wait(30)


def _filled_in(value: str) -> str:
    """As Compose fills in ``${NAME}`` and ``${NAME:?why}``."""
    return re.sub(r"\$\{(\w+)(?::\?[^}]*)?\}", lambda found: OPERATOR[found[1]], value)


def _drop_privileges() -> list[str]:
    """As root: another user without any right but to read, since the interpreter may lie in root's own folder."""
    if os.geteuid() != 0:
        return []
    right = "+dac_read_search"
    user = [f"--reuid={UNPRIVILEGED}", f"--regid={UNPRIVILEGED}", "--clear-groups", "--no-new-privs"]
    return ["setpriv", *user, f"--bounding-set=-all,{right}", f"--inh-caps=-all,{right}", f"--ambient-caps={right}"]


@pytest.fixture(scope="module")
def stack(shared_folder: Path) -> Iterator[Stack]:
    (shared_folder / "data").mkdir()
    if os.geteuid() == 0:
        os.chown(shared_folder / "data", UNPRIVILEGED, UNPRIVILEGED)
    with debian_postgres(shared_folder, owner="mia", password=OPERATOR["MIA_DATABASE_PASSWORD"]) as postgres:
        yield Stack(postgres, shared_folder)


def test_each_service_starts_as_an_unprivileged_user_on_postgresql_15_with_tls(stack: Stack) -> None:
    with stack.running("migrate") as (migration, printed):
        assert migration.wait(90) == 0, printed.read_text()
        found = re.search(
            r"First owner +https://mia\.clinic\.test/first-run\n +With code +(\S+)", printed.read_text()
        )
        assert found, printed.read_text()
    with ExitStack() as services:
        processes = {name: services.enter_context(stack.running(name)) for name in ("web", "worker", "media")}
        url = f"http://127.0.0.1:{stack.port}"
        started, logs = zip(*processes.values(), strict=True)
        wait_until_ready(url, *started, output=lambda: "\n".join(log.read_text() for log in logs))
        with httpx.Client(base_url=url, headers=_as_the_proxy_passes_it_on(), timeout=20) as visitor:
            practice = {
                "code": found[1], "practice": "Harbor Skin", "timezone": "America/New_York", "name": "Dana Reyes",
                "email": "dana@harbor-skin.test", "password": "seven quiet lanterns",
            }  # fmt: skip
            assert visitor.post("/api/first-run", json=practice).status_code == 200
            assert visitor.get("/").status_code == 200
        with stack.running("backup") as (_, printed):
            _wait_for("written and verified", printed)
        assert all(process.poll() is None for process in started)


def _wait_for(words: str, printed: Path, timeout_s: float = 60) -> None:
    deadline = time.monotonic() + timeout_s
    while words not in printed.read_text():
        assert time.monotonic() < deadline, printed.read_text()
        time.sleep(0.05)  # another process has no event for us


def _as_the_proxy_passes_it_on() -> dict[str, str]:
    domain = OPERATOR["MIA_DOMAIN"]
    return {
        "Host": domain,
        "Origin": f"https://{domain}",
        "X-Forwarded-For": "198.51.100.7",
        "X-Forwarded-Proto": "https",
    }


def test_only_migration_and_backup_know_the_owner_of_the_database(stack: Stack) -> None:
    for service in ("web", "worker", "media"):
        settings = stack.settings(service)
        assert "DATABASE_URL" not in settings
        assert OPERATOR["MIA_DATABASE_PASSWORD"] not in " ".join(settings.values())


def test_no_service_runs_with_rights_it_does_not_need() -> None:
    services = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
    for name in ("migrate", "web", "worker", "media", "backup", "proxy", "turn"):
        service = services[name]
        assert service["read_only"] is True, name
        assert service["cap_drop"] == ["ALL"], name
        assert "no-new-privileges:true" in service["security_opt"], name
    assert [name for name, service in services.items() if service.get("ports")] == ["proxy"]


def test_callers_reach_the_relay_and_it_learns_who_they_are(stack: Stack) -> None:
    relay = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]["turn"]["command"]
    told = [_filled_in(each) for each in relay]
    assert {"--relay-ip=10.0.0.10", "--external-ip=203.0.113.10/10.0.0.10"} <= set(told)
    assert stack.settings("web")["MIA_STUN_URL"] == "stun:mia.clinic.test:3478"


def test_a_new_env_file_holds_all_that_compose_asks_for(tmp_path: Path) -> None:
    (tmp_path / "deploy").mkdir()
    shutil.copy(ROOT / "deploy/new-env.sh", tmp_path / "deploy")
    script = ["sh", "deploy/new-env.sh", "localhost", "front-desk@clinic.test"]
    subprocess.run(script, cwd=tmp_path, check=True, capture_output=True)
    written = dotenv_values(tmp_path / ".env")
    asked = set(re.findall(r"\$\{(\w+)", (ROOT / "compose.yaml").read_text()))
    assert asked == written.keys()
    assert {name for name, value in written.items() if not value} <= {"MIA_SMTP_URL", "MIA_SERVER_IP"}
    assert written["MIA_PUBLIC_IP"] == "127.0.0.1"
    assert (tmp_path / ".env").stat().st_mode & 0o077 == 0
