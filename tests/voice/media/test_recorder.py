"""What happens in a call is stored as it happens, also when the database is away for a moment."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast
from uuid import UUID

import pytest
from sqlalchemy import select
from sqlalchemy.exc import OperationalError

from mia.platform.conversation.ports import CallTool, Conclusion, ToolResult
from mia.platform.db.session import Database, OrgSession
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import OrgScope
from mia.voice.auth.guards import scope_of_row
from mia.voice.engine.pipeline.call import CallRecord
from mia.voice.engine.pipeline.events import (
    FaultMet,
    SpeechChanged,
    StatusChanged,
    ToolAnswered,
    ToolAsked,
    TranscriptLine,
)
from mia.voice.media.recorder import CallRecorder
from mia.voice.messages.models import OutgoingMessage
from mia.voice.resources.call.lifecycle import Worker, claim_call
from tests.fakes.phones.voice import VoiceApi, assistant_body


class Flaky:
    """A database that fails the next ``failures`` transactions."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.clock = database.clock
        self.failures = 0

    @asynccontextmanager
    async def org(self, scope: OrgScope) -> AsyncIterator[OrgSession]:
        if self.failures:
            self.failures -= 1
            raise OperationalError("SELECT", {}, Exception("gone"))
        async with self._database.org(scope) as session:
            yield session


async def begin(
    voice: VoiceApi, database: Database, flaky: Flaky, server_url: str | None = None
) -> tuple[UUID, CallRecorder]:
    made = await voice.http.post("/call/web", json={"assistant": assistant_body(server_url)})
    call_id = UUID(made.json()["id"])
    scope = scope_of_row(voice.org_id, "test")
    async with database.org(scope) as session:
        await claim_call(session, call_id, Worker(new_id(), "http://127.0.0.1:9"))
    return call_id, CallRecorder(cast(Database, flaky), scope, call_id, lambda: None)


async def messages(voice: VoiceApi, call_id: UUID) -> list[str]:
    call: dict[str, Any] = (await voice.http.get(f"/call/{call_id}")).json()
    return [line["message"] for line in call.get("messages", [])]


async def test_each_line_is_stored_when_it_is_said(voice: VoiceApi, database: Database) -> None:
    call_id, recorder = await begin(voice, database, Flaky(database))
    await recorder(StatusChanged("in-progress"))
    assert (await voice.http.get(f"/call/{call_id}")).json()["status"] == "in-progress"
    await recorder(TranscriptLine("assistant", "Hello.", 0.5, 1.0))
    await recorder(SpeechChanged("user", "started"))
    await recorder(FaultMet("language-model-timed-out"))
    assert await messages(voice, call_id) == ["Hello."]
    await recorder(TranscriptLine("user", "Hi.", 2.0, 0.5, typed=True, interrupted=False))
    stored = (await voice.http.get(f"/call/{call_id}")).json()["messages"][1]
    assert stored["role"] == "user"
    assert stored["secondsFromStart"] == 2.0
    assert stored["endTime"] - stored["time"] == 500
    assert stored["typed"] is True
    assert "interrupted" not in stored


async def test_what_the_database_missed_is_stored_with_the_next_line(voice: VoiceApi, database: Database) -> None:
    flaky = Flaky(database)
    call_id, recorder = await begin(voice, database, flaky)
    flaky.failures = 2
    await recorder(StatusChanged("in-progress"))
    await recorder(TranscriptLine("assistant", "Hello.", 0.5, 1.0))
    assert await messages(voice, call_id) == []
    await recorder(TranscriptLine("user", "Hi.", 2.0, 0.5))
    assert await messages(voice, call_id) == ["Hello.", "Hi."]
    assert (await voice.http.get(f"/call/{call_id}")).json()["status"] == "in-progress"


@pytest.mark.parametrize("failures", [0, 2])
async def test_the_end_is_stored_as_soon_as_the_database_is_back(
    voice: VoiceApi, database: Database, failures: int
) -> None:
    flaky = Flaky(database)
    call_id, recorder = await begin(voice, database, flaky)
    await recorder(StatusChanged("in-progress"))
    flaky.failures = failures
    await recorder.finish("customer-ended-call", None)
    call = (await voice.http.get(f"/call/{call_id}")).json()
    assert (call["status"], call["endedReason"]) == ("ended", "customer-ended-call")
    assert call["analysis"]["structuredData"] == {"outcome": "abandoned"}


async def test_tools_are_in_the_log_by_names_that_the_assistant_has(voice: VoiceApi, database: Database) -> None:
    call_id, _ = await begin(voice, database, Flaky(database))
    scope = scope_of_row(voice.org_id, "test")
    recorder = CallRecorder(database, scope, call_id, lambda: None, frozenset({"find_slots"}))
    await recorder(StatusChanged("in-progress"))
    for name, error in (("find_slots", None), ("ana-ruiz", "The assistant has no such tool.")):
        await recorder(ToolAsked(CallTool("1", name, {"name": "Ana Ruiz"}), 1.0))
        await recorder(ToolAnswered(ToolResult("1", name, {}, error=error), 2.0))
    told = (await voice.http.get(f"/log?callId={call_id}&sortOrder=ASC")).json()["results"]
    tools = [(each["log"], each["level"]) for each in told if each["log"].startswith("tool")]
    assert tools == [
        ("tool find_slots: asked", "INFO"),
        ("tool find_slots: answered", "INFO"),
        ("tool unknown: asked", "INFO"),
        ("tool unknown: failed", "WARN"),
    ]
    assert "ana" not in str(told).lower()


async def test_the_log_says_when_another_answered_than_the_model(voice: VoiceApi, database: Database) -> None:
    call_id, recorder = await begin(voice, database, Flaky(database))
    now = database.clock.now()
    made = Conclusion(
        "Booked.", {"outcome": "booked"}, success=True, log=("the embedded receptionist answered: rests",)
    )
    await recorder.finish("customer-ended-call", CallRecord(now, now, "customer-ended-call", (), (), {}, made))
    told = (await voice.http.get(f"/log?callId={call_id}")).json()["results"]
    assert [each["level"] for each in told if each["log"] == made.log[0]] == ["WARN"]


async def test_what_a_workflow_learned_is_reported_and_read(voice: VoiceApi, database: Database) -> None:
    call_id, recorder = await begin(voice, database, Flaky(database), "https://desk.example")
    now = database.clock.now()
    memory = {"workflow": {"node": "Hello", "variables": {"city": "Miami"}}}
    await recorder.finish("customer-ended-call", CallRecord(now, now, "customer-ended-call", (), (), memory))
    async with database.org(scope_of_row(voice.org_id, "test")) as session:
        reports = select(OutgoingMessage).where(
            OutgoingMessage.org_id == voice.org_id,
            OutgoingMessage.subject_id == call_id,
            OutgoingMessage.type == "end-of-call-report",
        )
        (report,) = [json.loads(session.unseal(row.body_sealed)) for row in await session.sql.scalars(reports)]
    assert report["message"]["artifact"]["variables"] == {"city": "Miami"}
    call = (await voice.http.get(f"/call/{call_id}")).json()
    assert call["artifact"]["variables"] == {"city": "Miami"}
