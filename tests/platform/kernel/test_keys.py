"""Keys come from settings or files; a rotated key is followed at once, and the one before counts for a while."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from mia.platform.kernel.keys import KeyFolder, NoKey
from mia.platform.kernel.settings import Settings, SettingsError, load_settings
from tests.fakes.production import PRODUCTION

NOW = datetime.now(UTC)
WITHOUT_KEYS = {name: value for name, value in PRODUCTION.items() if not name.endswith("_KEY")}


def settings_in(folder: Path, **environ: str) -> Settings:
    return load_settings(None, {"MIA_DATA_DIR": str(folder), **environ})


def test_a_running_process_follows_a_rotated_key(tmp_path: Path) -> None:
    settings = settings_in(tmp_path)
    first, other_process = settings.key("signing"), settings_in(tmp_path)
    KeyFolder(tmp_path / "keys").rotate("signing", NOW)
    assert settings.key("signing") != first
    assert settings.keys("signing") == other_process.keys("signing")
    assert list(settings.keys("signing").accepted()) == [settings.key("signing"), first]


def test_what_was_signed_before_a_rotation_stays_good_until_the_old_key_is_destroyed(tmp_path: Path) -> None:
    settings = settings_in(tmp_path)
    signer = settings.signer("links")
    old = signer.sign(b"visit 1")
    settings.key_folder.rotate("signing", NOW - timedelta(days=100))
    settings.key_folder.rotate("signing", NOW)
    assert signer.is_genuine(b"visit 1", old)
    assert signer.sign(b"visit 1") != old
    assert not signer.is_genuine(b"visit 2", old)
    assert not settings.signer("other links").is_genuine(b"visit 1", old)
    assert settings.key_folder.forget_retired("signing", before=NOW - timedelta(days=60)) == 1
    assert not signer.is_genuine(b"visit 1", old)
    assert settings.key_folder.forget_retired("signing") == 1
    assert len(list(settings.keys("signing").accepted())) == 1


def test_a_grace_ends_what_carries_no_expiry_of_its_own(tmp_path: Path) -> None:
    settings = settings_in(tmp_path)
    signer = settings.signer("messages", grace=timedelta(hours=1))
    old = signer.sign(b"hello")
    settings.key_folder.rotate("signing", NOW - timedelta(minutes=30))
    assert signer.is_genuine(b"hello", old)
    settings.key_folder.forget_retired("signing")
    old = signer.sign(b"hello")
    settings.key_folder.rotate("signing", NOW - timedelta(hours=2))
    assert not signer.is_genuine(b"hello", old)


def test_key_files_are_for_their_owner_alone(tmp_path: Path) -> None:
    folder = KeyFolder(tmp_path / "keys")
    assert folder.create("master") and not folder.create("master")
    folder.rotate("master", NOW)
    assert (tmp_path / "keys").stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in (tmp_path / "keys").iterdir()} == {0o600}
    assert sorted(path.name for path in (tmp_path / "keys").iterdir()) == ["master.key", "master.previous.key"]


def test_a_previous_key_can_come_from_a_setting(tmp_path: Path) -> None:
    before = settings_in(tmp_path, MIA_SIGNING_KEY="a" * 32).signer("links").sign(b"visit 1")
    after = settings_in(tmp_path, MIA_SIGNING_KEY="b" * 32, MIA_SIGNING_KEY_PREVIOUS="a" * 32)
    assert after.signer("links").is_genuine(b"visit 1", before)
    assert not settings_in(tmp_path, MIA_SIGNING_KEY="b" * 32).signer("links").is_genuine(b"visit 1", before)


def test_production_reads_key_files_and_never_makes_them(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="MIA_MASTER_KEY"):
        settings_in(tmp_path, **WITHOUT_KEYS)
    settings = settings_in(tmp_path, **WITHOUT_KEYS, MIA_KEY_DIR=str(tmp_path / "secrets"))
    with pytest.raises(SettingsError, match=r"master\.key is missing"):
        settings.key("master")
    KeyFolder(tmp_path / "secrets").create("master")
    assert len(settings.key("master")) == 32
    with pytest.raises(NoKey):
        settings.key_folder.keys("signing", create=False)


def test_a_key_file_of_an_earlier_version_is_read(tmp_path: Path) -> None:
    (tmp_path / "keys").mkdir()
    (tmp_path / "keys" / "master.key").write_text("+/+/" * 10 + "+/8=")
    assert settings_in(tmp_path).key("master") == b"\xfb\xff\xbf" * 10 + b"\xfb\xff"
