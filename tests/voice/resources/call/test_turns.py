"""A session takes one turn at a time, on a lease that outlives no crashed process for long."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from mia.platform.db.session import Database
from mia.voice.auth.guards import scope_of_row
from mia.voice.resources.session import turns
from tests.fakes.phones.voice import MessageServer, VoiceApi
from tests.fakes.waiting import eventually
from tests.voice.resources.chat.chat_steps import Json, begin, said, write


async def test_one_turn_at_a_time(voice: VoiceApi, server: MessageServer) -> None:
    asked, go_on = asyncio.Event(), asyncio.Event()

    async def slow(_message: Json) -> Json:
        asked.set()
        await go_on.wait()
        return {}

    server.answer = slow
    session = await begin(voice, server.url)
    first = asyncio.create_task(write(voice, session, "book"))
    await asked.wait()
    second = await voice.http.post("/chat", json={"sessionId": session["id"], "input": "two"})
    assert second.status_code == 409
    go_on.set()
    await first
    assert said(await write(voice, session, "two")) == ["You said two."]


@dataclass
class SlowTurn:
    """A turn whose tool answers when the test says so."""

    voice: VoiceApi
    database: Database
    session: Json
    go_on: asyncio.Event
    answer: asyncio.Task[httpx.Response]

    async def busy_until(self) -> datetime:
        lease: datetime | None = await self._lease("SELECT busy_until FROM voice_sessions WHERE id = :id")
        assert lease is not None
        return lease

    async def seconds_left(self) -> float:
        left = "SELECT extract(epoch FROM busy_until - now()) FROM voice_sessions WHERE id = :id"
        return float(await self._lease(left))

    async def expire(self) -> None:
        """As if the process had died, and the lease had run out."""
        async with self.database.org(scope_of_row(self.voice.org_id, "test")) as tenant:
            past = text("UPDATE voice_sessions SET busy_until = now() - interval '1 second' WHERE id = :id")
            await tenant.sql.execute(past, {"id": self.session["id"]})

    async def _lease(self, query: str) -> Any:
        async with self.database.org(scope_of_row(self.voice.org_id, "test")) as tenant:
            return await tenant.sql.scalar(text(query), {"id": self.session["id"]})


@asynccontextmanager
async def slow_turn(voice: VoiceApi, server: MessageServer, database: Database) -> AsyncIterator[SlowTurn]:
    asked, go_on = asyncio.Event(), asyncio.Event()

    async def slow(_message: Json) -> Json:
        asked.set()
        await go_on.wait()
        return {}

    server.answer = slow
    session = await begin(voice, server.url)
    body = {"sessionId": session["id"], "input": "book"}
    turn = SlowTurn(voice, database, session, go_on, asyncio.create_task(voice.http.post("/chat", json=body)))
    await asked.wait()
    try:
        yield turn
    finally:
        go_on.set()
        await turn.answer


async def test_a_turn_whose_process_died_is_taken_over_after_its_short_lease(
    voice: VoiceApi, server: MessageServer, database: Database
) -> None:
    async with slow_turn(voice, server, database) as turn:
        assert 0 < await turn.seconds_left() <= 15
        busy = await voice.http.post("/chat", json={"sessionId": turn.session["id"], "input": "two"})
        assert (busy.status_code, busy.json()["retryable"]) == (409, True)
        await turn.expire()
        assert said(await write(voice, turn.session, "two")) == ["You said two."]
        turn.go_on.set()
        late = await turn.answer
        assert late.status_code == 409, "the turn that was given up does not write over the one that came after"
    stored = (await voice.http.get(f"/session/{turn.session['id']}")).json()
    assert [m["content"] for m in stored["messages"]] == ["Hello, this is Mia.", "two", "You said two."]
    assert said(await write(voice, turn.session, "three")) == ["You said three."]


async def test_a_long_turn_keeps_its_lease(
    voice: VoiceApi, server: MessageServer, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "RENEW_SECONDS", 0.01)
    async with slow_turn(voice, server, database) as turn:
        before = await turn.busy_until()

        async def renewed() -> bool:
            return await turn.busy_until() > before

        await eventually(renewed)
        turn.go_on.set()
        assert (await turn.answer).status_code == 201
