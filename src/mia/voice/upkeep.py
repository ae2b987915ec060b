"""What the job worker does for the voice service."""

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from mia.db.session import Database
from mia.voice.language_models import LanguageModels
from mia.voice.media.reconciliation import end_lost_calls
from mia.voice.messages.delivery import deliver_due, message_client
from mia.voice.resources.session.ending import close_idle_sessions

log = structlog.get_logger()

_DELIVERY_SECONDS = 1.0
_RECONCILIATION_SECONDS = 2.0
_IDLE_SECONDS = 60.0


async def run_voice_upkeep(database: Database, language_models: LanguageModels) -> None:
    """Deliver server messages, end lost calls and idle conversations, until cancelled.

    Several processes may do so at once. A database that is down is waited for.
    """
    client = message_client()
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(_repeat(_DELIVERY_SECONDS, lambda: deliver_due(database, client)))
            group.create_task(_repeat(_RECONCILIATION_SECONDS, lambda: end_lost_calls(database)))
            group.create_task(_repeat(_IDLE_SECONDS, lambda: close_idle_sessions(database, language_models)))
    finally:
        await client.aclose()


async def _repeat(seconds: float, work: Callable[[], Awaitable[int]]) -> None:
    while True:
        try:
            await work()
        except Exception as error:  # one failed round must not end the others
            log.warning("voice_upkeep_failed", error=type(error).__name__)
        await asyncio.sleep(seconds)
