"""Recording of calls: off unless the practice turns it on, asked before anything else is said, and brought home.

The voice service asks and records (``compliancePlan.recordingConsentPlan``); what it recorded is fetched after the
call, sealed for the clinic, and erased there.
"""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any, cast, get_args

import structlog

from mia.clinic.consent import service as consent
from mia.clinic.consent.service import TextKind
from mia.clinic.frontdesk.assistant import opening
from mia.clinic.inbox import service as inbox
from mia.clinic.inbox.service import Conversation, RecordingAnswer
from mia.clinic.practice.service import Practice
from mia.platform.db.session import ClinicSession
from mia.platform.jobs import service as jobs

log = structlog.get_logger()

RECORDED = "frontdesk.call_recorded"
"""The event that has the job worker fetch a recording (``conversation_id``)."""

_WISH = "How can I help you today?"
_LAST_QUESTION = re.compile(r"^(?P<words>.*[.!?])\s+(?P<question>[^.!?]*\?)\s*$", re.DOTALL)

Json = dict[str, Any]


async def consent_question(session: ClinicSession, practice: Practice) -> str:
    """What the practice asks callers before a call is recorded."""
    return (await consent.current_text(session, TextKind.RECORDING, practice.name)).words


def incoming_overrides(practice: Practice, question: str) -> Json:
    """What a call that comes in changes of the assistant: nothing, or the ``question`` whether it may be recorded
    comes before the greeting's own."""
    greeting = opening(practice.settings.greeting)
    split = _LAST_QUESTION.match(greeting)
    words, wish = (split["words"], split["question"]) if split else (greeting, _WISH)
    return recording_overrides(practice, words, wish, question)


def recording_overrides(practice: Practice, words: str, then: str, question: str) -> Json:
    """Overrides (hosted ``assistantOverrides``) that ask the ``question`` after ``words`` and go on with ``then``;
    none where the practice does not record."""
    if not practice.settings.records_calls:
        return {}
    plan = {"type": "verbal", "message": f"{words} {question}"}
    return {
        "firstMessage": then,
        "artifactPlan": {"recordingEnabled": True, "videoRecordingEnabled": False},
        "compliancePlan": {"hipaaEnabled": True, "recordingConsentPlan": plan},
    }


async def note_recording(session: ClinicSession, conversation: Conversation, report: Mapping[str, Any]) -> None:
    """Keep what the caller said to being recorded, and have a recording fetched, by an end-of-call report."""
    given = _object(_object(_object(report, "call"), "compliance"), "recordingConsent")
    answer = given.get("answer") or ("granted" if given.get("grantedAt") else None)
    if answer not in get_args(RecordingAnswer):
        return
    at = _instant(given.get("grantedAt")) or session.now()
    await inbox.note_recording_answer(session, conversation.id, cast(RecordingAnswer, answer), at)
    if answer == "granted" and _object(report, "artifact").get("recordingUrl"):
        await jobs.emit(session, RECORDED, {"conversation_id": conversation.id})


def _object(values: Mapping[str, Any], name: str) -> Json:
    value = values.get(name)
    return value if isinstance(value, dict) else {}


def _instant(value: object) -> datetime | None:
    try:
        moment = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None
    return moment if moment and moment.tzinfo else None
