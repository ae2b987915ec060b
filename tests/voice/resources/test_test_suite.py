"""``/test-suite``: a caller by script talks to an assistant in writing, and rubrics judge what was said."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
import pytest_asyncio
from sqlalchemy import text

from mia.platform.conversation.ports import Brief, LanguageModelFault, Message
from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.scope import SystemScope
from mia.platform.kernel.settings import Settings
from mia.voice.language_models import LanguageModels
from mia.voice.resources.test_suite.running import Runner, run_suites
from mia.voice.resources.test_suite.runs import ATTEMPTS
from mia.voice.resources.test_suite.tester import Player
from mia.voice.upkeep import erase_old_content
from mia.voice.workers.lines import IdleLines
from tests.fakes.phones.voice import (
    ANALYZED,
    SCRIPTED,
    MessageServer,
    ScriptedAnalyst,
    ScriptedModel,
    VoiceApi,
    assistant_body,
    local_messages,
    number_id,
    voice_api,
    voice_settings,
)
from tests.fakes.waiting import eventually
from tests.voice.resources.tool_steps import made

Json = dict[str, Any]

SCRIPT = "Hello there\n\nbye"
MODEL = {"provider": "openai", "model": "small"}
LINES: Json = {"assistant": {"name": "Lines"}}
"""A tester without a provider's model."""


@pytest_asyncio.fixture
async def voice(database: Database, settings: Settings) -> AsyncIterator[VoiceApi]:
    async with database.system(SystemScope.CRON) as system:
        await system.sql.execute(text("DELETE FROM voice_test_runs"))
    async with voice_api(database, settings, ANALYZED) as api:
        yield api


def scenario(*rubrics: str, **more: Any) -> Json:
    scorers = [{"type": "ai", "rubric": f"It must say:\n{rubric}"} for rubric in rubrics or ("Goodbye.",)]
    return {"type": "chat", "script": SCRIPT, "scorers": scorers, **more}


async def suite(voice: VoiceApi, server_url: str | None = None, model: Json | None = MODEL, **more: Any) -> str:
    assistant = assistant_body(server_url) | ({"model": model} if model else {})
    target = {"assistantId": await made(voice, "/assistant", **assistant)}
    return await made(voice, "/test-suite", **{"name": "Front desk", "targetPlan": target} | more)


async def begun(voice: VoiceApi, *tests: Json, **more: Any) -> str:
    """The path of a run of a new suite."""
    suite_id = await suite(voice, **more)
    for test in tests or (scenario(),):
        await made(voice, f"/test-suite/{suite_id}/test", **test)
    return f"/test-suite/{suite_id}/run/{await made(voice, f'/test-suite/{suite_id}/run')}"


async def hold(database: Database, models: LanguageModels = ANALYZED) -> int:
    async with local_messages() as messages:
        return await Runner(database, models, messages, nowhere(database)).hold_due()


def nowhere(database: Database) -> IdleLines:
    """For tests in writing, which need no line."""
    return IdleLines(database, voice_settings(Path("unused")))


async def due_again(database: Database) -> None:
    async with database.system(SystemScope.CRON) as system:
        await system.sql.execute(text("UPDATE voice_test_attempts SET next_at = now()"))


async def read(voice: VoiceApi, path: str) -> Json:
    answer = await voice.http.get(path)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


@pytest.mark.parametrize("tester", [LINES, None], ids=["the script's lines", "a provider's model"])
async def test_a_caller_by_script_is_judged_by_rubrics(
    voice: VoiceApi, database: Database, server: MessageServer, tester: Json | None
) -> None:
    both = scenario("You said Hello there.", "Your visit is at 3 PM.", name="Greeting", numAttempts=2)
    path = await begun(voice, both, server_url=server.url, **({"testerPlan": tester} if tester else {}))
    assert ((run := await read(voice, path))["status"], run["testResults"][0]["attempts"]) == ("queued", [])
    assert await hold(database) == 2
    run = await read(voice, path)
    (result,) = run["testResults"]
    assert (run["status"], result["test"]["name"], len(result["attempts"])) == ("completed", "Greeting", 2)
    attempt = result["attempts"][0]
    assert [(score["result"], score["reasoning"]) for score in attempt["scorerResults"]] == [
        ("pass", "It was said."), ("fail", "No."),
    ]  # fmt: skip
    session = await read(voice, f"/session/{attempt['metadata']['sessionId']}")
    assert [message["content"] for message in session["messages"]] == [
        "Hello, this is Mia.", "Hello there", "You said Hello there.", "bye", "Goodbye.",
    ]  # fmt: skip
    assert (session["status"], await hold(database)) == ("completed", 0)


async def test_the_tester_s_variables_stand_in_script_and_rubric(voice: VoiceApi, database: Database) -> None:
    overrides = {"variableValues": {"who": "Leo"}}
    test = scenario() | {
        "script": "I am {{who}}",
        "scorers": [{"type": "ai", "rubric": "{{who}}"}],
    }
    path = await begun(voice, test, testerPlan=LINES | {"assistantOverrides": overrides})
    await hold(database)
    (score,) = (await read(voice, path))["testResults"][0]["attempts"][0]["scorerResults"]
    assert (score["result"], score["rubric"]) == ("pass", "Leo")


async def test_a_tester_with_a_prompt_of_its_own_has_the_script_in_it() -> None:
    asked: list[Sequence[Message]] = []

    class Notes(ScriptedAnalyst):
        async def write(self, brief: Brief, messages: Sequence[Message], **bounds: Any) -> str:
            asked.append(messages)
            return '{"say": "Hi", "done": false}'

    brief = Brief("Leo", "", "")
    assert await Player(Notes(), brief, "You are rude. {{test.script}}", "Ask for a visit.").next([]) == "Hi"
    assert asked[0][0] == Message("system", "You are rude. Ask for a visit.")


async def test_a_conversation_of_a_dead_process_is_held_by_another(voice: VoiceApi, database: Database) -> None:
    path = await begun(voice)
    assert len(await ATTEMPTS.claim(database, 1)) == 1
    assert ((await read(voice, path))["status"], await hold(database)) == ("in-progress", 0)
    await due_again(database)
    assert await hold(database) == 1
    run = await read(voice, path)
    assert (run["status"], len(run["testResults"][0]["attempts"])) == ("completed", 1)


async def test_the_job_worker_learns_of_a_run_at_once(voice: VoiceApi, database: Database) -> None:
    async with local_messages() as messages:
        working = asyncio.create_task(run_suites(database, ANALYZED, messages, nowhere(database)))
        path = await begun(voice)

        async def is_over() -> bool:
            return bool((await read(voice, path))["status"] == "completed")

        await eventually(is_over)
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)


class Silent:
    async def write(self, brief: Brief, messages: Sequence[Message], **bounds: Any) -> str:
        raise LanguageModelFault("unreachable", retryable=True)


async def test_a_run_fails_whose_judge_never_answers(voice: VoiceApi, database: Database) -> None:
    path, models = (
        await begun(voice, testerPlan=LINES),
        LanguageModels({"openai": lambda _: ScriptedModel()}, Silent()),
    )
    for status in ("in-progress", "in-progress", "failed"):
        assert await hold(database, models) == 1
        run = await read(voice, path)
        assert run["status"] == status
        await due_again(database)
    (attempt,) = run["testResults"][0]["attempts"]
    assert (attempt["scorerResults"], attempt["error"]) == (
        [], "A language model did not answer, or not in the form asked for."
    )  # fmt: skip


async def test_who_answers_a_number_is_tested(voice: VoiceApi, database: Database) -> None:
    number = await number_id(voice.http)
    squad = await made(voice, "/squad", members=[{"assistant": assistant_body() | {"model": MODEL}}])
    assert (await voice.http.patch(f"/phone-number/{number}", json={"squadId": squad})).status_code == 200
    path = await begun(voice, targetPlan={"phoneNumberId": number})
    await hold(database)
    assert (await read(voice, path))["status"] == "completed"


async def test_a_run_fails_at_once_whose_assistant_is_gone(voice: VoiceApi, database: Database) -> None:
    path = await begun(voice)
    tested = (await read(voice, path.partition("/run")[0]))["targetPlan"]["assistantId"]
    await voice.http.delete(f"/assistant/{tested}")
    await hold(database)
    run = await read(voice, path)
    assert (run["status"], run["testResults"][0]["attempts"][0]["error"]) == ("failed", "Assistant not found.")


async def test_suites_tests_and_runs_are_kept_changed_and_removed(voice: VoiceApi, database: Database) -> None:
    path = await begun(voice)
    suite_path = path.partition("/run")[0]
    suite_id = suite_path.rpartition("/")[2]
    assert [each["id"] for each in (await read(voice, "/test-suite"))["results"]] == [suite_id]
    renamed = await voice.http.patch(suite_path, json={"name": "Back office"})
    assert (renamed.json()["name"], "targetPlan" in renamed.json()) == ("Back office", True)
    (test,) = (await read(voice, f"{suite_path}/test"))["results"]
    assert (test["numAttempts"], test["testSuiteId"]) == (1, suite_id)
    changed = await voice.http.patch(f"{suite_path}/test/{test['id']}", json={"numAttempts": 3})
    assert changed.json()["numAttempts"] == 3
    assert (await voice.http.delete(f"{suite_path}/test/{test['id']}")).json()["id"] == test["id"]
    assert (await voice.http.patch(path, json={"name": "Night"})).json()["name"] == "Night"
    (run,) = (await read(voice, f"{suite_path}/run"))["results"]
    assert run["testResults"][0]["test"] == test, "a run keeps the tests that it was made with"
    assert (await voice.http.delete(path)).json()["id"] == run["id"]
    assert await hold(database) == 0
    await voice.http.delete(suite_path)
    for gone in (path, suite_path, f"{suite_path}/run", f"{suite_path}/test", f"{suite_path}/test/{test['id']}"):
        assert (await voice.http.get(gone)).status_code == 404


async def test_runs_are_erased_and_suites_stay(voice: VoiceApi, database: Database, clock: MovableClock) -> None:
    path = await begun(voice)
    clock.move(timedelta(days=31))
    await erase_old_content(database, 30)
    assert (await voice.http.get(path)).status_code == 404
    assert (await voice.http.get(path.partition("/run")[0])).status_code == 200


@pytest.mark.parametrize(
    ("path", "body", "complaint"),
    [
        ("", {"targetPlan": {"assistantId": str(uuid4())}}, "targetPlan.assistantId is no assistant"),
        ("", {"testerPlan": {"assistantId": str(uuid4())}}, "testerPlan.assistantId is no assistant"),
        ("", {"targetPlan": {"phoneNumberId": str(uuid4())}}, "targetPlan.phoneNumberId is no number"),
        ("", {"targetPlan": {"phoneNumber": {}}}, "phoneNumber is not offered: tests call no phone"),
        (
            "",
            {"targetPlan": {"phoneNumberId": str(uuid4()), "assistantId": str(uuid4())}},
            "targetPlan.takes only one of assistantId and phoneNumberId",
        ),
        (
            "",
            {"testerPlan": {"assistantOverrides": {"name": "Lines"}}},
            "testerPlan.assistantOverrides may hold only variableValues where no assistant tests",
        ),
        ("/{id}/test", scenario(type="voice", script="a\n" * 21), "script must have 1 to 20 lines"),
        ("/{id}/test", scenario(script=" \n"), "script.must have 1 to 50 lines"),
        ("/{id}/test", scenario(script="a\n" * 51), "script.must have 1 to 50 lines"),
        ("/{id}/test", scenario(numAttempts=11), "numAttempts must not be greater than 10"),
        ("/{id}/test", scenario() | {"scorers": []}, "scorers is not valid (too short)"),
        ("/{id}/run", {}, "The suite has no tests."),
    ],
)
async def test_what_cannot_be_tested_is_refused(voice: VoiceApi, path: str, body: Json, complaint: str) -> None:
    path = f"/test-suite{path}".replace("{id}", await suite(voice) if path else "")
    refused = await voice.http.post(path, json=body)
    assert (refused.status_code, complaint in str(refused.json()["message"])) == (400, True), refused.text


async def test_nothing_runs_that_nobody_could_judge_or_answer(
    voice: VoiceApi, database: Database, settings: Settings
) -> None:
    number = {"targetPlan": {"phoneNumberId": await number_id(voice.http)}}
    for more, complaint in (
        ({"model": None}, "scorers need a language model of a provider"),
        (
            number,
            "targetPlan must name an assistant, or a number that someone stored answers.",
        ),
        ({"targetPlan": None}, "targetPlan must name an assistant"),
    ):
        suite_id = await suite(voice, **more)
        await made(voice, f"/test-suite/{suite_id}/test", **scenario())
        refused = await voice.http.post(f"/test-suite/{suite_id}/run", json={})
        assert (refused.status_code, complaint in str(refused.json()["message"])) == (400, True), refused.text
    async with voice_api(database, settings, SCRIPTED) as bare:
        suite_id = await suite(bare)
        await made(bare, f"/test-suite/{suite_id}/test", **scenario())
        refused = await bare.http.post(f"/test-suite/{suite_id}/run", json={})
        assert "model.provider must be one of" in str(refused.json()["message"])


async def test_suites_are_their_organization_s(voice: VoiceApi, stranger: VoiceApi) -> None:
    run, other = await begun(voice), await suite(voice)
    mine, run_id = run.partition("/run")[0], run.rpartition("/")[2]
    (test,) = (await read(voice, f"{mine}/test"))["results"]
    requests: list[tuple[str, str, Json | None]] = [
        (method, path, {} if method in ("POST", "PATCH") else None)
        for path in (mine, f"{mine}/test/{test['id']}", run)
        for method in ("GET", "PATCH", "DELETE")
    ]
    requests += [("GET", f"{mine}/test", None), ("GET", f"{mine}/run", None)]
    requests += [("POST", f"{mine}/test", scenario()), ("POST", f"{mine}/run", {})]
    for headers, status in (({"Authorization": ""}, 401), (voice.as_client(voice.public_token), 403)):
        for method, path, body in requests:
            answer = await voice.http.request(method, path, json=body, headers=headers)
            assert answer.status_code == status, (method, path)
    for method, path, body in requests:
        assert (await stranger.http.request(method, path, json=body)).status_code == 404, (method, path)
    for within in (f"test/{test['id']}", f"run/{run_id}"):
        assert (await voice.http.get(f"/test-suite/{other}/{within}")).status_code == 404
