"""What the job worker does for the voice service."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta

import structlog
from sqlalchemy import delete

from mia.db.session import Database
from mia.kernel.scope import SystemScope
from mia.voice.language_models import LanguageModels
from mia.voice.media.reconciliation import end_lost_calls
from mia.voice.messages.delivery import deliver_due, message_client
from mia.voice.resources.call.models import CallRecordRow
from mia.voice.resources.chat.models import ChatRecord
from mia.voice.resources.session.ending import close_idle_sessions
from mia.voice.resources.session.models import SessionRecord

log = structlog.get_logger()

_DELIVERY_SECONDS = 1.0
_RECONCILIATION_SECONDS = 2.0
_IDLE_SECONDS = 60.0
_PURGE_SECONDS = 3600.0


async def run_voice_upkeep(database: Database, language_models: LanguageModels, retention_days: int = 30) -> None:
    """Deliver server messages, end lost calls and idle conversations, erase old ones, until cancelled.

    Several processes may do so at once. A database that is down is waited for.
    """
    client = message_client()
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(_repeat(_DELIVERY_SECONDS, lambda: deliver_due(database, client)))
            group.create_task(_repeat(_RECONCILIATION_SECONDS, lambda: end_lost_calls(database)))
            group.create_task(_repeat(_IDLE_SECONDS, lambda: close_idle_sessions(database, language_models)))
            group.create_task(_repeat(_PURGE_SECONDS, lambda: erase_old_content(database, retention_days)))
    finally:
        await client.aclose()


async def erase_old_content(database: Database, retention_days: int) -> int:
    """Erase calls, sessions and chats older than ``retention_days``, with all that was said in them;
    returns how many."""
    erased = 0
    async with database.system(SystemScope.CRON) as system:
        before = system.now() - timedelta(days=retention_days)
        for record in (CallRecordRow, ChatRecord, SessionRecord):
            gone = await system.sql.execute(delete(record).where(record.created_at < before).returning(record.id))
            erased += len(gone.all())
    if erased:
        log.info("old_conversations_erased", count=erased)
    return erased


async def _repeat(seconds: float, work: Callable[[], Awaitable[int]]) -> None:
    while True:
        try:
            await work()
        except Exception as error:  # one failed round must not end the others
            log.warning("voice_upkeep_failed", error=type(error).__name__)
        await asyncio.sleep(seconds)
