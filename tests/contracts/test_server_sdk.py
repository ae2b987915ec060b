"""The hosted service's libraries for servers live an organization's life with this one, by their own models."""

import asyncio
import json
import subprocess
import sys
from asyncio.subprocess import PIPE
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import pytest

from mia.platform.conversation.ports import CallTool, ToolResult
from mia.platform.db.session import Database
from mia.platform.kernel.ids import new_id
from mia.voice.app import create_voice_app, voice_service
from mia.voice.auth.guards import scope_of_row
from mia.voice.engine.pipeline.events import StatusChanged, ToolAnswered, ToolAsked, TranscriptLine
from mia.voice.language_models import LanguageModels
from mia.voice.media.recorder import CallRecorder
from mia.voice.resources.call.lifecycle import Worker, claim_call
from tests.fakes.phones.twilio import SID, TOKEN, fake_twilio
from tests.fakes.phones.voice import (
    ScriptedAnalyst,
    ScriptedModel,
    assistant_body,
    listen,
    make_token,
    number_id,
    serving,
    voice_settings,
)

Json = dict[str, Any]
_MODEL = {"provider": "openai", "model": "gpt-4o"}
_MODELS = LanguageModels({"openai": lambda brief: ScriptedModel()}, ScriptedAnalyst())
_HERE = Path(__file__).with_name("server_sdk")
_ROOT = Path(__file__).parents[2]
_PROGRAMS = {
    "javascript": [str(Path(sys.executable).with_name("node")), str(_HERE / "ask.mjs")],
    "python": [sys.executable, "-m", "tests.contracts.server_sdk.life"],
    "python 1.7.0": [str(_ROOT / ".venv-older-sdk/bin/python"), "-m", "tests.contracts.server_sdk.older_life"],
}


@pytest.fixture(scope="module")
def older_library() -> None:
    """The environment of the older library, made the first time."""
    uv, here = str(Path(sys.executable).with_name("uv")), str(_ROOT / ".venv-older-sdk")
    needed = str(_ROOT / "requirements-older-sdk.txt")
    try:
        if not Path(here).exists():
            subprocess.run([uv, "venv", "-q", "-p", sys.executable, here], check=True, capture_output=True)
        wanted = ["-p", here, "--require-hashes", "-r", needed]
        subprocess.run([uv, "pip", "install", "-q", *wanted], check=True, capture_output=True, text=True)
    except subprocess.CalledProcessError as fault:
        pytest.skip(f"the older library does not install here: {fault.stderr}")


@pytest.mark.conformance(every=3)
@pytest.mark.parametrize("library", _PROGRAMS)
async def test_a_hosted_library_gets_what_its_models_say(
    database: Database, tmp_path: Path, library: str, request: pytest.FixtureRequest
) -> None:
    if library == "python 1.7.0":
        request.getfixturevalue("older_library")
    rows = await _judge(database, tmp_path, *_PROGRAMS[library])
    assert [row for row in rows if row["detail"]] == []


async def _judge(database: Database, folder: Path, *program: str) -> list[Json]:
    org_id, owned = new_id(), f"+1305{new_id().int % 10**10:010d}"
    app, (listener, url) = create_voice_app(), listen()
    async with AsyncExitStack() as running:
        twilio = await running.enter_async_context(fake_twilio(SID, TOKEN))
        twilio.numbers[owned] = {"sid": "PN" + new_id().hex}
        settings = voice_settings(folder, PUBLIC_URL=url, MIA_TWILIO_API_URL=twilio.api_url)
        token = await make_token(database, settings, org_id)
        await running.enter_async_context(voice_service(app, database, settings, _MODELS))
        await running.enter_async_context(serving(app, listener))
        async with httpx.AsyncClient(base_url=url, headers={"Authorization": f"Bearer {token}"}) as http:
            number = await number_id(http)
            call_id = await _talk(http, database, org_id)
        login = {"number": owned, "twilioAccountSid": SID, "twilioAuthToken": TOKEN}
        given = json.dumps(
            {"url": url, "token": token, "phoneNumberId": number, "callId": call_id, "ownNumber": login}
        )
        judge = await asyncio.create_subprocess_exec(*program, given, stdout=PIPE, stderr=PIPE)
        told, faults = await judge.communicate()
    print(told.decode())
    assert judge.returncode == 0, faults.decode()
    return [json.loads(line) for line in told.splitlines()]


async def _talk(http: httpx.AsyncClient, database: Database, org_id: UUID) -> str:
    """A call that has ended, with what was said and done in it; its id."""
    made = await http.post("/call/web", json={"assistant": assistant_body(model=_MODEL)})
    call_id, scope = UUID(made.json()["id"]), scope_of_row(org_id, "test")
    async with database.org(scope) as session:
        await claim_call(session, call_id, Worker(new_id(), "http://127.0.0.1:9"))
    recorder = CallRecorder(database, scope, call_id, lambda: None)
    for event in (
        StatusChanged("in-progress"),
        TranscriptLine("assistant", "Hello.", 0.5, 1.0),
        TranscriptLine("user", "Book me in.", 2.0, 0.5),
        ToolAsked(CallTool("tool-1", "book_appointment", {"name": "Ana Ruiz"}), 2.5),
        ToolAnswered(ToolResult("tool-1", "book_appointment", {"status": "booked"}), 3.0),
    ):
        await recorder(event)
    await recorder.finish("customer-ended-call", None)
    return str(call_id)
