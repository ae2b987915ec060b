"""The end of a written conversation: summed up, closed, reported."""

import asyncio
from datetime import timedelta
from uuid import UUID

import structlog

from mia.platform.conversation.ports import Conclusion
from mia.platform.db.session import Database, OrgSession
from mia.platform.kernel.scope import OrgScope, SystemScope
from mia.voice.auth.guards import scope_of_row
from mia.voice.http import BadRequest
from mia.voice.language_models import LanguageModels
from mia.voice.masking import without_secrets
from mia.voice.messages.envelope import analysis_of, artifact_of, assistant_stub, planned
from mia.voice.messages.outbox import enqueue_message
from mia.voice.resources.assistant.answering import model_for
from mia.voice.resources.assistant.brief import brief_of, summing_up
from mia.voice.resources.session import queries
from mia.voice.resources.session.messages import artifact_lines, from_stored
from mia.voice.resources.session.models import SessionRecord
from mia.voice.resources.session.service import render_session, require_session
from mia.voice.resources.workflow.state import learned
from mia.voice.wire import Json, instant

log = structlog.get_logger()

CUSTOMER_LEFT = "customer-ended-call"
SILENT = "silence-timed-out"
IDLE = timedelta(minutes=10)
"""A written conversation in which nothing happened for so long is over, unless it says how long."""
_CONCLUDE_SECONDS = 10.0


async def complete_session(
    database: Database, language_models: LanguageModels, scope: OrgScope, session_id: UUID, ended_reason: str
) -> bool:
    """End a conversation and promise its end-of-call report; ``False`` when it had ended before.

    :class:`~mia.platform.kernel.errors.NotFound` when the organization has no such session.
    """
    async with database.org(scope) as session:
        row = await require_session(session, session_id)
        if row.status == "completed":
            return False
        assistant = queries.unsealed(session, row.assistant_sealed)
        messages = queries.messages_of(session, row)
        memory = queries.unsealed(session, row.memory_sealed)
    conclusion = await _conclude(language_models, assistant, messages, memory)
    async with database.org(scope) as session:
        row = await require_session(session, session_id, lock=True)
        if row.status == "completed":
            return False
        row.status, row.ended_reason, row.updated_at = "completed", ended_reason, session.now()
        await enqueue_message(session, session_id, assistant, _report(session, row, conclusion))
    log.info("session_completed", session_id=str(session_id), reason=ended_reason)
    return True


async def close_idle_sessions(database: Database, language_models: LanguageModels) -> int:
    """End the conversations that no one goes on with; returns how many."""
    async with database.system(SystemScope.CRON) as system:
        idle = await queries.idle_sessions(system, IDLE)
    closed = 0
    for org_id, session_id in idle:
        scope = scope_of_row(org_id, "voice:idle")
        closed += await complete_session(database, language_models, scope, session_id, SILENT)
    return closed


def session_envelope(session: OrgSession, row: SessionRecord, chat_id: UUID | None = None) -> Json:
    """What every server message of a written conversation says of it; what was written is left out."""
    rendered = render_session(session, row)
    overrides = rendered.pop("assistantOverrides", None) or {}
    for name in ("assistant", "squad", "workflow", "messages"):
        rendered.pop(name, None)
    if metadata := overrides.get("metadata"):
        rendered["metadata"] = metadata
    chat = {"sessionId": str(row.id)} | ({"id": str(chat_id)} if chat_id else {})
    assistant = assistant_stub(queries.unsealed(session, row.assistant_sealed))
    return {"session": without_secrets(rendered), "chat": chat, "assistant": assistant}


async def _conclude(
    language_models: LanguageModels, assistant: Json, messages: list[Json], memory: Json
) -> Conclusion | None:
    assistant = summing_up(assistant)
    brief = brief_of(assistant)
    history = tuple(from_stored(message) for message in messages)
    try:
        async with asyncio.timeout(_CONCLUDE_SECONDS):
            return await model_for(assistant, brief, language_models).conclude(brief, history, memory)
    except BadRequest:
        return None
    except Exception as error:  # whatever a model does, the conversation ends and is reported
        log.warning("conclusion_failed", error=type(error).__name__)
        return None


def _report(session: OrgSession, row: SessionRecord, conclusion: Conclusion | None) -> Json:
    assistant = queries.unsealed(session, row.assistant_sealed)
    plan_of = summing_up(assistant)
    lines = artifact_lines(queries.messages_of(session, row))
    artifact = artifact_of(lines, assistant) | learned(queries.unsealed(session, row.memory_sealed))
    analysis = planned(analysis_of(conclusion), plan_of, lines)
    duration = (row.last_active_at - row.created_at).total_seconds()
    return {
        "type": "end-of-call-report",
        "endedReason": row.ended_reason,
        "startedAt": instant(row.created_at),
        "endedAt": instant(row.updated_at),
        "durationSeconds": round(max(0.0, duration), 3),
        "artifact": artifact,
        "analysis": analysis,
        **({"transcript": artifact["transcript"]} if "transcript" in artifact else {}),
        **({"summary": analysis["summary"]} if "summary" in analysis else {}),
        **session_envelope(session, row),
    }
