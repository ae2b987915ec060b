"""PocketBase and Parse Server with the same rows, for ``bench.compare_backends``. They are installed outside of the
repository (see there), and hold what they need in temporary folders."""

import json
import sqlite3
import subprocess
import tempfile
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import psycopg

from bench.backend_sides import PASSWORD, Call, Side
from bench.web_process import free_port, wait_until_answers
from mia.platform.db.embedded import EmbeddedPostgres

_EMAIL = "owner@bench.example"
_CLINIC = "clinic-of-the-bench"
_PARSE_PAGE = f'where={{"clinic":"{_CLINIC}"}}&order=-lastVisit&limit=30&count=1'


@contextmanager
def pocketbase(program: Path, names: Sequence[str]) -> Iterator[Side]:
    """PocketBase: SQLite in the same process; a rule lets users read and write the rows of their clinic only."""
    with tempfile.TemporaryDirectory(prefix="mia-rival-") as name:
        folder, port = Path(name), free_port()
        origin = f"http://127.0.0.1:{port}"
        command = [str(program), "--dir", name, "--migrationsDir", f"{name}/migrations", "--automigrate=false"]
        subprocess.run(
            [*command, "superuser", "upsert", "root@bench.example", PASSWORD], check=True, capture_output=True
        )
        serve = [*command, "serve", f"--http=127.0.0.1:{port}"]
        with _running(serve, origin + "/api/health", name):
            _pocketbase_collections(origin)
        _pocketbase_rows(folder / "data.db", names)
        with _running(serve, origin + "/api/health", name) as process_id:
            sign_in = Call(
                "POST", "/api/collections/users/auth-with-password", {"identity": _EMAIL, "password": PASSWORD}
            )
            token = _asked(origin, sign_in)["token"]
            yield Side(
                name="PocketBase (SQLite)",
                hashing="bcrypt, cost 10",
                origin=origin,
                processes=(process_id,),
                headers={"Authorization": token},
                login=sign_in,
                listing=Call("GET", "/api/collections/patients/records?perPage=30&sort=-last_visit"),
                insertion=lambda n: Call(
                    "POST", "/api/collections/patients/records", _pocketbase_row(f"New Person {n}", n)
                ),
            )


def _pocketbase_collections(origin: str) -> None:
    root = _asked(origin, Call("POST", "/api/collections/_superusers/auth-with-password", {
        "identity": "root@bench.example", "password": PASSWORD,
    }))  # fmt: skip
    headers = {"Authorization": root["token"]}
    users = _asked(origin, Call("GET", "/api/collections/users"), headers)
    fields = [*users["fields"], {"name": "clinic", "type": "text"}]
    _asked(origin, Call("PATCH", "/api/collections/users", {"fields": fields}), headers)
    of_clinic = "@request.auth.id != '' && clinic = @request.auth.clinic"
    texts = [{"name": name, "type": "text"} for name in ("clinic", "name", "phone", "email", "treatment", "tags")]
    _asked(origin, Call("POST", "/api/collections", {
        "name": "patients", "type": "base", "listRule": of_clinic, "viewRule": of_clinic, "createRule": of_clinic,
        "fields": [*texts, {"name": "last_visit", "type": "date"}],
        "indexes": ["CREATE INDEX idx_last_visit ON patients (clinic, last_visit)"],
    }), headers)  # fmt: skip
    _asked(origin, Call("POST", "/api/collections/users/records", {
        "email": _EMAIL, "password": PASSWORD, "passwordConfirm": PASSWORD, "clinic": _CLINIC,
    }), headers)  # fmt: skip


def _pocketbase_rows(file: Path, names: Sequence[str]) -> None:
    """Straight into the file of the stopped server."""
    with sqlite3.connect(file) as connection:
        for n, person in enumerate(names):
            row = {"id": uuid.uuid4().hex[:15], **_pocketbase_row(person, n)}
            columns = ", ".join(row)
            marks = ", ".join("?" for _ in row)
            connection.execute(f"INSERT INTO patients ({columns}) VALUES ({marks})", list(row.values()))
    connection.close()


def _pocketbase_row(person: str, n: int) -> dict[str, str]:
    return {**_row(person, n), "last_visit": _visited(n).isoformat(" ", "milliseconds").replace("+00:00", "Z")}


@contextmanager
def parse_server(folder: Path, names: Sequence[str]) -> Iterator[Side]:
    """Parse Server on Node with the embedded PostgreSQL; only who is signed in may read and write the class."""
    with tempfile.TemporaryDirectory(prefix="mia-rival-") as name:
        home, port = Path(name), free_port()
        home.chmod(0o755)
        postgres = EmbeddedPostgres(home, settings=("listen_addresses=127.0.0.1",))
        postgres.start()
        try:
            origin, settings = f"http://127.0.0.1:{port}", home / "parse.json"
            password = postgres.url().partition("postgres:")[2].partition("@")[0]
            settings.write_text(json.dumps({
                "appId": "bench", "masterKey": "root-of-the-bench", "maintenanceKey": "upkeep-of-the-bench",
                "databaseURI": f"postgres://postgres:{password}@127.0.0.1:5432/mia", "port": port,
                "host": "127.0.0.1", "serverURL": f"{origin}/parse", "allowClientClassCreation": False,
                "logsFolder": name, "silent": True,
            }))  # fmt: skip
            serve = ["node", str(folder / "node_modules/parse-server/bin/parse-server"), str(settings)]
            with _running(serve, f"{origin}/parse/health", name) as process_id:
                token = _parse_rows(origin, postgres.url(), names)
                yield Side(
                    name="Parse Server (PostgreSQL)",
                    hashing="bcrypt, cost 10",
                    origin=origin,
                    processes=(process_id, postgres.process_id),
                    headers={"X-Parse-Application-Id": "bench", "X-Parse-Session-Token": token},
                    login=Call("POST", "/parse/login", {"username": _EMAIL, "password": PASSWORD}),
                    listing=Call("GET", f"/parse/classes/Patient?{_PARSE_PAGE}"),
                    insertion=lambda n: Call("POST", "/parse/classes/Patient", _row(f"New Person {n}", n)),
                )
        finally:
            postgres.stop()


def _parse_rows(origin: str, url: str, names: Sequence[str]) -> str:
    app = {"X-Parse-Application-Id": "bench"}
    root = {**app, "X-Parse-Master-Key": "root-of-the-bench"}
    texts = {name: {"type": "String"} for name in ("clinic", "name", "phone", "email", "treatment", "tags")}
    signed_in = {"requiresAuthentication": True}
    rights = dict.fromkeys(("find", "count", "get", "create", "update", "delete"), signed_in)
    _asked(origin, Call("POST", "/parse/schemas/Patient", {
        "className": "Patient", "fields": {**texts, "lastVisit": {"type": "Date"}},
        "classLevelPermissions": rights, "indexes": {"by_visit": {"clinic": 1, "lastVisit": 1}},
    }), root)  # fmt: skip
    with psycopg.connect(url) as connection:
        columns = [*_row("", 0), "lastVisit", "objectId", "createdAt", "updatedAt"]
        quoted = ", ".join(f'"{column}"' for column in columns)
        with connection.cursor().copy(f'COPY "Patient" ({quoted}) FROM STDIN'.encode()) as copy:
            for n, person in enumerate(names):
                visited = _visited(n)
                copy.write_row((*_row(person, n).values(), visited, uuid.uuid4().hex[:10], visited, visited))
    account = {"username": _EMAIL, "password": PASSWORD, "email": _EMAIL}
    token: str = _asked(origin, Call("POST", "/parse/users", account), app)["sessionToken"]
    return token


def _row(person: str, n: int) -> dict[str, str]:
    return {
        "clinic": _CLINIC,
        "name": person,
        "phone": f"+1{200 + n // 100 % 800}55501{n % 100:02}",
        "email": f"person{n}@mail.example",
        "treatment": "Botox",
        "tags": "Regular",
    }


def _visited(n: int) -> datetime:
    return datetime.now(UTC) - timedelta(hours=n)


def _asked(origin: str, call: Call, headers: dict[str, str] | None = None) -> dict[str, Any]:
    answer = httpx.request(call.method, origin + call.path, json=call.body, headers=headers, timeout=60)
    assert answer.is_success, f"{call.path}: {answer.status_code} {answer.text[:500]}"
    found: dict[str, Any] = answer.json() if answer.content else {}
    return found


@contextmanager
def _running(command: Sequence[str], answers: str, folder: str) -> Iterator[int]:
    """A server while the block lasts, at home in a folder for what it writes; its process id."""
    process = subprocess.Popen(
        command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        wait_until_answers(answers)
        yield process.pid
    finally:
        process.terminate()
        process.wait(30)
