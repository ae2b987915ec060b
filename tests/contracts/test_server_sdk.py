"""The hosted service's libraries for servers live an organization's life with this one, by their own models."""

import asyncio
import json
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
_MODELS = LanguageModels({"openai": lambda brief: ScriptedModel()})
_HERE = Path(__file__).with_name("server_sdk")
_PROGRAMS = {
    "javascript": [str(Path(sys.executable).with_name("node")), str(_HERE / "ask.mjs")],
    "python": [sys.executable, "-m", "tests.contracts.server_sdk.life"],
}


@pytest.mark.conformance(every=2)
@pytest.mark.parametrize("program", _PROGRAMS.values(), ids=_PROGRAMS)
async def test_a_hosted_library_gets_what_its_models_say(
    database: Database, tmp_path: Path, program: list[str]
) -> None:
    rows = await _judge(database, tmp_path, *program)
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
