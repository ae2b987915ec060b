"""Holds the conversations of runs, one row of the queue each: a process that dies leaves its row to another.

A conversation is a session or a call like any other: its tools run, and its report goes to the assistant's server.
"""

import asyncio
from collections.abc import Awaitable
from datetime import timedelta
from functools import partial
from typing import TypeVar
from uuid import UUID

import structlog
from sqlalchemy import func

from mia.platform.conversation.ports import LanguageModelFault, Message
from mia.platform.db.session import Database
from mia.platform.jobs.pulling import Puller
from mia.platform.jobs.queue import Taken
from mia.platform.kernel.errors import MiaError
from mia.platform.kernel.scope import OrgScope
from mia.voice.auth.guards import scope_of_row
from mia.voice.language_models import LanguageModels
from mia.voice.messages.client import MessageClient
from mia.voice.resources.assistant.variables import fill
from mia.voice.resources.chat.service import ChatService
from mia.voice.resources.session.ending import CUSTOMER_LEFT, complete_session
from mia.voice.resources.session.service import create_session
from mia.voice.resources.test_suite.by_voice import ByVoice, NoLine
from mia.voice.resources.test_suite.models import AttemptRow
from mia.voice.resources.test_suite.runs import ATTEMPTS, RUNS, judge_of, plan_of
from mia.voice.resources.test_suite.schemas import MOST_TURNS
from mia.voice.resources.test_suite.scoring import score
from mia.voice.resources.test_suite.service import Sides, sides_of
from mia.voice.resources.test_suite.tester import Caller, Lines, Player
from mia.voice.wire import Json, to_text
from mia.voice.workers.lines import IdleLines

log = structlog.get_logger()

_AT_ONCE = 2
_TRIES = 3
_ANSWER_SECONDS = 60.0
"""What a model that plays or judges may take for one answer."""
_NEXT_LOOK = timedelta(seconds=15)
"""For a line to speak on."""
_WAITS = timedelta(hours=1)
_NO_LINE = "No line was free to speak on within an hour."
_NO_ANSWER = "A language model did not answer, or not in the form asked for."

T = TypeVar("T")


async def run_suites(database: Database, models: LanguageModels, messages: MessageClient, lines: IdleLines) -> None:
    """Hold conversations as they come and fall due, until canceled. Safe to run in many processes."""
    await Puller(database, ATTEMPTS, Runner(database, models, messages, lines).settle, at_once=_AT_ONCE).run()


class Runner:
    """Holds one conversation after the other. ``lines`` are what those by voice are spoken on."""

    def __init__(
        self, database: Database, models: LanguageModels, messages: MessageClient, lines: IdleLines
    ) -> None:
        self._database = database
        self._models = models
        self._chats = ChatService(database, models, messages)
        self._by_voice = ByVoice(database, lines)

    async def hold_due(self) -> int:
        """Hold every conversation that is due now; returns how many."""
        held = 0
        while taken := await ATTEMPTS.claim(self._database, 1):
            await self.settle(taken[0])
            held += 1
        return held

    async def settle(self, taken: Taken[AttemptRow]) -> None:
        """Hold a conversation, judge it and note the verdict. What a model did not answer is tried three times."""
        scope = scope_of_row(taken.row.org_id, "voice:test-suite")
        try:
            scores = await self._converse(scope, taken)
        except NoLine:
            await self._wait_for_a_line(scope, taken)
        except Exception as fault:
            log.warning("test_attempt_failed", attempt_id=str(taken.row.id), error=type(fault).__name__)
            lasting = isinstance(fault, MiaError) and not fault.retryable
            gives_up = lasting or taken.attempt >= _TRIES
            if gives_up:
                error = fault.detail if isinstance(fault, MiaError) else _NO_ANSWER
                await self._note(scope, taken, error=error)
            await ATTEMPTS.try_again(self._database, taken, give_up=gives_up)
        else:
            await self._note(scope, taken, scores=scores)

    async def _converse(self, scope: OrgScope, taken: Taken[AttemptRow]) -> list[Json]:
        """The verdicts on a conversation that is held now."""
        row = taken.row
        async with self._database.org(scope) as session:
            plan = plan_of(session, await RUNS.require(session, row.run_id))
            test, sides = plan["tests"][row.position], await sides_of(session, plan["suite"])
        caller = self._caller(sides, fill(test["script"], sides.variables))
        asked = _conversation(sides, row.run_id)
        if test["type"] == "voice":
            history = await self._by_voice.hold(scope, row, asked, caller, partial(self._renew, taken))
        else:
            history = await self._in_writing(scope, taken, asked, caller)
        judge, brief = judge_of(self._models, sides)
        rubrics = [fill(scorer["rubric"], sides.variables) for scorer in test["scorers"]]
        return [await _in_time(score(judge, brief, rubric, history)) for rubric in rubrics]

    async def _in_writing(
        self, scope: OrgScope, taken: Taken[AttemptRow], asked: Json, caller: Caller
    ) -> list[Message]:
        """What was said in a session that is held now."""
        async with self._database.org(scope) as session:
            begun = await create_session(session, asked)
            key = (taken.row.org_id, taken.row.id)
            (await session.sql.get_one(AttemptRow, key)).session_id = UUID(begun["id"])
        history = [Message("assistant", message["content"]) for message in begun["messages"]]
        try:
            await self._talk(scope, taken, begun["id"], caller, history)
        finally:
            await complete_session(self._database, self._models, scope, UUID(begun["id"]), CUSTOMER_LEFT)
        return history

    def _caller(self, sides: Sides, script: str) -> Caller:
        analyst = self._models.analyst_for(sides.tester)
        return Lines(script) if analyst is None else Player(analyst, sides.tester, sides.prompt, script)

    async def _talk(
        self, scope: OrgScope, taken: Taken[AttemptRow], session_id: str, caller: Caller, history: list[Message]
    ) -> None:
        """Until the caller has nothing more to say, or the assistant says goodbye; ``history`` grows."""
        for _ in range(MOST_TURNS):
            text = await _in_time(caller.next(history))
            if text is None:
                return
            await self._renew(taken)
            chat = await self._chats.create_chat(scope, {"sessionId": session_id, "input": text})
            history.append(Message("user", text))
            history.extend(Message("assistant", said["content"]) for said in chat["output"])
            if chat.get("endedReason"):
                return

    async def _renew(self, taken: Taken[AttemptRow]) -> None:
        async with self._database.system(ATTEMPTS.scope) as system:
            await ATTEMPTS.change(system, taken, {"next_at": func.now() + ATTEMPTS.lease})

    async def _wait_for_a_line(self, scope: OrgScope, taken: Taken[AttemptRow]) -> None:
        """Look again in a while, which is no failed try; give up after an hour."""
        async with self._database.system(ATTEMPTS.scope) as system:
            too_late = taken.row.created_at + _WAITS < system.now()
            if not too_late:
                later = {"next_at": func.now() + _NEXT_LOOK, "attempts": AttemptRow.attempts - 1}
                await ATTEMPTS.change(system, taken, later)
        if too_late:
            await self._note(scope, taken, error=_NO_LINE)
            await ATTEMPTS.try_again(self._database, taken, give_up=True)

    async def _note(
        self,
        scope: OrgScope,
        taken: Taken[AttemptRow],
        *,
        scores: list[Json] | None = None,
        error: str | None = None,
    ) -> None:
        """Unless the lease ran out and another process has the row, or the run was removed."""
        key = (taken.row.org_id, taken.row.id)
        async with self._database.org(scope) as session:
            row = await session.sql.get(AttemptRow, key, with_for_update=True)
            if row is None or row.attempts != taken.attempt:
                return
            row.error = error
            if scores is not None:
                row.scores_sealed, row.finished_at = session.seal(to_text(scores)), session.now()


def _conversation(sides: Sides, run_id: UUID) -> Json:
    """What a conversation is begun with; its server messages name the run."""
    overrides = sides.request.get("assistantOverrides") or {}
    metadata = (overrides.get("metadata") or {}) | {"testSuiteRunId": str(run_id)}
    return sides.request | {"assistantOverrides": overrides | {"metadata": metadata}, "name": "Test"}


async def _in_time(answer: Awaitable[T]) -> T:
    try:
        async with asyncio.timeout(_ANSWER_SECONDS):
            return await answer
    except TimeoutError:
        raise LanguageModelFault("too-slow", retryable=True) from None
