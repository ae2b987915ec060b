"""The media worker: a process that holds calls, reached by the API over loopback or a private network."""

import asyncio
import signal
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import (
    AbstractAsyncContextManager,
    AbstractContextManager,
    AsyncExitStack,
    asynccontextmanager,
    nullcontext,
)
from uuid import UUID

import structlog
import uvicorn
from fastapi import Depends, FastAPI, Response
from pydantic import Field
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import HTTPConnection

from mia.platform.db.session import Database
from mia.platform.kernel.errors import NotFound, Unauthenticated
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import SystemScope
from mia.platform.kernel.settings import Settings
from mia.voice.http import install_hosted_errors
from mia.voice.media.active_calls import CallsHeld, web_share
from mia.voice.media.engine import CallEngine
from mia.voice.media.live import LiveCalls
from mia.voice.media.placing import WORKER_SHUTDOWN
from mia.voice.media.reconciliation import end_calls, end_lost_calls, open_calls
from mia.voice.media.sockets import Sockets
from mia.voice.media.speaking import speak
from mia.voice.messages.client import MessageClient
from mia.voice.messages.reach import Reach
from mia.voice.resources.call.lifecycle import Worker
from mia.voice.resources.call.schemas import SessionDescription
from mia.voice.resources.speech.schemas import SpeechBody
from mia.voice.telephony.none import NoTelephony
from mia.voice.wire import Json, WireModel
from mia.voice.workers import registry
from mia.voice.workers.client import SECRET_HEADER, STREAM_MESSAGE, is_media_secret

log = structlog.get_logger()

GOODBYE_SECONDS = 5.5
END_SECONDS = 0.8
"""Together less than the grace the supervisor gives a process that is asked to stop."""


class Offer(SessionDescription):
    """An offer for a call of an organization."""

    org_id: UUID


class Placed(WireModel):
    """A call of an organization that is to be placed, or held in a room."""

    org_id: UUID


class Ending(WireModel):
    """Why a call is hung up."""

    reason: str = Field(max_length=100)


class MediaWorker:
    """One worker: its row in the registry, its calls and its HTTP interface."""

    def __init__(self, settings: Settings, database: Database, engine: CallEngine, address: str) -> None:
        self._settings = settings
        self._database = database
        self._engine = engine
        self.identity = Worker(new_id(), address)
        self._messages = MessageClient(Reach.of(settings))
        self._lines = settings.calls_per_worker
        # Where no phone can ring, no line is kept for one.
        self._web_lines = self._lines if isinstance(engine.telephony, NoTelephony) else web_share(self._lines)
        self.calls = CallsHeld(database, engine, self._messages, self.identity, self._lines, self._web_lines)
        engine.telephony.receive(self.calls.receive)
        self.app = self._build_app()

    @asynccontextmanager
    async def on_duty(self) -> AsyncIterator[None]:
        """Registered and beating; at the end calls are drained and the row is gone."""
        async with self._database.system(SystemScope.VOICE_TOKEN) as system:
            await registry.replace_address(system, self.identity.address, self.identity.id)
            await registry.report_worker(system, self._state())
        await end_lost_calls(self._database)
        beating = asyncio.create_task(self._beat())
        try:
            yield
        finally:
            await self.calls.drain(GOODBYE_SECONDS, END_SECONDS)
            beating.cancel()
            await asyncio.gather(beating, return_exceptions=True)
            async with self._database.system(SystemScope.VOICE_TOKEN) as system:
                await registry.drop_worker(system, self.identity.id)
            await self._messages.aclose()
            if self._engine.rooms is not None:
                await self._engine.rooms.close()

    async def report(self) -> None:
        """Tell the registry that this worker lives, and settle what the two know differently of its calls:
        one that others have closed ends here, one that this worker lost sight of ends there."""
        calls = self.calls
        held = set(calls.call_ids)
        async with self._database.system(SystemScope.VOICE_TOKEN) as system:
            await registry.report_worker(system, self._state())
            known = await open_calls(system, self.identity.id)
        for call_id in held - known:
            calls.end(call_id, WORKER_SHUTDOWN)
        # A call that is just being joined is claimed before it is held.
        if calls.joining == 0 and (lost := known - held - set(calls.call_ids)):
            await end_calls(self._database, lost)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(registry.HEARTBEAT_SECONDS)
            try:
                await self.report()
            except (SQLAlchemyError, OSError) as error:
                log.warning("heartbeat_failed", error=type(error).__name__)

    def _state(self) -> registry.WorkerState:
        calls = self.calls
        return registry.WorkerState(
            self.identity.id,
            self.identity.address,
            capacity=self._lines,
            active=calls.active,
            web_capacity=self._web_lines,
            web_active=calls.web_active,
            draining=calls.draining,
        )

    def _build_app(self) -> FastAPI:
        app = FastAPI(openapi_url=None)
        install_hosted_errors(app)
        known = Depends(_require_secret(self._settings))
        app.add_api_route("/calls/{id}/offer", self._offer, methods=["POST"], dependencies=[known])
        app.add_api_route("/calls/{id}/room", self._room, methods=["POST"], dependencies=[known])
        app.add_api_route("/calls/{id}/place", self._place, methods=["POST"], dependencies=[known], status_code=202)
        app.add_api_route("/calls/{id}/end", self._end, methods=["POST"], dependencies=[known], status_code=204)
        app.add_api_route("/speech", self._speak, methods=["POST"], dependencies=[known], response_class=Response)
        app.include_router(Sockets(self.calls).router, prefix="/calls/{id}", dependencies=[known])
        app.include_router(LiveCalls(self.calls).router, prefix="/calls/{id}", dependencies=[known])
        app.include_router(self._engine.telephony.router, prefix="/calls/{id}", dependencies=[known])
        return app

    async def _place(self, id: UUID, body: Placed) -> None:
        await self.calls.place(body.org_id, id)

    async def _offer(self, id: UUID, body: Offer) -> Json:
        return {"type": "answer", "sdp": await self.calls.take(body.org_id, id, body.sdp)}

    async def _room(self, id: UUID, body: Placed) -> Json:
        return await self.calls.meet(body.org_id, id)

    async def _speak(self, body: SpeechBody) -> Response:
        return await speak(self._engine, body)

    async def _end(self, id: UUID, body: Ending) -> None:
        if not self.calls.end(id, body.reason):
            raise NotFound("This worker does not hold the call.")


async def run_media_worker(
    settings: Settings,
    connected: Callable[[Settings], AbstractAsyncContextManager[Database]],
    load_engine: Callable[[Settings], Awaitable[CallEngine]],
    *,
    host: str = "127.0.0.1",
) -> None:
    """Load the models, then hold calls until SIGTERM or SIGINT; those there are get a goodbye.

    The database is opened after the models, which take longer than it does to start. Listens on a free
    port of ``host`` and announces its address to the other processes by the database.
    """
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    engine = await load_engine(settings)
    async with connected(settings) as database:
        await _hold_calls(settings, database, engine, host, stop)


async def _hold_calls(
    settings: Settings, database: Database, engine: CallEngine, host: str, stop: asyncio.Event
) -> None:
    listener = socket.create_server((host, 0))
    worker = MediaWorker(settings, database, engine, f"http://{host}:{listener.getsockname()[1]}")
    config = uvicorn.Config(worker.app, http="h11", log_config=None, access_log=False, server_header=False,
                            lifespan="off", ws="websockets-sansio", ws_max_size=STREAM_MESSAGE,
                            timeout_graceful_shutdown=3)  # fmt: skip
    server = _Server(config)
    async with AsyncExitStack() as stack:
        serving = asyncio.create_task(server.serve([listener]))
        stack.push_async_callback(_stop_serving, server, serving)
        await stack.enter_async_context(worker.on_duty())
        log.info("media_worker_ready", capacity=settings.calls_per_worker)
        await stop.wait()
        log.info("media_worker_stopping", calls=worker.calls.active)


class _Server(uvicorn.Server):
    """Leaves the signals to :func:`run_media_worker`, which drains calls before the server stops."""

    def capture_signals(self) -> AbstractContextManager[None]:  # type: ignore[override]
        """Capture none."""
        return nullcontext()


async def _stop_serving(server: uvicorn.Server, serving: asyncio.Task[None]) -> None:
    server.should_exit = True
    await serving


def _require_secret(settings: Settings) -> Callable[[HTTPConnection], Awaitable[None]]:
    async def require(request: HTTPConnection) -> None:
        if not is_media_secret(settings, request.headers.get(SECRET_HEADER, "")):
            raise Unauthenticated

    return require
