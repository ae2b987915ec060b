"""Checks that need no database: what leaves this machine unencrypted, keys, disk, backup."""

import shutil
from collections import namedtuple
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from mia.app.checks import keys, machine, network
from mia.app.checks.findings import Finding, Severity
from mia.app.checks.service import check_settings
from mia.platform.backups.folder import BackupFolder
from tests.fakes.production import production_settings

NOW = datetime(2026, 3, 24, 12, tzinfo=UTC)
KEY = "Zk3vQ9tW8pLrXy2NfHs7BdGmJc5Ta4Ue"


def severities(findings: Iterable[Finding]) -> list[str]:
    return [each.severity.value for each in findings]


@pytest.mark.parametrize(
    ("environ", "named"),
    [
        ({"OPENAI_BASE_URL": "http://llm.clinic.com/v1"}, "OPENAI_BASE_URL"),
        ({"OPENAI_BASE_URL": "http://10.0.0.8:8080/v1"}, "OPENAI_BASE_URL"),
        ({"MIA_VOICE_URL": "http://voice.clinic.com", "MIA_VOICE_TOKEN": KEY}, "MIA_VOICE_URL"),
        ({"MIA_TWILIO_API_URL": "http://carrier.clinic.com"}, "MIA_TWILIO_API_URL"),
    ],
)
def test_patient_data_over_http_to_another_machine_blocks(environ: dict[str, str], named: str) -> None:
    (finding,) = network.endpoints(production_settings(**environ))
    assert finding.severity is Severity.BLOCKS
    assert finding.words.startswith(named)
    assert KEY not in finding.words


@pytest.mark.parametrize("name", ["MIA_SENTRY_DSN", "MIA_SENTRY_BROWSER_DSN"])
@pytest.mark.parametrize(
    ("origin", "found"),
    [
        ("http://key@errors.clinic.com", ["warns"]),
        ("https://key@errors.vendor.com", []),
        ("http://key@127.0.0.1", []),
    ],
)
def test_error_reports_over_http_to_another_machine_are_told(name: str, origin: str, found: list[str]) -> None:
    findings = [each for each in check_settings(production_settings(**{name: f"{origin}/1"})) if name in each.words]
    assert severities(findings) == found


@pytest.mark.parametrize("url", ["https://llm.clinic.com/v1", "http://127.0.0.1:8080/v1", "http://localhost:1/v1"])
def test_https_and_this_machine_pass(url: str) -> None:
    assert list(network.endpoints(production_settings(OPENAI_BASE_URL=url))) == []


@pytest.mark.parametrize(
    ("url", "found"),
    [
        ("smtp://mia:planted-pw@mail.clinic.com?starttls=0", ["blocks"]),
        ("smtp://127.0.0.1:25?starttls=0", ["warns"]),
        ("smtp://mail.clinic.com:587", []),
        ("smtps://mail.clinic.com", []),
    ],
)
def test_mail_without_tls_stays_on_this_machine(url: str, found: list[str]) -> None:
    findings = list(network.mail(production_settings(MIA_SMTP_URL=url)))
    assert severities(findings) == found
    assert "planted-pw" not in str(findings)


def test_a_vendor_without_an_agreement_is_named_with_what_follows() -> None:
    settings = production_settings(MIA_SMTP_URL="smtp://u:planted-pw@mail.vendor.com:587")
    (found,) = network.vendors(settings)
    assert found.severity == "warns"
    assert "mail.vendor.com" in found.words and "no email to patients leaves" in found.words
    signed = production_settings(MIA_SMTP_URL="smtp://u:planted-pw@mail.vendor.com:587", MIA_BAA="smtp")
    assert list(network.vendors(signed)) == []


@pytest.mark.parametrize(
    ("address", "found"),
    [
        ("owner:planted-pw@db.clinic.com/mia", ["blocks"]),
        ("owner:planted-pw@db.clinic.com/mia?sslmode=prefer", ["blocks"]),
        ("owner@10.0.0.3:6432/mia?sslmode=disable", ["blocks"]),
        ("owner@/mia?host=db.clinic.com", ["blocks"]),
        ("owner@127.0.0.1,db.clinic.com/mia", ["blocks"]),
        ("owner@[2001:db8::1]:5432/mia", ["blocks"]),
        ("owner:planted-pw@db.clinic.com/mia?sslmode=require", ["warns"]),
        ("owner@db.clinic.com/mia?sslmode=verify-ca", ["warns"]),
        ("owner@db.clinic.com/mia?sslmode=verify-full&sslrootcert=/ca.crt", []),
        ("owner@localhost/mia", []),
        ("owner@[::1]:5432/mia", []),
        ("owner@/mia?host=/var/run/postgresql", []),
        ("owner@%2Fvar%2Frun%2Fpostgresql/mia", []),
        ("/mia", []),
    ],
)
@pytest.mark.parametrize("name", ["DATABASE_URL", "DATABASE_APP_URL"])
def test_a_database_on_another_machine_needs_tls(
    name: str, address: str, found: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PGSSLMODE", raising=False)
    findings = list(network.database(production_settings(**{name: f"postgresql://{address}"})))
    assert severities(findings) == found
    assert "planted-pw" not in str(findings)
    assert all(finding.words.startswith(name) for finding in findings)


def test_what_the_environment_tells_libpq_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = production_settings(DATABASE_URL="postgresql://owner@/mia")
    monkeypatch.setenv("PGHOST", "db.clinic.com")
    monkeypatch.setenv("PGSSLMODE", "verify-full")
    assert list(network.database(settings)) == []
    monkeypatch.setenv("PGSSLMODE", "allow")
    assert severities(network.database(settings)) == ["blocks"]


def test_keys_are_random_and_apart() -> None:
    assert list(keys.strength(production_settings(MIA_MASTER_KEY=KEY, MIA_SIGNING_KEY=KEY[::-1]))) == []
    weak = list(keys.strength(production_settings(MIA_MASTER_KEY="m" * 40, MIA_SIGNING_KEY=KEY)))
    assert (severities(weak), "MIA_MASTER_KEY" in weak[0].words) == (["warns"], True)
    same = list(keys.strength(production_settings(MIA_MASTER_KEY=KEY, MIA_SIGNING_KEY=KEY)))
    assert severities(same) == ["blocks"]
    assert KEY not in str(same)


Usage = namedtuple("Usage", "total used free")


@pytest.mark.parametrize(("free", "found"), [(1_900_000_000, 1), (20_000_000_000, 1), (60_000_000_000, 0)])
def test_a_nearly_full_disk_is_told(free: int, found: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    total = 500_000_000_000
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: Usage(total, total - free, free))
    settings = production_settings(MIA_DATA_DIR=str(tmp_path / "not" / "yet"))
    assert severities(machine.disk(settings)) == ["warns"] * found


@pytest.mark.parametrize(("age", "found"), [(None, 1), (timedelta(hours=27), 1), (timedelta(hours=25), 0)])
def test_a_backup_is_of_the_last_day(age: timedelta | None, found: int, tmp_path: Path) -> None:
    settings = production_settings(MIA_BACKUP_DIR=str(tmp_path), MIA_BACKUP_KEY=KEY)
    if age is not None:
        (tmp_path / "mia-1.backup").write_text("verified")
        BackupFolder(tmp_path).note(tmp_path / "mia-1.backup", NOW - age)
    assert severities(machine.backup(settings, NOW)) == ["warns"] * found


def test_a_web_app_that_was_never_built_is_told(tmp_path: Path) -> None:
    settings = production_settings(MIA_WEB_DIR=str(tmp_path))
    assert severities(machine.web_build(settings)) == ["warns"]
    (tmp_path / "build.json").write_text("{}")
    assert machine.web_build(settings) == []
