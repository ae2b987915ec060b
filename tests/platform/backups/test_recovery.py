"""The restore drill: a server is killed, its disk is lost, and its archive brings it back row by row."""

import asyncio
import shutil
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import psutil
import psycopg
import pytest

from mia.app.cli import main
from mia.app.safekeeping import archived, embedded
from mia.clinic.patients import service as patients
from mia.platform.audit import service as audit
from mia.platform.backups.base_backup import is_base_due
from mia.platform.backups.errors import BackupError
from mia.platform.backups.service import is_due
from mia.platform.backups.wal_archive import WalArchive
from mia.platform.db.embedded import EmbeddedPostgres
from mia.platform.kernel.keys import Keys
from mia.platform.kernel.settings import Settings
from tests.fakes.installation import EMAIL, NAME, Installation, digests, start_installation

pytestmark = pytest.mark.drill


@contextmanager
def running(settings: Settings) -> Iterator[EmbeddedPostgres]:
    """The embedded database as the product runs it."""
    postgres = embedded(settings)
    postgres.claim()
    with archived(settings, postgres):
        try:
            postgres.start()
            yield postgres
        finally:
            postgres.stop()


def ask(url: str, query: str) -> Any:
    with psycopg.connect(url, autocommit=True) as connection:
        row = connection.execute(query.encode()).fetchone()
        return row[0] if row else None


def archive_all(postgres: EmbeddedPostgres) -> None:
    """As archive_timeout does when its time has come; returns when the segment is in the backup folder."""
    segment = ask(postgres.url(), "SELECT pg_walfile_name(pg_switch_wal())")
    while not (ask(postgres.url(), "SELECT last_archived_wal FROM pg_stat_archiver") or "") >= segment:
        pass


def kill(postgres: EmbeddedPostgres) -> None:
    """All processes of the server at once, as when the machine goes."""
    server = psutil.Process(postgres.process_id)
    everything = [server, *server.children(recursive=True)]
    for process in everything:
        process.send_signal(signal.SIGKILL)
    psutil.wait_procs(everything, timeout=10)


@pytest.fixture(scope="module")
def lost() -> Iterator["Lost"]:
    """An installation whose disk went, with its backup folder elsewhere."""
    with tempfile.TemporaryDirectory(prefix="mia-drill-") as folder, pytest.MonkeyPatch.context() as patch:
        here = start_installation(Path(folder))
        here.postgres.stop()
        patch.setenv("MIA_DATA_DIR", str(here.settings.data_dir))
        patch.setenv("MIA_BACKUP_DIR", str(here.settings.backup_dir))
        with running(here.settings) as postgres:
            assert main(["backup"]) == 0  # beside the running server
            assert not is_due(here.settings) and not is_base_due(here.settings)
            before = digests(postgres.url())
            moment = ask(postgres.url(), "SELECT clock_timestamp()")
            ask(postgres.url(), "INSERT INTO development_clock (id, ahead_ms) VALUES (1, 5) RETURNING 1")
            archive_all(postgres)
            after = digests(postgres.url())
            ask(postgres.url(), "DELETE FROM development_clock RETURNING 1")  # within the last minute
            kill(postgres)
        shutil.rmtree(postgres.home)
        yield Lost(here, before, moment, after)


class Lost:
    """What is known of an installation that was lost: its tables before and after a moment."""

    def __init__(self, here: Installation, before: dict[str, Any], moment: datetime, after: dict[str, Any]) -> None:
        self.here, self.before, self.moment, self.after = here, before, moment, after


async def test_after_kill_9_and_a_lost_disk_all_that_was_archived_is_back(lost: Lost) -> None:
    assert await asyncio.to_thread(main, ["restore", "--at", "latest"]) == 0
    with running(lost.here.settings) as postgres:
        assert digests(postgres.url()) == lost.after
        assert ask(postgres.url(), "SELECT setting::int FROM pg_settings WHERE name = 'archive_timeout'") <= 300
        lost.here.postgres = postgres
        database = lost.here.connect(postgres.url())
        scope = lost.here.practice.scope
        async with database.audit() as log:
            assert isinstance(await audit.verify_chain(log, scope.clinic_id), audit.ChainState)
        async with database.clinic(scope) as session:
            (patient,) = await patients.find_by_email(session, EMAIL)
            assert patient.name == NAME
        await database.close()


def test_it_is_brought_back_as_it_was_at_a_chosen_moment(lost: Lost, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["restore", "--at", lost.moment.isoformat()]) == 1
    assert "--replace" in capsys.readouterr().err
    assert main(["restore", "--at", lost.moment.isoformat(), "--replace"]) == 0
    with running(lost.here.settings) as postgres:
        assert digests(postgres.url()) == lost.before
        assert list(postgres.home.glob("cluster.before-*"))


def test_what_cannot_be_reached_is_said_and_nothing_changes(lost: Lost, capsys: pytest.CaptureFixture[str]) -> None:
    home = embedded(lost.here.settings).home
    clusters = sorted(home.glob("cluster*/PG_VERSION"))
    tomorrow, long_ago = lost.moment + timedelta(days=1), lost.moment - timedelta(days=1)
    for at, why in ((tomorrow, "archived log ends before"), (long_ago, "oldest base backup")):
        assert main(["restore", "--at", at.isoformat(), "--replace"]) == 1
        assert why in capsys.readouterr().err
    assert sorted(home.glob("cluster*/PG_VERSION")) == clusters


def test_a_missing_or_altered_segment_is_named(lost: Lost, capsys: pytest.CaptureFixture[str]) -> None:
    assert lost.here.settings.backup_dir is not None
    (folder,) = (lost.here.settings.backup_dir / "log").iterdir()
    segments = [name for name in WalArchive(folder).names() if len(name) == 24]
    file = folder / f"{segments[-2]}.wal"
    content = file.read_bytes()
    file.unlink()
    assert main(["restore", "--at", "latest", "--replace"]) == 1
    assert f"lacks segment {segments[-2]}" in capsys.readouterr().err
    file.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    assert main(["restore", "--at", "latest", "--replace"]) == 1
    assert f"{segments[-2]} is damaged" in capsys.readouterr().err
    shutil.copy(folder / f"{segments[-1]}.wal", file)
    assert main(["restore", "--at", "latest", "--replace"]) == 1
    assert "is not the segment that it is called" in capsys.readouterr().err


def test_a_server_that_does_not_archive_gets_no_base_backup(
    installation: Installation, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("MIA_DATA_DIR", str(installation.settings.data_dir))
    monkeypatch.setenv("MIA_BACKUP_DIR", str(tmp_path))
    assert main(["backup"]) == 1
    assert "restart Mia" in capsys.readouterr().err
    settings = installation.with_settings(MIA_BACKUP_DIR=str(tmp_path))
    assert (is_due(settings), is_base_due(settings)) == (False, True)


def test_a_segment_is_archived_once_and_never_overwritten(tmp_path: Path) -> None:
    archive = WalArchive.of(tmp_path, 7)
    name = "000000010000000000000001"
    archive.put(name, b"content", Keys(b"k" * 32))
    archive.put(name, b"content", Keys(b"k" * 32))
    with pytest.raises(BackupError, match="another content"):
        archive.put(name, b"other", Keys(b"k" * 32))
    assert archive.read(name, [b"k" * 32]) == b"content"
    assert b"content" not in next(archive.path.iterdir()).read_bytes()
