"""Test suites and their tests, and who talks to whom in them."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, func, select

from mia.platform.conversation.ports import Brief
from mia.platform.db.session import OrgSession
from mia.platform.kernel.errors import NotFound
from mia.voice.http import BadRequest
from mia.voice.resources.assistant.brief import brief_of
from mia.voice.resources.assistant.service import ASSISTANTS
from mia.voice.resources.documents import Documents, fits
from mia.voice.resources.phone_number.service import NUMBERS, find_number
from mia.voice.resources.test_suite.models import ScenarioRecord, SuiteRecord
from mia.voice.resources.test_suite.schemas import MOST_TESTS, Scenario, Suite
from mia.voice.resources.who_answers import ANSWERERS, who_answers
from mia.voice.wire import Json, without_none

SUITES = Documents(SuiteRecord, "Test suite", check=fits(Suite))
SCENARIOS = Documents(
    ScenarioRecord, "Test", check=fits(Scenario), shown=lambda row: {"testSuiteId": str(row.suite_id)}
)
"""The tests of suites: made by :func:`create_scenario`."""


@dataclass(frozen=True)
class Sides:
    """Who talks to whom: what a conversation with the ``target`` begins with, and whose model plays the caller.
    ``prompt`` is what the tester was told by who made it; ``variables`` are filled into script and rubrics."""

    request: Json
    target: Brief
    tester: Brief
    prompt: str
    variables: Json


async def require_parts(session: OrgSession, suite: Json) -> None:
    """:class:`BadRequest` when an assistant or a number that a suite names is not there."""
    for plan in ("targetPlan", "testerPlan"):
        id = (suite.get(plan) or {}).get("assistantId")
        if id is not None and await ASSISTANTS.find(session, UUID(id)) is None:
            raise BadRequest(f"{plan}.assistantId is no assistant of this organization.")
    for place, id in (
        ("phoneNumberId", suite.get("phoneNumberId")),
        ("targetPlan.phoneNumberId", (suite.get("targetPlan") or {}).get("phoneNumberId")),
    ):
        if id is not None and await find_number(session, UUID(id)) is None:
            raise BadRequest(f"{place} is no number of this organization.")


async def sides_of(session: OrgSession, suite: Json) -> Sides:
    """Who is tested and who tests; :class:`BadRequest` or :class:`NotFound` when nobody can be."""
    plan: Json = suite.get("targetPlan") or {}
    answers = {"assistantId": plan.get("assistantId")}
    number_id = plan.get("phoneNumberId") or suite.get("phoneNumberId")
    if number_id and not plan.get("assistantId"):
        answers = NUMBERS.config(session, await NUMBERS.require(session, UUID(number_id)))
    request = {name: answers[name] for name in ANSWERERS if answers.get(name)}
    if not request:
        raise BadRequest("targetPlan must name an assistant, or a number that someone stored answers.")
    if request.get("workflowId") and plan.get("assistantOverrides"):
        raise BadRequest("targetPlan.assistantOverrides changes an assistant or a squad, and no workflow.")
    request |= without_none({"assistantOverrides": plan.get("assistantOverrides")})
    _, target = await who_answers(session, request)
    testers: Json = suite.get("testerPlan") or {}
    variables: Json = (testers.get("assistantOverrides") or {}).get("variableValues") or {}
    if not testers.get("assistantId") and not testers.get("assistant"):
        return Sides(request, brief_of(target), brief_of(target), "", variables)
    tester = brief_of((await who_answers(session, testers))[1])
    return Sides(request, brief_of(target), tester, tester.system_prompt, variables)


async def create_scenario(session: OrgSession, suite_id: UUID, document: Json) -> Json:
    """Give a suite another test; :class:`NotFound` when the organization has no such suite."""
    await SUITES.require(session, suite_id, lock=True)
    mine = in_suite(session, ScenarioRecord, suite_id)
    count: Any = await session.sql.scalar(select(func.count()).select_from(ScenarioRecord).where(*mine))
    if count >= MOST_TESTS:
        raise BadRequest(f"A suite has at most {MOST_TESTS} tests.")
    return await SCENARIOS.create(session, {"numAttempts": 1} | document, suite_id=suite_id)


async def require_scenario(session: OrgSession, suite_id: UUID, id: UUID) -> None:
    """:class:`NotFound` when the suite has no such test."""
    row = await SCENARIOS.require(session, id)
    if row.suite_id != suite_id:
        raise NotFound("Test not found.")


def in_suite(session: OrgSession, record: Any, suite_id: UUID) -> tuple[ColumnElement[bool], ...]:
    """SQL: of the organization's suite."""
    return record.org_id == session.scope.org_id, record.suite_id == suite_id
