"""What the routes of the voice service need, made once per process."""

import asyncio
from collections.abc import Coroutine
from typing import Annotated, Any, TypeVar
from uuid import UUID

import structlog
from fastapi import Depends, Request

from mia.platform.db.session import Database
from mia.platform.kernel.settings import Settings
from mia.voice.engine.providers import SpeechProviders
from mia.voice.language_models import LanguageModels
from mia.voice.messages.client import MessageClient
from mia.voice.messages.delivery import deliver_due
from mia.voice.messages.reach import Reach
from mia.voice.objects.ports import ObjectStore
from mia.voice.objects.rows import RowStore
from mia.voice.wire import Json, WireModel
from mia.voice.workers.client import MediaClient

log = structlog.get_logger()

T = TypeVar("T")


class Services:
    """The database, the way to media workers and to the servers of assistants, the language models, and
    the providers of speech."""

    def __init__(
        self,
        database: Database,
        settings: Settings,
        language_models: LanguageModels,
        objects: ObjectStore | None = None,
        speech: SpeechProviders | None = None,
    ) -> None:
        self.database = database
        self.settings = settings
        self.language_models = language_models
        self.media = MediaClient(database, settings)
        self._reach = Reach.of(settings)
        self.messages = MessageClient(self._reach)
        self.objects = objects or RowStore()
        self.speech: SpeechProviders = speech or {}
        self._deliveries: set[asyncio.Task[None]] = set()
        self._going_on: set[asyncio.Task[Any]] = set()

    def given(self, body: WireModel) -> Json:
        """What the client sent; :class:`~mia.voice.http.BadRequest` when a server in it is inside this network."""
        return self._reach.checked(body.given())

    def go_on(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        """Begin work that goes on even if no one waits for it; shut-down does."""
        task = asyncio.create_task(work)
        self._going_on.add(task)
        task.add_done_callback(self._let_go)
        return task

    def deliver_soon(self) -> None:
        """Send due server messages in the background; what fails is left to the job worker."""
        task = asyncio.create_task(self._deliver())
        self._deliveries.add(task)
        task.add_done_callback(self._deliveries.discard)

    def place_soon(self, org_id: UUID, call_id: UUID) -> None:
        """Call a phone in the background; what no worker can take now is left to the job worker."""
        task = asyncio.create_task(self._place(org_id, call_id))
        self._deliveries.add(task)
        task.add_done_callback(self._deliveries.discard)

    async def close(self) -> None:
        """Finish what is being sent and close all connections."""
        await asyncio.gather(*self._going_on, return_exceptions=True)
        await asyncio.gather(*self._deliveries)
        await self.messages.aclose()
        await self.media.close()

    def _let_go(self, task: "asyncio.Task[Any]") -> None:
        self._going_on.discard(task)
        if not task.cancelled():
            task.exception()  # those who still wait are told of it

    async def _place(self, org_id: UUID, call_id: UUID) -> None:
        try:
            await self.media.place(org_id, call_id)
        except Exception as error:
            log.warning("call_not_placed", call_id=str(call_id), error=type(error).__name__)

    async def _deliver(self) -> None:
        try:
            await deliver_due(self.database, self.messages)
        except Exception as error:
            log.warning("server_message_delivery_failed", error=type(error).__name__)


async def _services(request: Request) -> Services:
    services: Services = request.app.state.services
    return services


ServicesDep = Annotated[Services, Depends(_services)]
"""FastAPI parameter type: the running app's :class:`Services`."""
