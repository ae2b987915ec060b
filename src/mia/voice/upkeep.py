"""What the job worker does for the voice service."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from datetime import datetime

import structlog
from sqlalchemy import ColumnElement, delete, true

from mia.platform.audit import service as audit
from mia.platform.db.session import Database, SystemSession
from mia.platform.kernel.scope import SystemScope
from mia.platform.kernel.stopping import asked_to_stop
from mia.voice.auth.spending import forget_spending
from mia.voice.language_models import LanguageModels
from mia.voice.logs.models import LogRow
from mia.voice.media.reconciliation import (
    end_lost_calls,
    release_scheduled_calls,
    waiting_to_be_placed,
)
from mia.voice.messages.client import MessageClient
from mia.voice.messages.delivery import run_delivery
from mia.voice.messages.models import OutgoingMessage
from mia.voice.resources.call.filming import run_filming
from mia.voice.resources.call.models import CallRecordRow
from mia.voice.resources.campaign.calling import advance_campaigns
from mia.voice.resources.campaign.models import CampaignRecord
from mia.voice.resources.chat.models import ChatRecord
from mia.voice.resources.file.by_meaning import run_comparing
from mia.voice.resources.org.service import empty_shared_org
from mia.voice.resources.session.ending import close_idle_sessions
from mia.voice.resources.session.models import SessionRecord
from mia.voice.resources.test_suite.models import SuiteRunRecord
from mia.voice.resources.test_suite.running import run_suites
from mia.voice.resources.texting.models import TextRecord
from mia.voice.telephony.ports import HangUp
from mia.voice.workers.client import MediaClient
from mia.voice.workers.lines import IdleLines

log = structlog.get_logger()

_RECONCILIATION_SECONDS = 2.0
_IDLE_SECONDS = 60.0
_PURGE_SECONDS = audit.PURGE_EVERY.total_seconds()

Content = (
    CallRecordRow
    | CampaignRecord
    | ChatRecord
    | SessionRecord
    | SuiteRunRecord
    | TextRecord
    | OutgoingMessage
    | LogRow
)
_CONTENT: dict[str, type[Content]] = {
    "voice_call": CallRecordRow,
    "voice_chat": ChatRecord,
    "voice_session": SessionRecord,
    "voice_text": TextRecord,
    "voice_log": LogRow,
    "voice_campaign": CampaignRecord,
    "voice_test_run": SuiteRunRecord,
}
_WHERE: dict[str, ColumnElement[bool]] = {
    "voice_campaign": CampaignRecord.status == "ended",
    "voice_text": TextRecord.wish.is_(None),
}
"""What is not erased before it is over: every campaign ends; a wish for no more texts lasts."""


async def run_voice_upkeep(
    database: Database,
    language_models: LanguageModels,
    media: MediaClient,
    messages: MessageClient,
    lines: IdleLines,
    hang_up: HangUp | None = None,
    retention_days: int = 30,
) -> None:
    """Deliver server messages, make videos and the vectors of files, hold test conversations, go on with campaigns,
    place calls that wait, end lost ones and idle conversations, erase old ones, until canceled.

    Several processes may do so at once. A database that is down is waited for.
    """
    async with asyncio.TaskGroup() as group:
        group.create_task(run_delivery(database, messages))
        group.create_task(run_filming(database))
        group.create_task(run_comparing(database))
        group.create_task(run_suites(database, language_models, messages, lines))
        group.create_task(_repeat(_RECONCILIATION_SECONDS, lambda: end_lost_calls(database, hang_up)))
        group.create_task(_repeat(_RECONCILIATION_SECONDS, lambda: advance_campaigns(database)))
        group.create_task(_repeat(_RECONCILIATION_SECONDS, lambda: place_waiting_calls(database, media)))
        group.create_task(_repeat(_IDLE_SECONDS, lambda: close_idle_sessions(database, language_models)))
        group.create_task(_repeat(_IDLE_SECONDS, lambda: empty_shared_org(database)))
        group.create_task(_repeat(_PURGE_SECONDS, lambda: erase_old_content(database, retention_days)))


async def place_waiting_calls(database: Database, media: MediaClient) -> int:
    """Place the calls to phones whose time has come, or that no media worker had room for; returns how many
    were taken."""
    await release_scheduled_calls(database)
    placed = 0
    for org_id, call_id in await waiting_to_be_placed(database):
        if not await media.place(org_id, call_id):
            break
        placed += 1
    return placed


async def erase_old_content(database: Database, retention_days: int) -> int:
    """Erase calls, sessions, chats and undelivered messages older than ``retention_days``, with all that was
    said in them, and leave receipts; returns how many."""
    erased = 0
    async with database.system(SystemScope.CRON) as system:
        before = audit.content_cutoff(system.now(), retention_days)
        for kind, record in _CONTENT.items():
            erased += await _erase(system, kind, record, before)
        await forget_spending(system)
    async with database.system(SystemScope.OUTBOX) as system:
        erased += await _erase(system, "voice_message", OutgoingMessage, before)
    if erased:
        log.info("old_conversations_erased", count=erased)
    return erased


async def _erase(system: SystemSession, kind: str, record: type[Content], before: datetime) -> int:
    old = (record.created_at < before, _WHERE.get(kind, true()))
    gone = await system.sql.scalars(delete(record).where(*old).returning(record.org_id))
    counts = Counter(gone.all())
    for org_id, count in counts.items():
        await audit.record_purge(system, org_id, {kind: count}, before)
    return counts.total()


async def _repeat(seconds: float, work: Callable[[], Awaitable[int]]) -> None:
    while True:
        try:
            await work()
        except Exception as error:  # one failed round must not end the others
            if asked_to_stop():
                raise asyncio.CancelledError from error
            log.warning("voice_upkeep_failed", error=type(error).__name__)
        await asyncio.sleep(seconds)
