"""Writes a running call down as it happens, so that little is lost whatever happens to the process."""

import asyncio
from collections.abc import Callable, Collection
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import structlog
from sqlalchemy.exc import SQLAlchemyError

from mia.platform.db.session import Database
from mia.platform.kernel.scope import OrgScope
from mia.platform.telemetry.metrics import TURN_PART_SECONDS, TURN_SECONDS
from mia.platform.telemetry.tracing import span
from mia.voice.engine.pipeline.call import CallRecord
from mia.voice.engine.pipeline.events import (
    CallEvent,
    RecordingAnswered,
    RecordingWithdrawn,
    SoundRecorded,
    StatusChanged,
    ToolAnswered,
    ToolAsked,
    TranscriptLine,
    TurnMeasured,
)
from mia.voice.logs.service import note_lines, note_tool
from mia.voice.messages.envelope import analysis_of
from mia.voice.messages.tools import tool_call
from mia.voice.resources.call import lifecycle, queries, recordings
from mia.voice.resources.workflow.state import learned
from mia.voice.wire import Json, milliseconds, to_text

log = structlog.get_logger()

_PATIENCE_SECONDS = 120.0
_LONGEST_PAUSE_SECONDS = 5.0


class CallRecorder:
    """The event sink of one call. What cannot be stored now (the database restarts) is kept and tried
    again with the next event, and at the end for ``_PATIENCE_SECONDS``. ``tools`` are names that may stand in the
    log."""

    def __init__(
        self,
        database: Database,
        scope: OrgScope,
        call_id: UUID,
        on_change: Callable[[], None],
        tools: Collection[str] = (),
    ) -> None:
        self._database = database
        self._scope = scope
        self._call_id = call_id
        self._on_change = on_change
        self._began_at: datetime | None = None
        self._begun = False
        self._tools = tools
        self._tool_news: list[tuple[str, str]] = []
        self._lines: list[Json] = []
        self._stored = 0
        self._answers: list[tuple[str, datetime]] = []
        self._pieces: list[bytes] = []
        self._pieces_stored = 0

    async def __call__(self, event: CallEvent) -> None:
        """Take an event and store what is new."""
        if isinstance(event, StatusChanged) and event.status == "in-progress":
            self._began_at = self._database.clock.now()
        elif isinstance(event, TurnMeasured):
            log.info("turn_measured", call_id=str(self._call_id), **asdict(event))
            _observe(event)
            return
        elif isinstance(event, RecordingAnswered):
            self._answers.append((event.answer, self._database.clock.now()))
        elif isinstance(event, RecordingWithdrawn):
            self._answers.append((recordings.WITHDRAWN, self._database.clock.now()))
            self._pieces.clear()
        elif isinstance(event, SoundRecorded):
            self._pieces.append(event.data)
        elif (line := self._line_of(event)) is not None:
            self._lines.append(line)
            self._tool_news.extend(self._news_of(event))
        else:
            return
        try:
            await self._store()
        except (SQLAlchemyError, OSError) as error:
            log.warning("call_progress_delayed", call_id=str(self._call_id), error=type(error).__name__)

    async def finish(self, ended_reason: str, record: CallRecord | None) -> None:
        """Close the call for good. ``record`` is absent when the engine gave none."""
        ended_at = record.ended_at if record else self._database.clock.now()
        conclusion = record.conclusion if record else None
        analysis = analysis_of(conclusion) if record else None
        used = _used(record) if record else None
        more = learned(record.memory) if record else None
        by = dict(record.concluded_by) if record else None
        deadline = asyncio.get_running_loop().time() + _PATIENCE_SECONDS
        pause = 0.2
        while True:
            try:
                await self._store()
                async with self._database.org(self._scope) as session:
                    await lifecycle.end_call(
                        session, self._call_id, ended_reason, ended_at, analysis, used, more, by
                    )
                    note_lines(session, self._call_id, conclusion.log if conclusion else ())
            except (SQLAlchemyError, OSError) as error:
                if asyncio.get_running_loop().time() > deadline:
                    log.error("call_end_lost", call_id=str(self._call_id), error=type(error).__name__)
                    return
                await asyncio.sleep(pause)  # the database announces its return to no one
                pause = min(pause * 2, _LONGEST_PAUSE_SECONDS)
            else:
                self._on_change()
                return

    async def _store(self) -> None:
        fresh = self._lines[self._stored :]
        begins = self._began_at is not None and not self._begun
        pieces, answers, news = list(self._pieces), list(self._answers), list(self._tool_news)
        if not (fresh or begins or pieces or answers):
            return
        async with self._database.org(self._scope) as session:
            if begins and self._began_at is not None:
                await lifecycle.begin_call(session, self._call_id, self._began_at)
            if fresh and await queries.find_call(session, self._call_id) is not None:
                await queries.append_lines(session, self._call_id, self._stored, fresh)
                for name, outcome in news:
                    note_tool(session, self._call_id, name, outcome)
            for answer, at in answers:
                await recordings.note_answer(session, self._call_id, answer, at)
            if pieces:
                await recordings.append_pieces(session, self._call_id, self._pieces_stored, pieces)
        self._stored += len(fresh)
        self._pieces_stored += len(pieces)
        del self._pieces[: len(pieces)], self._answers[: len(answers)], self._tool_news[: len(news)]
        self._begun = self._began_at is not None
        if begins:
            self._on_change()

    def _line_of(self, event: CallEvent) -> Json | None:
        match event:
            case TranscriptLine():
                return self._spoken(event)
            case ToolAsked(call, at):
                asked = {"toolCalls": [tool_call(call)], "message": ""}
                return {"role": "tool_calls", **asked, **self._times(at)}
            case ToolAnswered(result, at):
                content: Any = {"error": result.error} if result.error else dict(result.result)
                answered = {"toolCallId": result.call_id, "name": result.name, "result": to_text(content)}
                return {"role": "tool_call_result", **answered, **self._times(at)}
        return None

    def _news_of(self, event: CallEvent) -> list[tuple[str, str]]:
        """What the log says of a tool; a name that a model has made up may be anything."""
        match event:
            case ToolAsked(call):
                name, outcome = call.name, "asked"
            case ToolAnswered(result):
                name, outcome = result.name, "failed" if result.error else "answered"
            case _:
                return []
        return [(name if name in self._tools else "unknown", outcome)]

    def _spoken(self, line: TranscriptLine) -> Json:
        role = "bot" if line.role == "assistant" else "user"
        times = self._times(line.at_seconds)
        duration = round(line.duration_seconds * 1000)
        marks = {name: True for name in ("typed", "interrupted") if getattr(line, name)}
        return {"role": role, "message": line.text, **times, "endTime": times["time"] + duration,
                "duration": duration, **marks}  # fmt: skip

    def _times(self, at_seconds: float) -> Json:
        began_at = self._began_at or self._database.clock.now()
        moment = began_at + timedelta(seconds=at_seconds)
        return {"time": milliseconds(moment), "secondsFromStart": round(at_seconds, 3)}


def _used(record: CallRecord) -> Json:
    used = record.used
    tokens = {"promptTokens": used.prompt_tokens, "completionTokens": used.completion_tokens}
    return {"characters": used.characters, **tokens}


def _observe(turn: TurnMeasured) -> None:
    with span("turn", **asdict(turn)):  # over already: its parts are attributes
        pass
    TURN_SECONDS.labels("call").observe(turn.total_ms / 1000)
    for part in ("endpointing", "recognition", "dialogue", "synthesis"):
        TURN_PART_SECONDS.labels(part).observe(getattr(turn, f"{part}_ms") / 1000)
