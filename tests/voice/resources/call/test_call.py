"""``/call``: made, joined, followed, ended, erased."""

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import httpx
import pytest
import pytest_asyncio

from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.ids import new_id
from mia.platform.kernel.scope import SystemScope
from mia.platform.kernel.settings import Settings
from mia.voice.workers.registry import WorkerState, report_worker
from tests.fakes.phones.media import OFFER, RunningWorker, media_worker
from tests.fakes.phones.voice import MessageServer, VoiceApi, assistant_body, listen

Json = dict[str, Any]


@pytest_asyncio.fixture
async def media(database: Database, settings: Settings) -> AsyncIterator[RunningWorker]:
    async with media_worker(database, settings) as running:
        yield running


async def make_call(voice: VoiceApi, server_url: str | None = None, **body: Any) -> Json:
    made = await voice.http.post("/call/web", json=body or {"assistant": assistant_body(server_url)})
    assert made.status_code == 201, made.text
    call: Json = made.json()
    return call


async def join(voice: VoiceApi, call: Json, offer: Json = OFFER) -> Any:
    headers = voice.as_client(call["transport"]["callToken"])
    return await voice.http.post(call["transport"]["callUrl"], json=offer, headers=headers)


async def test_a_web_call_says_how_to_join_it(voice: VoiceApi) -> None:
    call = await make_call(voice)
    assert call["type"] == "webCall"
    assert call["status"] == "queued"
    assert call["webCallUrl"].partition("#")[::2] == (call["transport"]["callUrl"], call["transport"]["callToken"])
    assert call["transport"]["callUrl"] == f"http://voice.example/call/{call['id']}/offer"
    assert call["transport"]["provider"] == "mia.webrtc"
    stored = (await voice.http.get(f"/call/{call['id']}")).json()
    assert "transport" not in stored
    assert stored["assistant"]["name"] == "Mia"


async def test_a_web_call_says_who_speaks_and_what_will_be_recorded(voice: VoiceApi) -> None:
    plan = {"recordingConsentPlan": {"type": "verbal", "message": "May I record this?"}}
    wish = {"recordingEnabled": True, "videoRecordingEnabled": True}
    choice = {"voice": {"provider": "mia", "voiceId": "heart", "speed": 1.1}}
    body = assistant_body("https://desk.example/m", artifactPlan=wish, compliancePlan=plan)
    id = (await voice.http.post("/assistant", json=body | choice)).json()["id"]
    call = await make_call(voice, assistantId=id)
    assert call["assistant"] == {"id": id, "name": "Mia", "voice": {"provider": "mia", "voiceId": "heart"}}
    assert call["artifactPlan"] == wish
    unasked = await make_call(voice, assistant=assistant_body(artifactPlan=wish))
    assert unasked["artifactPlan"] == {"recordingEnabled": False, "videoRecordingEnabled": False}
    plain = await make_call(voice)
    assert plain["assistant"]["voice"] == {"provider": "mia"}
    assert plain["artifactPlan"]["recordingEnabled"] is False


async def test_a_public_token_may_begin_a_call(voice: VoiceApi) -> None:
    headers = voice.as_client(voice.public_token)
    made = await voice.http.post("/call/web", json={"assistant": assistant_body()}, headers=headers)
    assert made.status_code == 201


@pytest.mark.parametrize(
    ("body", "status", "message"),
    [
        ({}, 400, ["Assistant or Squad or Workflow must be provided."]),
        ({"workflowId": "w"}, 400, ["workflowId must be a UUID"]),
        ({"assistantID": "x"}, 400, ["property assistantID should not exist"]),
        ({"assistantId": str(uuid4())}, 404, "Assistant not found."),
        ({"assistantId": "x"}, 400, ["assistantId must be a UUID"]),
    ],
)
async def test_a_call_needs_somebody_who_answers(voice: VoiceApi, body: Json, status: int, message: Any) -> None:
    refused = await voice.http.post("/call/web", json=body)
    assert refused.status_code == status
    assert refused.json()["message"] == message


async def test_overrides_change_this_call_only(voice: VoiceApi, media: RunningWorker) -> None:
    body = assistant_body(firstMessage="Hello {{name}}, this is {{ nobody }}.")
    id = (await voice.http.post("/assistant", json=body)).json()["id"]
    overrides = {"variableValues": {"name": "Ana"}, "metadata": {"visit": "v1"}, "maxDurationSeconds": 60}
    call = await make_call(voice, assistantId=id, assistantOverrides=overrides)
    await join(voice, call)
    setup = (await media.engine.next_call()).setup
    assert setup.answering.brief.first_message == "Hello Ana, this is {{ nobody }}."
    assert setup.answering.brief.context["practice"] == {"name": "Downtown Medspa"}
    assert setup.answering.brief.vocabulary == ("Downtown Medspa",)
    assert setup.limits.max_duration == 60
    assert (await voice.http.get(f"/assistant/{id}")).json()["metadata"].get("visit") is None


async def test_a_whole_call(voice: VoiceApi, media: RunningWorker, server: MessageServer) -> None:
    server.answer = _booked
    call = await make_call(voice, server.url)
    answer = await join(voice, call)
    assert answer.status_code == 200
    assert answer.json() == {"type": "answer", "sdp": "v=0 answer"}

    script = await media.engine.next_call()
    await script.begin()
    running = (await server.wait_for("status-update"))[0]
    assert running["status"] == "in-progress"
    assert running["call"]["id"] == call["id"]
    assert running["assistant"] == {"name": "Mia", "metadata": {"clinicId": "cli_1"}}

    await script.hears("I want to book")
    result = await script.uses_tool("book_appointment", name="Ana Ruiz")
    assert result.result == {"status": "booked"}
    stored = (await voice.http.get(f"/call/{call['id']}")).json()
    assert stored["status"] == "in-progress"
    assert [line["role"] for line in stored["messages"]] == ["bot", "user", "tool_calls", "tool_call_result"]

    script.hang_up()
    report = (await server.wait_for("end-of-call-report"))[0]
    assert report["endedReason"] == "customer-ended-call"
    assert report["artifact"]["transcript"] == "AI: Hello, this is Mia.\nUser: I want to book\n"
    assert report["analysis"] == {
        "summary": "Asked about hours.",
        "structuredData": {"outcome": "answered"},
        "successEvaluation": "true",
    }
    assert report["durationSeconds"] >= 0
    assert [m["status"] for m in server.of_type("status-update")] == ["in-progress", "ended"]
    ended = (await voice.http.get(f"/call/{call['id']}")).json()
    assert ended["status"] == "ended"
    assert ended["endedReason"] == "customer-ended-call"
    assert ended["analysis"]["summary"] == "Asked about hours."
    assert ended["artifact"]["messagesOpenAIFormatted"][1] == {"role": "user", "content": "I want to book"}
    assert server.received[0].headers["authorization"] == "Bearer secret-of-server"


async def _booked(message: Json) -> Json:
    if message["type"] != "tool-calls":
        return {}
    asked = message["toolCallList"][0]
    assert asked["function"] == {"name": "book_appointment", "arguments": '{"name":"Ana Ruiz"}'}
    return {"results": [{"toolCallId": asked["id"], "result": '{"status":"booked"}'}]}


async def test_a_call_is_joined_once(voice: VoiceApi, media: RunningWorker) -> None:
    call = await make_call(voice)
    assert (await join(voice, call)).status_code == 200
    again = await join(voice, call)
    assert again.status_code == 409
    assert again.json()["message"] == "The call was already joined."


async def test_an_offer_without_sound_is_refused_and_another_may_follow(
    voice: VoiceApi, media: RunningWorker
) -> None:
    call = await make_call(voice)
    refused = await join(voice, call, {"type": "offer", "sdp": "nonsense"})
    assert refused.status_code == 400
    assert refused.json()["message"] == ["The offer could not be understood."]
    assert (await join(voice, call)).status_code == 200


async def test_without_a_media_worker_the_lines_are_busy(voice: VoiceApi) -> None:
    refused = await join(voice, await make_call(voice))
    assert refused.status_code == 503
    assert refused.json()["retryable"] is True


async def test_a_worker_takes_no_more_calls_than_it_can_hold(
    voice: VoiceApi, database: Database, settings: Settings
) -> None:
    one_call = settings.model_copy(update={"calls_per_worker": 1})
    async with media_worker(database, one_call):
        assert (await join(voice, await make_call(voice))).status_code == 200
        assert (await join(voice, await make_call(voice))).status_code == 503
        async with media_worker(database, one_call):
            assert (await join(voice, await make_call(voice))).status_code == 200


async def test_a_worker_that_does_not_answer_is_passed_over(
    voice: VoiceApi, media: RunningWorker, database: Database
) -> None:
    listener, nobody = listen()
    listener.close()
    await media.worker.report()
    async with database.system(SystemScope.VOICE_TOKEN) as system:
        await report_worker(
            system,
            WorkerState(new_id(), nobody, 9, -1, 9, -1, draining=False),
        )
    assert (await join(voice, await make_call(voice))).status_code == 200


async def test_a_join_token_is_good_for_its_call_and_for_three_minutes(
    voice: VoiceApi, media: RunningWorker, clock: MovableClock
) -> None:
    one, other = await make_call(voice), await make_call(voice)
    token = voice.as_client(one["transport"]["callToken"])
    assert (await voice.http.post(f"/call/{other['id']}/offer", json=OFFER, headers=token)).status_code == 401
    forged = voice.as_client(one["transport"]["callToken"][:-2] + "xx")
    assert (await voice.http.post(f"/call/{one['id']}/offer", json=OFFER, headers=forged)).status_code == 401
    clock.move(timedelta(minutes=4))
    assert (await voice.http.post(f"/call/{one['id']}/offer", json=OFFER, headers=token)).status_code == 401


async def test_a_private_token_may_join_and_hang_up(voice: VoiceApi, media: RunningWorker) -> None:
    call = await make_call(voice)
    assert (await voice.http.post(f"/call/{call['id']}/offer", json=OFFER)).status_code == 200
    script = await media.engine.next_call()
    assert (await voice.http.post(f"/call/{call['id']}/end")).status_code == 204
    await script.ended.wait()
    assert script.reason == "customer-ended-call"


async def test_hanging_up_before_joining_ends_the_call(voice: VoiceApi, server: MessageServer) -> None:
    call = await make_call(voice, server.url)
    headers = voice.as_client(call["transport"]["callToken"])
    for _ in range(2):
        assert (await voice.http.post(f"/call/{call['id']}/end", headers=headers)).status_code == 204
    assert len(await server.wait_for("end-of-call-report")) == 1
    refused = await join(voice, call)
    assert refused.status_code in (409, 503)


async def test_a_crash_of_the_engine_ends_the_call_with_a_report(
    voice: VoiceApi, media: RunningWorker, server: MessageServer
) -> None:
    await join(voice, await make_call(voice, server.url))
    script = await media.engine.next_call()
    await script.begin()
    script.crash = True
    script.hang_up()
    report = (await server.wait_for("end-of-call-report"))[0]
    assert report["endedReason"] == "call.in-progress.error-vapifault-worker-died"
    assert "Hello, this is Mia." in report["transcript"]


async def test_a_worker_that_stops_lets_its_callers_say_goodbye(
    voice: VoiceApi, database: Database, settings: Settings, server: MessageServer
) -> None:
    async with media_worker(database, settings) as leaving:
        await join(voice, await make_call(voice, server.url))
        await (await leaving.engine.next_call()).begin()
    report = (await server.wait_for("end-of-call-report"))[0]
    assert report["endedReason"] == "assistant-ended-call-after-message-spoken"
    assert "restart" in report["transcript"]


async def test_an_erased_call_leaves_nothing(voice: VoiceApi, media: RunningWorker) -> None:
    call = await make_call(voice)
    await join(voice, call)
    script = await media.engine.next_call()
    await script.begin()
    erased = await voice.http.delete(f"/call/{call['id']}")
    assert erased.status_code == 200
    assert (await voice.http.get(f"/call/{call['id']}")).status_code == 404
    await script.ended.wait()


async def test_only_the_name_of_a_call_changes(voice: VoiceApi) -> None:
    call = await make_call(voice)
    assert (await voice.http.patch(f"/call/{call['id']}", json={"name": "First"})).json()["name"] == "First"
    refused = await voice.http.patch(f"/call/{call['id']}", json={"status": "ended"})
    assert refused.json()["message"] == ["property status should not exist"]


async def test_calls_can_be_found_by_their_assistant(voice: VoiceApi) -> None:
    id = (await voice.http.post("/assistant", json=assistant_body())).json()["id"]
    mine = await make_call(voice, assistantId=id)
    await make_call(voice)
    found = (await voice.http.get("/call", params={"assistantId": id})).json()
    assert [call["id"] for call in found] == [mine["id"]]
    assert (await voice.http.get("/call", params={"phoneNumberId": str(uuid4())})).json() == []


@pytest.mark.parametrize(("method", "path"), [("GET", ""), ("PATCH", ""), ("DELETE", ""), ("POST", "/end"),
                                              ("POST", "/offer")])  # fmt: skip
async def test_another_organisation_finds_no_call(
    voice: VoiceApi, stranger: VoiceApi, media: RunningWorker, method: str, path: str
) -> None:
    call = await make_call(voice)
    body = OFFER if path == "/offer" else {}
    answer = await stranger.http.request(method, f"/call/{call['id']}{path}", json=body)
    assert answer.status_code == 404
    assert (await voice.http.get(f"/call/{call['id']}")).json()["status"] == "queued"
    assert (await stranger.http.get("/call")).json() == []


async def test_a_worker_answers_only_those_who_know_the_secret(media: RunningWorker, voice: VoiceApi) -> None:
    async with httpx.AsyncClient(base_url=media.address) as anybody:
        for path, body in ((f"/calls/{uuid4()}/offer", OFFER), (f"/calls/{uuid4()}/end", {"reason": "x"})):
            assert (await anybody.post(path, json=body)).status_code == 401
            wrong = {"X-Mia-Media-Secret": "wrong"}
            assert (await anybody.post(path, json=body, headers=wrong)).status_code == 401
