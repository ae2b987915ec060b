"""Starting, stopping and being killed: nothing is left running, nothing committed is lost."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import psycopg
import pytest

from mia.platform.db.embedded import EmbeddedPostgres
from tests.fakes.production import PRODUCTION
from tests.system.product import ROOT, Product, gone, running, start, stop

pytestmark = pytest.mark.drill


@pytest.fixture(scope="module")
def product(shared_folder: Path) -> Iterator[Product]:
    with running(shared_folder) as product:
        yield product


def test_it_prints_where_to_go_and_how_to_log_in(product: Product) -> None:
    printed = product.wait_for_output("Ctrl-C stops everything.")
    assert product.url in printed
    assert "owner@downtown-medspa.example" in printed
    assert str(product.data_dir) in printed


def test_alive_and_ready_are_told_apart(product: Product) -> None:
    alive = httpx.get(f"{product.url}/healthz")
    assert alive.json() == {"status": "alive"}
    assert len(alive.headers.get_list("date")) == 1
    ready = httpx.get(f"{product.url}/readyz").json()
    assert ready == {"database": True, "migrated": True, "models": True}


def test_a_killed_database_recovers_with_every_committed_row(product: Product) -> None:
    with product.client("owner") as client:
        assert client.get("/api/session").status_code == 200
        before = client.get("/api/clinics/downtown-medspa/overview").json()
        postgres = product.child("postgres")
        postgres.send_signal(signal.SIGKILL)
        assert gone([postgres]) == []
        product.wait_until_ready()
        assert client.get("/api/session").status_code == 200
        assert client.get("/api/clinics/downtown-medspa/overview").json() == before


@pytest.mark.drill(every=3)
@pytest.mark.parametrize("kind", ["web", "worker", "media"])
def test_a_killed_process_is_started_again(product: Product, kind: str) -> None:
    victim = product.child(kind)
    victim.send_signal(signal.SIGKILL)
    assert gone([victim]) == []
    assert product.child(kind, other_than=victim.pid).pid != victim.pid
    product.wait_until_ready()


@pytest.mark.drill(plain=False)
def test_ctrl_c_stops_all_of_it_and_the_second_start_keeps_the_data(folder: Path) -> None:
    with running(folder) as product:
        everything = product.descendants()
        names = {process.name() for process in everything}
    assert "postgres" in names
    assert gone(everything) == []
    assert product.process.returncode == 0

    with running(folder) as again:
        with again.client("owner") as client:
            assert client.get("/api/session").status_code == 200
        everything = again.descendants()
        again.process.send_signal(signal.SIGKILL)
        assert gone(everything) == []


@pytest.mark.drill(plain=False)
def test_a_former_demo_starts_neither_as_production_nor_without_its_key(folder: Path) -> None:
    demo = start(folder)
    demo.wait_for_output("Starting web", timeout_s=60)
    stop(demo)
    production = start(folder, **PRODUCTION)
    assert production.process.wait(60) == 1
    assert "This database holds the demo practice" in production.output()
    (folder / "keys" / "master.key").unlink()
    keyless = start(folder)
    assert keyless.process.wait(60) == 1
    assert "MIA_MASTER_KEY is not the key" in keyless.output()
    assert "Traceback" not in keyless.output()


def test_what_is_missing_ends_the_start_with_a_sentence(folder: Path) -> None:
    away = start(folder, DATABASE_URL="postgresql://owner@127.0.0.1:1/mia")
    unbuilt = start(folder, MIA_WEB_DIR=str(folder))
    assert [each.process.wait(60) for each in (away, unbuilt)] == [1, 1]
    printed = away.output()
    assert "Connection refused" in printed
    assert "The web app is not built" in printed
    assert "Traceback" not in printed


@pytest.mark.parametrize("command", [("check",), ("user", "list")])
def test_a_command_without_a_running_database_says_what_to_start(folder: Path, command: tuple[str, ...]) -> None:
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("MIA_", "DATABASE_"))}
    done = subprocess.run(
        [sys.executable, "-m", "mia", *command], cwd=ROOT, env=clean | PRODUCTION | {"MIA_DATA_DIR": str(folder)},
        check=False, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 1
    assert "Start Mia (`mia serve`)" in " ".join((done.stdout + done.stderr).split())


def test_committed_rows_survive_a_kill_of_the_server_itself(folder: Path) -> None:
    postgres = EmbeddedPostgres(folder)
    postgres.start()
    try:
        acknowledged = 200
        with psycopg.connect(postgres.url(), autocommit=True) as connection:
            connection.execute("CREATE TABLE kept (n int)")
            for number in range(acknowledged):
                connection.execute("INSERT INTO kept VALUES (%s)", (number,))
        os.kill(postgres.process_id, signal.SIGKILL)
        postgres.wait()
        assert postgres.restart_if_dead()
        with psycopg.connect(postgres.url()) as connection:
            row = connection.execute("SELECT count(*) FROM kept").fetchone()
        assert row == (acknowledged,)
    finally:
        postgres.stop()


def test_a_bad_setting_stops_the_start_with_its_name(folder: Path) -> None:
    product = start(folder, MIA_PROT="1")
    assert product.process.wait(20) == 2
    assert "MIA_PROT" in product.output()


def test_a_second_start_on_the_same_data_says_so(product: Product) -> None:
    second = start(product.data_dir)
    assert second.process.wait(40) == 1
    assert "already using" in second.output()
    stop(second)
