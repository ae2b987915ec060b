"""Tests of the type ``voice``: a simulated caller calls, speaks, and is heard."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy import text

from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.scope import SystemScope
from mia.platform.kernel.settings import Settings
from mia.voice.engine.pipeline.call import run_call
from mia.voice.engine.ports import Speech
from mia.voice.engine.speech.embedded import prewarm
from mia.voice.media.engine import CallEngine
from mia.voice.resources.test_suite import speaking
from mia.voice.resources.test_suite.running import Runner
from mia.voice.workers.lines import IdleLines
from tests.fakes.phones.media import ScriptedCall, ScriptedEngine, media_worker
from tests.fakes.phones.voice import ANALYZED, VoiceApi, assistant_body, local_messages, voice_api
from tests.voice.resources.tool_steps import made

Json = dict[str, Any]


@pytest_asyncio.fixture
async def voice(database: Database, settings: Settings) -> AsyncIterator[VoiceApi]:
    async with database.system(SystemScope.CRON) as system:
        await system.sql.execute(text("DELETE FROM voice_test_runs"))
    async with database.system(SystemScope.VOICE_TOKEN) as system:
        await system.sql.execute(text("DELETE FROM voice_media_workers"))
    async with voice_api(database, settings, ANALYZED) as api:
        yield api


@pytest_asyncio.fixture
async def runner(database: Database, settings: Settings) -> AsyncIterator[Runner]:
    async with local_messages() as messages:
        yield Runner(database, ANALYZED, messages, IdleLines(database, settings))


async def begun(voice: VoiceApi, script: str, rubric: str, **more: Any) -> str:
    """The path of a run with one spoken test, whose caller says the lines of the script."""
    model = {"provider": "openai", "model": "small"}
    target = {"assistantId": await made(voice, "/assistant", **assistant_body() | {"model": model})}
    plans = {"targetPlan": target, "testerPlan": {"assistant": {"name": "Lines"}}}
    suite = await made(voice, "/test-suite", **plans)
    scorers = [{"type": "ai", "rubric": f"It must say:\n{rubric}"}]
    test = {"type": "voice", "script": script, "scorers": scorers, **more}
    await made(voice, f"/test-suite/{suite}/test", **test)
    return f"/test-suite/{suite}/run/{await made(voice, f'/test-suite/{suite}/run')}"


async def told(voice: VoiceApi, path: str) -> Json:
    run: Json = (await voice.http.get(path)).json()
    return run


class Engine(ScriptedEngine):
    """A script that runs the models of the API, or with ``speech`` the real engine."""

    def __init__(self, speech: Speech | None = None) -> None:
        super().__init__()
        self._speech = speech

    def parts(self) -> CallEngine:
        parts = replace(super().parts(), language_models=ANALYZED)
        return replace(parts, speech=self._speech, run_call=run_call) if self._speech else parts


@pytest.mark.sound
async def test_a_simulated_caller_speaks_and_is_heard(
    voice: VoiceApi, runner: Runner, database: Database, settings: Settings
) -> None:
    speech = await prewarm()
    path = await begun(voice, "I would like an appointment.\nThank you and bye.", "Goodbye.")
    async with media_worker(database, settings, lambda: Engine(speech)):
        assert await runner.hold_due() == 1
    run = await told(voice, path)
    (attempt,) = run["testResults"][0]["attempts"]
    assert (run["status"], [score["result"] for score in attempt["scorerResults"]]) == ("completed", ["pass"])
    call = (await voice.http.get(f"/call/{attempt['callId']}")).json()
    said = [(line["role"], line["message"].lower()) for line in call["messages"]]
    assert [role for role, _ in said] == ["bot", "user", "bot", "user", "bot"]
    assert "appointment" in said[1][1] and "bye" in said[3][1], said
    assert (call["type"], call["endedReason"]) == ("vapi.websocketCall", "assistant-ended-call")


async def speaks(script: ScriptedCall, *sentences: str) -> None:
    """The assistant says something."""
    script.transport.send('{"type":"speech-update","role":"assistant","status":"started"}')
    for sentence in sentences:
        script.transport.send(
            f'{{"type":"transcript","role":"assistant","transcriptType":"final","transcript":"{sentence}"}}'
        )
    script.transport.send('{"type":"speech-update","role":"assistant","status":"stopped"}')


async def test_a_caller_waits_until_she_has_spoken_and_hangs_up_at_the_end_of_the_script(
    voice: VoiceApi, runner: Runner, database: Database, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(speaking, "_PATIENCE", 0.5)
    path = await begun(voice, "Hi", "Yes? Hello.")
    async with media_worker(database, settings, Engine) as media:
        holding = asyncio.create_task(runner.hold_due())
        script = await media.engine.next_call()
        await script.transport.connected()
        await script.begin()
        await speaks(script, "Yes?", "Hello.")
        async with asyncio.timeout(20):
            ended = await anext(aiter(script.transport.messages()))
        assert ended == '{"type":"end-call"}'
        script.transport.send('{"type":"status-update","status":"ended"}')
        await script.transport.close()
        script.hang_up()
        assert await holding == 1
    run = await told(voice, path)
    (attempt,) = run["testResults"][0]["attempts"]
    assert (run["status"], attempt["scorerResults"][0]["result"]) == ("completed", "pass")


async def test_a_worker_that_refuses_the_call_is_a_failed_try(
    voice: VoiceApi, runner: Runner, database: Database, settings: Settings
) -> None:
    path = await begun(voice, "Hi", "Hello.")  # its engine has no such model
    async with media_worker(database, settings):
        assert await runner.hold_due() == 1
    assert (await told(voice, path))["status"] == "in-progress"


async def test_a_call_in_which_nothing_is_said_is_tried_again(
    voice: VoiceApi, runner: Runner, database: Database, settings: Settings
) -> None:
    path = await begun(voice, "Hi", "Hello.")
    async with media_worker(database, settings, Engine) as media:
        holding = asyncio.create_task(runner.hold_due())
        script = await media.engine.next_call()
        await script.transport.connected()
        await script.transport.close()
        script.hang_up()
        assert await holding == 1
    assert (await told(voice, path))["status"] == "in-progress"


async def test_a_spoken_test_waits_for_a_worker_that_nobody_talks_to(
    voice: VoiceApi, runner: Runner, clock: MovableClock, database: Database
) -> None:
    path = await begun(voice, "Hi", "Hello.")
    assert await runner.hold_due() == 1
    assert (await told(voice, path))["status"] == "queued", "waiting is no failed try"
    clock.move(timedelta(hours=2))
    async with database.system(SystemScope.CRON) as system:
        await system.sql.execute(text("UPDATE voice_test_attempts SET next_at = now()"))
    assert await runner.hold_due() == 1
    run = await told(voice, path)
    (attempt,) = run["testResults"][0]["attempts"]
    assert (run["status"], attempt["error"]) == ("failed", "No line was free to speak on within an hour.")


async def test_a_run_speaks_so_many_conversations_at_most(voice: VoiceApi) -> None:
    path = await begun(voice, "Hi", "Hello.", numAttempts=10)
    suite = path.partition("/run")[0]
    test = {"type": "voice", "script": "Hi", "scorers": [{"type": "ai", "rubric": "x"}], "numAttempts": 10}
    assert (await voice.http.post(f"{suite}/test", json=test)).status_code == 201
    assert (await voice.http.post(f"{suite}/run", json={})).status_code == 201
    assert (await voice.http.post(f"{suite}/test", json=test | {"numAttempts": 1})).status_code == 201
    refused = await voice.http.post(f"{suite}/run", json={})
    assert (refused.status_code, refused.json()["message"]) == (400, ["A run speaks at most 20 conversations."])
