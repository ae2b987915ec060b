"""A backup is encrypted, complete and verified, and comes back row by row."""

import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
import pytest

from mia.clinic.patients import service as patients
from mia.platform.audit import service as audit
from mia.platform.backups import service as backups
from mia.platform.backups.errors import BackupError
from mia.platform.backups.restoring import check, restore
from mia.platform.backups.service import Backup, back_up, last_backup
from tests.fakes.installation import EMAIL, NAME, Installation, digests


@pytest.fixture(scope="module")
def backup(installation: Installation) -> Backup:
    return back_up(installation.settings, installation.owner_url)


def test_a_backup_holds_every_table_and_no_word_in_the_clear(installation: Installation, backup: Backup) -> None:
    found = digests(installation.owner_url)
    assert {label: count.rows for label, count in backup.contents.tables.items()} == {
        label: rows for label, (rows, _) in found.items()
    }
    assert backup.contents.tables["public.patients"].rows == 1
    content = backup.path.read_bytes()
    assert not any(word in content for word in (b"harbor", b"Botox", b"patients", NAME.encode()))
    assert backup.path.stat().st_mode & 0o777 == 0o600


def test_the_last_verified_backup_is_on_record(installation: Installation, backup: Backup) -> None:
    last = last_backup(installation.settings)
    assert last is not None
    assert (last.name, last.bytes) == (backup.path.name, backup.path.stat().st_size)
    assert datetime.now(UTC) - last.verified_at < timedelta(minutes=5)


def test_without_a_folder_or_after_it_was_lost_there_is_no_last_backup(
    installation: Installation, backup: Backup, tmp_path: Path
) -> None:
    assert last_backup(installation.with_settings(MIA_BACKUP_DIR=str(tmp_path))) is None
    shutil.copy(backup.path.parent / "last-verified.json", tmp_path)
    assert last_backup(installation.with_settings(MIA_BACKUP_DIR=str(tmp_path))) is None
    with pytest.raises(BackupError, match="MIA_BACKUP_DIR"):
        back_up(installation.with_settings(MIA_BACKUP_DIR=""), installation.owner_url)


def test_as_many_are_kept_as_is_set(installation: Installation, tmp_path: Path) -> None:
    settings = installation.with_settings(MIA_BACKUP_DIR=str(tmp_path), MIA_BACKUP_KEEP="2")
    for day in ("01", "02", "03"):
        (tmp_path / f"mia-202001{day}T030000Z.backup").write_bytes(b"old")
    made = back_up(settings, installation.owner_url)
    assert made.pruned == ["mia-20200101T030000Z.backup", "mia-20200102T030000Z.backup"]
    assert backups.find_backup(settings, None) == made.path
    assert {path.name for path in tmp_path.iterdir()} == {
        "mia-20200103T030000Z.backup", made.path.name, "last-verified.json"
    }  # fmt: skip


def test_a_backup_that_reads_back_wrong_is_not_kept(
    installation: Installation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = installation.with_settings(MIA_BACKUP_DIR=str(tmp_path))
    (tmp_path / "mia-20200101T030000Z.backup").write_bytes(b"old")
    opened = backups.Draft.reopen

    def reopen_after_a_fault(draft: backups.Draft) -> object:
        with opened(draft) as file:
            content = bytearray(file.read())
        content[-100] ^= 1
        Path(file.name).write_bytes(content)
        return opened(draft)

    monkeypatch.setattr(backups.Draft, "reopen", reopen_after_a_fault)
    with pytest.raises(BackupError, match="damaged"):
        back_up(settings, installation.owner_url)
    assert [path.name for path in tmp_path.iterdir()] == ["mia-20200101T030000Z.backup"]


async def test_a_restored_database_is_the_same_row_by_row(installation: Installation, backup: Backup) -> None:
    url = installation.empty_database("restored")
    restored = restore(installation.settings, url, backup.path, replace=False)
    assert restored.contents == backup.contents
    assert digests(url) == digests(installation.owner_url)
    database = installation.connect(url)
    try:
        scope = installation.practice.scope
        async with database.audit() as log:
            assert isinstance(await audit.verify_chain(log, scope.clinic_id), audit.ChainState)
        async with database.clinic(scope) as session:
            (patient,) = await patients.find_by_email(session, EMAIL)
            assert (patient.name, patient.note) == (NAME, "Line one\nline two\t\\ and \\N")
            await patients.import_patients(session, [patients.NewPatient("New Person")])
    finally:
        await database.close()
    with psycopg.connect(url) as connection:
        (off,) = connection.execute("SELECT count(*) FROM pg_trigger WHERE tgenabled <> 'O'").fetchone() or (1,)
        (open_,) = connection.execute(
            "SELECT count(*) FROM pg_class WHERE relrowsecurity AND NOT relforcerowsecurity"
        ).fetchone() or (1,)
        references = "SELECT count(*) FROM pg_constraint WHERE contype = 'f'"
        assert (off, open_) == (0, 0)
        with psycopg.connect(installation.owner_url) as original:
            assert connection.execute(references).fetchone() == original.execute(references).fetchone()


def test_a_restore_does_not_replace_an_installation_unasked(installation: Installation, backup: Backup) -> None:
    before = digests(installation.owner_url)
    with pytest.raises(BackupError, match="--replace"):
        restore(installation.settings, installation.owner_url, backup.path, replace=False)
    assert digests(installation.owner_url) == before


async def test_a_restore_does_not_pull_the_floor_from_under_a_running_product(
    installation: Installation, backup: Backup
) -> None:
    database = installation.connect()
    try:
        async with database.clinic(installation.practice.scope):
            with pytest.raises(BackupError, match="Mia is running"):
                restore(installation.settings, installation.owner_url, backup.path, replace=True)
    finally:
        await database.close()


def test_a_damaged_backup_or_a_wrong_key_changes_nothing(
    installation: Installation, backup: Backup, tmp_path: Path
) -> None:
    before = digests(installation.owner_url)
    content = backup.path.read_bytes()
    (cut := tmp_path / "cut.backup").write_bytes(content[:-500])
    (altered := tmp_path / "altered.backup").write_bytes(content[:-500] + b"x" + content[-499:])
    other_backup_key = installation.with_settings(MIA_BACKUP_KEY="b" * 40)
    other_master_key = installation.with_settings(MIA_MASTER_KEY="m" * 40)
    for settings, path, reason in (
        (installation.settings, cut, "cut.backup is incomplete"),
        (installation.settings, altered, "altered.backup is damaged"),
        (other_backup_key, backup.path, "a different backup key"),
        (other_master_key, backup.path, "another master key"),
    ):
        with pytest.raises(BackupError, match=reason):
            restore(settings, installation.owner_url, path, replace=True)
    assert digests(installation.owner_url) == before


def test_a_previous_backup_key_still_opens(installation: Installation, tmp_path: Path) -> None:
    places = {"MIA_BACKUP_DIR": str(tmp_path)}
    made = back_up(installation.with_settings(MIA_BACKUP_KEY="a" * 40, **places), installation.owner_url)
    rotated = installation.with_settings(MIA_BACKUP_KEY="b" * 40, MIA_BACKUP_KEY_PREVIOUS="a" * 40, **places)
    assert check(rotated, made.path)["kind"] == "database"
