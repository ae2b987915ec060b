"""A practice that leaves is erased at the voice service too, by its API, and the receipt says what came of it."""

import asyncio
import json
import tempfile
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from fastapi import FastAPI
from sqlalchemy import text

from mia.adapters.http_voice import HttpVoiceServices
from mia.adapters.voice_tokens import HttpVoiceOperator
from mia.app.cli import main
from mia.clinic.frontdesk.service import ClinicTokens, RemoteToken
from mia.voice.app import voice_service
from mia.voice.auth.guards import operator_credential
from tests.app.offboarding.test_offboarding import tables_with
from tests.fakes.installation import Installation, start_installation
from tests.fakes.phones.voice import SCRIPTED, assistant_body, listen, serving, voice_app

KEPT = {"audit_entries", "audit_seals", "erasures"}


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> Iterator[Installation]:
    """A running server with a practice."""
    with tempfile.TemporaryDirectory(prefix="mia-leaving-") as folder:
        installation = start_installation(Path(folder))
        monkeypatch.setenv("MIA_DATA_DIR", str(installation.settings.data_dir))
        monkeypatch.setenv("MIA_BACKUP_DIR", str(installation.settings.backup_dir))
        monkeypatch.setenv("MIA_PORT", "9")  # no one is there
        yield installation
        installation.postgres.stop()


@contextmanager
def served(app: FastAPI, *parts: Any) -> Iterator[str]:
    """``app`` over HTTP, beside the command under test, which has an event loop of its own."""
    listener, url = listen()
    ready, done = threading.Event(), threading.Event()

    async def serve() -> None:
        async with AsyncExitStack() as stack:
            for part in parts:
                await stack.enter_async_context(part)
            await stack.enter_async_context(serving(app, listener))
            ready.set()
            await asyncio.to_thread(done.wait)

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    try:
        assert ready.wait(20)
        yield url
    finally:
        done.set()
        thread.join()


@contextmanager
def our_voice_service(here: Installation, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The voice service of the installation, where its settings say."""
    app, voice = FastAPI(), voice_app()
    app.mount("/voice", voice)

    @asynccontextmanager
    async def service() -> AsyncIterator[None]:
        database = here.connect()
        try:
            async with voice_service(voice, database, here.settings, SCRIPTED):
                yield
        finally:
            await database.close()

    with served(app, service()) as url:
        monkeypatch.setenv("MIA_PORT", url.rpartition(":")[2])
        yield f"{url}/voice"


async def talk(here: Installation, url: str) -> UUID:
    """The practice uses Mia; returns its organization."""
    clinic, database = here.practice.scope, here.connect()
    operator = HttpVoiceOperator(url, lambda: operator_credential(here.settings))
    tokens = ClinicTokens(database, operator)
    voices = HttpVoiceServices(url, tokens)
    voice = voices.of(clinic.clinic_id)
    assistant_id = await voice.save_assistant(assistant_body(), None)
    await voice.start_web_call(assistant_id, {"now": "Tuesday"})
    async with database.clinic(clinic) as session:
        org: UUID = await session.sql.scalar(text("SELECT org_id FROM frontdesk_voice_access"))
    await voices.close()
    await operator.close()
    await database.close()
    return org


async def claim_remote(here: Installation) -> None:
    database = here.connect()
    await RemoteToken(database, "elsewhere").token(here.practice.scope.clinic_id)
    await database.close()


def erase(receipt: Path) -> int:
    return main(["clinic", "erase", "--clinic", "harbor", "--receipt", str(receipt), "--yes"])


def test_its_organization_goes_and_stands_in_the_receipt(
    here: Installation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with our_voice_service(here, monkeypatch) as url:
        org = asyncio.run(talk(here, url))
        assert erase(tmp_path / "receipt.json") == 0
    (voice,) = json.loads((tmp_path / "receipt.json").read_text())["voice_services"]
    assert (voice["service"], voice["organization"], voice["left_to_do"]) == ("ours", str(org), None)
    assert voice["erased"] == {"assistants": 1, "calls": 1, "logs": 2, "tokens": 1, "dataKeys": 1}
    assert set(tables_with(here.owner_url, str(org).encode())) <= KEPT


def test_a_voice_service_that_is_away_leaves_the_practice_as_it_is(
    here: Installation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with our_voice_service(here, monkeypatch) as url:
        asyncio.run(talk(here, url))
    assert erase(tmp_path / "receipt.json") == 1
    assert "start Mia and try again" in capsys.readouterr().err
    assert not (tmp_path / "receipt.json").exists()
    assert tables_with(here.owner_url, b"harbor")
    with our_voice_service(here, monkeypatch):
        assert erase(tmp_path / "receipt.json") == 0


@pytest.mark.parametrize("elsewhere", ["cannot", "erases", "is not set"])
def test_what_a_service_elsewhere_did_not_erase_is_said(
    here: Installation,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    elsewhere: str,
) -> None:
    asyncio.run(claim_remote(here))
    remote, asked = FastAPI(), []

    @remote.delete("/org")
    async def erased() -> dict[str, object]:
        asked.append(1)
        return {"erased": {"calls": 7}}

    app = remote if elsewhere == "erases" else FastAPI()
    with our_voice_service(here, monkeypatch), served(app) as url:
        if elsewhere != "is not set":
            monkeypatch.setenv("MIA_VOICE_URL", url)
            monkeypatch.setenv("MIA_VOICE_TOKEN", "elsewhere")
        assert erase(tmp_path / "receipt.json") == (0 if elsewhere == "erases" else 1)
    _ours, theirs = json.loads((tmp_path / "receipt.json").read_text())["voice_services"]
    assert theirs["organization"] is None
    if elsewhere == "erases":
        assert (theirs["service"], theirs["erased"], theirs["left_to_do"]) == (url, {"calls": 7}, None)
    else:
        assert theirs["erased"] is None and "Have it erased there" in theirs["left_to_do"]
        assert "Have it erased there" in capsys.readouterr().err
    assert not tables_with(here.owner_url, b"harbor")
