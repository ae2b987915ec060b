"""``mia audit``: what it says of a sound log and of a broken one, and that heads leave the database."""

import argparse
import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import psycopg
import pytest
import pytest_asyncio

from mia.app.oversight.anchoring import register_anchor_email, run_anchoring
from mia.app.oversight.arguments import add_audit_arguments
from mia.app.oversight.commands import run
from mia.identity import service as identity
from mia.platform.audit import service as audit
from mia.platform.db.session import Database
from mia.platform.jobs.service import Registry
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.settings import Settings
from mia.platform.mail import service as mail
from tests.fakes.access import make_clinic, scope_of, settings_of_tests
from tests.fakes.audit_log import AuditLog
from tests.fakes.waiting import eventually


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return settings_of_tests(MIA_AUDIT_ANCHOR_FILE=str(tmp_path / "anchors.jsonl"))


@pytest_asyncio.fixture
async def log(database: Database, database_url: str, settings: Settings) -> AsyncIterator[AuditLog]:
    """The log of a clinic with three entries, anchored."""
    async with await psycopg.AsyncConnection.connect(database_url, autocommit=True) as superuser:
        log = AuditLog(database, superuser, settings.audit_anchors)
        log.scope = scope_of(await make_clinic(database, f"harbor-{new_id().hex}"))
        await log.write(3)
        await log.anchor()
        yield log


async def mia_audit(database: Database, settings: Settings, *arguments: str) -> int:
    """``mia audit ...`` as the command line would run it."""
    parser = argparse.ArgumentParser()
    add_audit_arguments(parser)
    return await run(parser.parse_args(arguments), database, settings)


async def slug_of(database: Database, log: AuditLog) -> str:
    async with database.clinic(log.scope) as session:
        return (await identity.get_clinic(session)).slug


async def test_a_sound_log_is_said_to_be_so(
    database: Database, settings: Settings, log: AuditLog, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await mia_audit(database, settings, "verify") == 0
    assert f"{await slug_of(database, log)}: sound, 3 rows, anchored at row 3, " in capsys.readouterr().out


async def test_the_first_broken_row_is_named(
    database: Database, settings: Settings, log: AuditLog, capsys: pytest.CaptureFixture[str]
) -> None:
    entry, slug = await log.entry(2), await slug_of(database, log)
    await log.run("UPDATE audit_entries SET outcome = 'denied' WHERE tenant_id = %s AND id = %s", entry)
    assert await mia_audit(database, settings, "verify", "--clinic", slug) == 1
    said = f"{slug}: BROKEN at row 2, entry {entry}: the entry is not the one that was sealed (altered)\n"
    assert capsys.readouterr().out == said


async def test_one_clinic_is_asked_about_alone(
    database: Database, settings: Settings, log: AuditLog, capsys: pytest.CaptureFixture[str]
) -> None:
    other = await make_clinic(database, f"other-{new_id().hex}")
    await log.delete_entries(down_to=2)
    assert await mia_audit(database, settings, "verify", "--clinic", other.slug) == 0
    assert await mia_audit(database, settings, "verify", "--clinic", "nobody") == 1
    assert "There is no clinic with this slug" in capsys.readouterr().err
    assert await mia_audit(database, settings, "verify") == 1
    assert "BROKEN at row 2: this row and all after it were deleted" in capsys.readouterr().out


async def test_a_missing_or_forged_file_is_no_sound_log(
    database: Database, settings: Settings, log: AuditLog, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = log.path.read_bytes()
    log.path.write_bytes(kept + b"forged\n")
    assert await mia_audit(database, settings, "verify") == 1
    assert "was not written by Mia" in capsys.readouterr().out
    log.path.unlink()
    assert await mia_audit(database, settings, "verify") == 1
    assert "holds no anchors: a cut-off end would go unseen" in capsys.readouterr().out


async def test_a_restore_is_accepted_with_an_entry_of_its_own(
    database: Database, settings: Settings, log: AuditLog, capsys: pytest.CaptureFixture[str]
) -> None:
    await log.delete_entries(down_to=3)
    assert await mia_audit(database, settings, "accept-restore") == 0
    assert "Would accept (add --yes)" in capsys.readouterr().out
    assert await mia_audit(database, settings, "verify", "--clinic", await slug_of(database, log)) == 1
    assert await mia_audit(database, settings, "accept-restore", "--yes") == 0
    assert await mia_audit(database, settings, "verify", "--clinic", await slug_of(database, log)) == 0
    async with database.clinic(identity.platform_scope("test")) as session:
        (entry,) = (await audit.search_entries(session, audit.AuditSearch(action="audit.accept", limit=1))).entries
    assert entry.actor == "operator"


async def test_a_worker_anchors_at_its_start_and_once_more_when_it_is_stopped(
    database: Database, settings: Settings, log: AuditLog
) -> None:
    settings.audit_anchors.unlink()
    task = asyncio.create_task(run_anchoring(database, settings.audit_anchors))

    async def anchored() -> bool:
        return settings.audit_anchors.exists() and settings.audit_anchors.read_bytes().endswith(b"\n")

    await eventually(anchored)
    async with database.clinic(log.scope) as session:
        await audit.record(session, "patient.read", "patient")  # no one has sealed it yet
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    positions = [anchor.position for anchor in (await log.file()).read().of(log.scope.clinic_id)]
    assert positions == [3, 4]


async def test_heads_are_emailed_once_a_day_where_an_address_is_set(
    database: Database, settings: Settings, log: AuditLog
) -> None:
    registry = Registry()
    register_anchor_email(registry, settings)
    assert registry.periodic_tasks == []
    register_anchor_email(registry, settings_of_tests(MIA_AUDIT_ANCHOR_EMAIL="security@harbor.example"))
    (task,) = registry.periodic_tasks
    await task.task(database)
    await task.task(database)  # another worker, or a second try
    async with database.clinic(identity.platform_scope("test")) as session:
        (email,) = await mail.list_for(session, "security@harbor.example")
    assert email.message is not None
    assert f"{log.scope.clinic_id}  row 3  {(await log.seal(3)).hex()}" in email.message.text
