"""Slow clients do not hold their connections: over real sockets."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import uvicorn
from fastapi import FastAPI, Request

from mia.platform.http import deadlines
from mia.platform.http.deadlines import DeadlineProtocol
from mia.platform.http.headers import BodyLimitMiddleware
from mia.platform.http.problems import install_error_handlers


@asynccontextmanager
async def connection(
    monkeypatch: pytest.MonkeyPatch,
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection to a server whose clients have a twentieth of a second for a head, and for a body."""
    monkeypatch.setattr(deadlines, "HEAD_SECONDS", 0.05)
    app = FastAPI()
    install_error_handlers(app)
    app.add_middleware(BodyLimitMiddleware, seconds=0.05)

    @app.post("/echo")
    async def echo(request: Request) -> str:
        return (await request.body()).decode()

    config = uvicorn.Config(app, http=DeadlineProtocol, log_config=None, lifespan="off", ws="none")
    config.load()
    state = uvicorn.Server(config)
    listener = await asyncio.get_running_loop().create_server(
        lambda: DeadlineProtocol(config, state.server_state, {}), "127.0.0.1", 0
    )
    reader, writer = await asyncio.open_connection(*listener.sockets[0].getsockname())
    try:
        yield reader, writer
    finally:
        writer.close()
        listener.close()
        await asyncio.gather(*state.server_state.tasks, return_exceptions=True)


async def test_who_never_finishes_the_head_is_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    async with connection(monkeypatch) as (reader, writer), asyncio.timeout(20):
        writer.write(b"POST /echo HTTP/1.1\r\nHost: a\r\nX-Slow: ")
        assert (await reader.read()).startswith(b"HTTP/1.1 408 ")


async def test_who_sends_nothing_is_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    async with connection(monkeypatch) as (reader, _), asyncio.timeout(20):
        assert (await reader.read()).startswith(b"HTTP/1.1 408 ")


async def test_who_never_finishes_the_body_gets_a_408_and_no_further_word(monkeypatch: pytest.MonkeyPatch) -> None:
    async with connection(monkeypatch) as (reader, writer), asyncio.timeout(20):
        writer.write(b"POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf")
        answer = (await reader.read()).lower()
        assert answer.startswith(b"http/1.1 408 ")
        assert b"connection: close" in answer
        assert b"application/problem+json" in answer


async def test_a_request_that_comes_in_time_is_answered_and_the_next_has_its_own_deadline(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with connection(monkeypatch) as (reader, writer), asyncio.timeout(20):
        request = b"POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello"
        for _ in range(2):
            writer.write(request)
            assert (await reader.readuntil(b'"hello"')).startswith(b"HTTP/1.1 200 ")
        assert (await reader.read()).startswith(b"HTTP/1.1 408 ")
