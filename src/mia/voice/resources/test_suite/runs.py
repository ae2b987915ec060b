"""Runs of test suites: made with all their conversations waiting, and told by how far these are."""

import json
from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from sqlalchemy import select

from mia.platform.conversation.ports import Brief
from mia.platform.db.session import OrgSession
from mia.platform.jobs.queue import Queue
from mia.platform.kernel.errors import NotFound
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import SystemScope
from mia.voice.http import BadRequest
from mia.voice.language_models import Analyst, LanguageModels
from mia.voice.resources.documents import Documents
from mia.voice.resources.test_suite.models import AttemptRow, ScenarioRecord, SuiteRunRecord
from mia.voice.resources.test_suite.schemas import MOST_SPOKEN_ATTEMPTS
from mia.voice.resources.test_suite.service import SCENARIOS, SUITES, Sides, in_suite, sides_of
from mia.voice.wire import Json, PageQuery, to_text, without_none

RUNS = Documents(SuiteRunRecord, "Run", shown=lambda row: {"testSuiteId": str(row.suite_id)})
ATTEMPTS = Queue(
    AttemptRow, SystemScope.CRON, lease=timedelta(minutes=2), only=[AttemptRow.finished_at.is_(None)],
    channel="mia_test_attempts",
)  # fmt: skip
"""Conversations to be held. The lease is longer than a turn, and is renewed with each."""

_NO_JUDGE = "scorers need a language model of a provider: neither the tested assistant nor the tester has one."


async def create_run(session: OrgSession, suite_id: UUID, given: Json, models: LanguageModels) -> Json:
    """Have every test of a suite run; :class:`NotFound` when the organization has no such suite,
    :class:`BadRequest` when nothing could be tested or judged."""
    suite = await SUITES.read(session, suite_id)
    oldest = (ScenarioRecord.created_at, ScenarioRecord.id)
    mine = select(ScenarioRecord).where(*in_suite(session, ScenarioRecord, suite_id)).order_by(*oldest)
    tests = [SCENARIOS.render(session, row) for row in await session.sql.scalars(mine)]
    if not tests:
        raise BadRequest("The suite has no tests.")
    if sum(test["numAttempts"] for test in tests if test["type"] == "voice") > MOST_SPOKEN_ATTEMPTS:
        raise BadRequest(f"A run speaks at most {MOST_SPOKEN_ATTEMPTS} conversations.")
    sides = await sides_of(session, suite)
    models.choose(sides.target)
    judge_of(models, sides)
    plan = session.seal(to_text({"suite": suite, "tests": tests}))
    run = await RUNS.create(session, given, suite_id=suite_id, plan_sealed=plan)
    session.sql.add_all(
        AttemptRow(org_id=session.scope.org_id, id=new_id(), run_id=UUID(run["id"]), position=at, number=number)
        for at, test in enumerate(tests)
        for number in range(test["numAttempts"])
    )
    await ATTEMPTS.tell(session)
    return (await _with_results(session, [run]))[0]


def judge_of(models: LanguageModels, sides: Sides) -> tuple[Analyst, Brief]:
    """Who judges, and for whom it was configured: the tested assistant's provider, else the tester's;
    :class:`BadRequest` without one."""
    for brief in (sides.target, sides.tester):
        if (analyst := models.analyst_for(brief)) is not None:
            return analyst, brief
    raise BadRequest(_NO_JUDGE)


async def read_run(session: OrgSession, suite_id: UUID, id: UUID) -> Json:
    """One run; :class:`NotFound` when the suite has none of that id."""
    await require_run(session, suite_id, id)
    return (await _with_results(session, [await RUNS.read(session, id)]))[0]


async def list_runs(session: OrgSession, suite_id: UUID, query: PageQuery) -> Json:
    """A page of a suite's runs."""
    await SUITES.require(session, suite_id)
    page = await RUNS.page(session, query, SuiteRunRecord.suite_id == suite_id)
    return page | {"results": await _with_results(session, page["results"])}


async def rename_run(session: OrgSession, suite_id: UUID, id: UUID, patch: Json) -> Json:
    """Change the run's name."""
    await require_run(session, suite_id, id)
    return (await _with_results(session, [await RUNS.update(session, id, patch)]))[0]


async def delete_run(session: OrgSession, suite_id: UUID, id: UUID) -> Json:
    """Remove a run and return what it was; conversations that wait are not held."""
    run = await read_run(session, suite_id, id)
    await RUNS.delete(session, id)
    return run


async def require_run(session: OrgSession, suite_id: UUID, id: UUID) -> None:
    """:class:`NotFound` when the suite has no such run."""
    row = await RUNS.require(session, id)
    if row.suite_id != suite_id:
        raise NotFound("Run not found.")


def plan_of(session: OrgSession, row: SuiteRunRecord) -> Json:
    """The ``suite`` and its ``tests`` as they were when the run was made."""
    plan: Json = json.loads(session.unseal(row.plan_sealed))
    return plan


async def _with_results(session: OrgSession, runs: Sequence[Json]) -> list[Json]:
    ids = [UUID(run["id"]) for run in runs]
    mine = (SuiteRunRecord.org_id == session.scope.org_id, SuiteRunRecord.id.in_(ids))
    plans = {
        row.id: plan_of(session, row) for row in await session.sql.scalars(select(SuiteRunRecord).where(*mine))
    }
    held = select(AttemptRow).where(AttemptRow.org_id == session.scope.org_id, AttemptRow.run_id.in_(ids))
    in_order = held.order_by(AttemptRow.run_id, AttemptRow.position, AttemptRow.number)
    attempts = (await session.sql.scalars(in_order.execution_options(populate_existing=True))).all()
    told = []
    for run in runs:
        of_run = [attempt for attempt in attempts if attempt.run_id == UUID(run["id"])]
        tests = plans[UUID(run["id"])]["tests"]
        results = [
            {
                "test": test,
                "attempts": [_told(session, each) for each in of_run if each.position == at and _over(each)],
            }
            for at, test in enumerate(tests)
        ]
        told.append(run | {"status": _status(of_run), "testResults": results})
    return told


def _over(attempt: AttemptRow) -> bool:
    return attempt.finished_at is not None or attempt.failed_at is not None


def _status(attempts: Sequence[AttemptRow]) -> str:
    if all(_over(attempt) for attempt in attempts):
        return "failed" if any(attempt.failed_at for attempt in attempts) else "completed"
    return "in-progress" if any(attempt.attempts for attempt in attempts) else "queued"


def _told(session: OrgSession, attempt: AttemptRow) -> Json:
    """An attempt on the wire (hosted ``TestSuiteRunTestAttempt``); ``error`` is ours."""
    scores = json.loads(session.unseal(attempt.scores_sealed)) if attempt.scores_sealed else []
    where = {"sessionId": str(attempt.session_id)} if attempt.session_id else None
    call = str(attempt.call_id) if attempt.call_id else None
    return {"scorerResults": scores} | without_none({"metadata": where, "callId": call, "error": attempt.error})
