"""What was removed stays removed, whatever backup is restored; a practice that leaves gets all of its data, and
nothing of it stays."""

import asyncio
import json
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from mia.app.cli import main
from mia.clinic.patients import service as patients
from mia.platform.backups.tables import list_tables
from mia.platform.db.session import Database
from mia.platform.kernel.scope import Role
from tests.fakes.access import make_user
from tests.fakes.installation import EMAIL, NAME, PHONE, Installation, start_installation
from tests.fakes.practice import make_practice


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> Iterator[Installation]:
    """A running server with two practices."""
    with tempfile.TemporaryDirectory(prefix="mia-leaving-") as folder:
        installation = start_installation(Path(folder))
        monkeypatch.setenv("MIA_DATA_DIR", str(installation.settings.data_dir))
        monkeypatch.setenv("MIA_BACKUP_DIR", str(installation.settings.backup_dir))
        yield installation
        installation.postgres.stop()


async def enter_people(database: Database, here: Installation) -> None:
    """Someone of one team, someone of both, and another practice."""
    other = await make_practice(database, "lakeside")
    mine = here.practice.scope.clinic_id
    await make_user(database, "only@harbor.example", {mine: Role.OWNER})
    await make_user(database, "both@clinics.example", {mine: Role.MANAGER, other.scope.clinic_id: Role.OWNER})
    async with database.clinic(other.scope) as session:
        await patients.import_patients(session, [patients.NewPatient("Lake Person", "+13055550199")])


def tables_with(url: str, *words: bytes) -> dict[str, int]:
    """Tables in whose text one of the words is found."""
    found: dict[str, int] = {}
    with psycopg.connect(url) as connection:
        for table in list_tables(connection):
            with connection.cursor().copy(table.copy_out()) as rows:
                text = b"".join(bytes(piece) for piece in rows)
            if hits := sum(text.count(word) for word in words):
                found[table.name] = hits
    return found


async def names_by_phone(here: Installation, phone: str = PHONE) -> list[str]:
    database = here.connect(here.postgres.url())
    try:
        async with database.clinic(here.practice.scope) as session:
            return [patient.name for patient in await patients.find_by_phone(session, phone)]
    finally:
        await database.close()


def test_an_erased_person_stays_erased_when_an_older_backup_is_restored(
    here: Installation, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["backup"]) == 1  # the base needs archiving; the backup is there
    assert asyncio.run(names_by_phone(here)) == [NAME]
    assert main(["privacy", "delete", "--clinic", "harbor", "--email", EMAIL, "--yes"]) == 0
    ledger = here.settings.erasure_ledger.read_text()
    assert not any(word in ledger for word in ("Maria", PHONE, EMAIL))
    here.postgres.stop()
    capsys.readouterr()
    assert main(["restore", "--replace"]) == 0
    assert "removed again since: 1 people, 0 practices" in capsys.readouterr().out
    here.postgres.start()
    assert asyncio.run(names_by_phone(here)) == []
    assert main(["privacy", "replay"]) == 0
    assert capsys.readouterr().out == "The erasure ledger is carried out\n"  # once is enough


def test_a_practice_takes_its_data_along_and_leaves_nothing(
    here: Installation, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = here.connect()
    asyncio.run(enter_people(database, here))
    asyncio.run(database.close())
    main(["backup"])
    clinic_id = here.practice.scope.clinic_id
    export, receipt = tmp_path / "harbor.zip", tmp_path / "receipt.json"
    assert main(["clinic", "export", "--clinic", "harbor", "--out", str(export)]) == 0
    assert export.stat().st_mode & 0o777 == 0o600
    with zipfile.ZipFile(export) as archive:
        people = [json.loads(line) for line in archive.read("tables/patients.jsonl").splitlines()]
        assert [(each["name"], each["phone"], each["note"][:8]) for each in people] == [(NAME, PHONE, "Line one")]
        team = [json.loads(line)["email"] for line in archive.read("people.jsonl").splitlines()]
        assert sorted(team) == ["both@clinics.example", "only@harbor.example"]
        everything = b"".join(archive.read(name) for name in archive.namelist())
        assert b"Lake Person" not in everything and b"lakeside" not in everything
        assert b"argon2" not in everything
    words = ["clinic", "erase", "--clinic", "harbor", "--receipt", str(receipt)]
    assert main(words) == 0 and not receipt.exists()  # only counts
    assert main([*words, "--yes"]) == 0
    told = json.loads(receipt.read_text())
    assert told["rows_removed"]["patients"] == 1 and told["rows_removed"]["users"] == 1
    assert set(told["rows_kept"]) <= {"audit_entries", "audit_seals", "erasures"}
    url = here.owner_url
    assert tables_with(url, b"harbor", b"only@harbor.example") == {}
    kept = {"audit_entries", "audit_seals", "erasures"}
    assert set(tables_with(url, str(clinic_id).encode())) <= kept
    assert "users" in tables_with(url, b"both@clinics.example")
    assert tables_with(url, b"lakeside")
    capsys.readouterr()
    here.postgres.stop()
    assert main(["restore", "--replace"]) == 0
    assert "removed again since: 0 people, 1 practices" in capsys.readouterr().out
    here.postgres.start()
    assert set(tables_with(here.postgres.url(), str(clinic_id).encode(), b"harbor")) <= kept
