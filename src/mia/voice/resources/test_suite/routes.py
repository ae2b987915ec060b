"""``/test-suite``, and the tests and runs of one."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Path, Query

from mia.voice.auth.guards import OrgSessionDep
from mia.voice.resources.test_suite import runs
from mia.voice.resources.test_suite.models import ScenarioRecord
from mia.voice.resources.test_suite.schemas import Scenario, Suite, SuiteRun, UpdateScenario
from mia.voice.resources.test_suite.service import (
    SCENARIOS,
    SUITES,
    create_scenario,
    require_parts,
    require_scenario,
)
from mia.voice.services import ServicesDep
from mia.voice.wire import Json, PageQuery

router = APIRouter(prefix="/test-suite", tags=["test-suite"])

PageOf = Annotated[PageQuery, Query()]
SuiteId = Annotated[UUID, Path(alias="testSuiteId")]


@router.post("", status_code=201)
async def create_test_suite(body: Suite, session: OrgSessionDep, services: ServicesDep) -> Json:
    given = services.given(body)
    await require_parts(session, given)
    return await SUITES.create(session, given)


@router.get("")
async def list_test_suites(query: PageOf, session: OrgSessionDep) -> Json:
    return await SUITES.page(session, query)


@router.get("/{id}")
async def read_test_suite(id: UUID, session: OrgSessionDep) -> Json:
    return await SUITES.read(session, id)


@router.patch("/{id}")
async def update_test_suite(id: UUID, body: Suite, session: OrgSessionDep, services: ServicesDep) -> Json:
    given = services.given(body)
    await require_parts(session, given)
    return await SUITES.update(session, id, given)


@router.delete("/{id}")
async def delete_test_suite(id: UUID, session: OrgSessionDep) -> Json:
    """Remove a suite with its tests and runs."""
    return await SUITES.delete(session, id)


@router.post("/{testSuiteId}/test", status_code=201)
async def create_test(suite_id: SuiteId, body: Scenario, session: OrgSessionDep) -> Json:
    return await create_scenario(session, suite_id, body.given())


@router.get("/{testSuiteId}/test")
async def list_tests(suite_id: SuiteId, query: PageOf, session: OrgSessionDep) -> Json:
    await SUITES.require(session, suite_id)
    return await SCENARIOS.page(session, query, ScenarioRecord.suite_id == suite_id)


@router.get("/{testSuiteId}/test/{id}")
async def read_test(suite_id: SuiteId, id: UUID, session: OrgSessionDep) -> Json:
    await require_scenario(session, suite_id, id)
    return await SCENARIOS.read(session, id)


@router.patch("/{testSuiteId}/test/{id}")
async def update_test(suite_id: SuiteId, id: UUID, body: UpdateScenario, session: OrgSessionDep) -> Json:
    await require_scenario(session, suite_id, id)
    return await SCENARIOS.update(session, id, body.given())


@router.delete("/{testSuiteId}/test/{id}")
async def delete_test(suite_id: SuiteId, id: UUID, session: OrgSessionDep) -> Json:
    """Remove a test; runs keep the copy that they were made with."""
    await require_scenario(session, suite_id, id)
    return await SCENARIOS.delete(session, id)


@router.post("/{testSuiteId}/run", status_code=201)
async def create_run(suite_id: SuiteId, body: SuiteRun, session: OrgSessionDep, services: ServicesDep) -> Json:
    """Have all tests of the suite run; the job worker holds the conversations."""
    return await runs.create_run(session, suite_id, body.given(), services.language_models)


@router.get("/{testSuiteId}/run")
async def list_runs(suite_id: SuiteId, query: PageOf, session: OrgSessionDep) -> Json:
    return await runs.list_runs(session, suite_id, query)


@router.get("/{testSuiteId}/run/{id}")
async def read_run(suite_id: SuiteId, id: UUID, session: OrgSessionDep) -> Json:
    return await runs.read_run(session, suite_id, id)


@router.patch("/{testSuiteId}/run/{id}")
async def update_run(suite_id: SuiteId, id: UUID, body: SuiteRun, session: OrgSessionDep) -> Json:
    return await runs.rename_run(session, suite_id, id, body.given())


@router.delete("/{testSuiteId}/run/{id}")
async def delete_run(suite_id: SuiteId, id: UUID, session: OrgSessionDep) -> Json:
    return await runs.delete_run(session, suite_id, id)
