"""``/session`` and ``/chat``: the same conversation in writing."""

from datetime import timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from mia.platform.conversation.ports import Brief, LanguageModel
from mia.platform.db.session import Database
from mia.platform.kernel.clock import MovableClock
from mia.platform.kernel.settings import Settings
from mia.voice.auth.guards import scope_of_row
from mia.voice.http import BadRequest
from mia.voice.language_models import LanguageModels
from mia.voice.messages.delivery import deliver_due
from mia.voice.resources.session.ending import close_idle_sessions
from tests.fakes.phones.voice import SCRIPTED, MessageServer, VoiceApi, assistant_body, local_messages, voice_api
from tests.voice.resources.chat.chat_steps import Json, begin, said, write


async def test_a_session_begins_with_the_first_message(voice: VoiceApi) -> None:
    session = await begin(voice)
    assert session["status"] == "active"
    assert [(m["role"], m["content"]) for m in session["messages"]] == [("assistant", "Hello, this is Mia.")]


async def test_an_assistant_that_waits_says_nothing_first(voice: VoiceApi) -> None:
    body = assistant_body(firstMessageMode="assistant-waits-for-user")
    made = await voice.http.post("/session", json={"assistant": body})
    assert made.json()["messages"] == []


async def test_a_session_remembers(voice: VoiceApi, server: MessageServer) -> None:
    session = await begin(voice, server.url)
    first, second = await write(voice, session, "one"), await write(voice, session, "two")
    assert said(first) == ["You said one."]
    assert said(second) == ["You said two."]
    assert second["sessionId"] == session["id"]
    stored = (await voice.http.get(f"/session/{session['id']}")).json()
    assert [m["content"] for m in stored["messages"]] == [
        "Hello, this is Mia.", "one", "You said one.", "two", "You said two.",
    ]  # fmt: skip
    listed = (await voice.http.get("/chat", params={"sessionId": session["id"], "sortOrder": "ASC"})).json()
    assert [chat["id"] for chat in listed["results"]] == [first["id"], second["id"]]
    assert listed["metadata"] == {"itemsPerPage": 100, "totalItems": 2, "currentPage": 1}

    await voice.http.patch(f"/session/{session['id']}", json={"status": "completed"})
    report = (await server.wait_for("end-of-call-report"))[0]
    assert report["analysis"]["structuredData"]["turns"] == 2


async def test_a_tool_is_run_by_the_assistants_server(voice: VoiceApi, server: MessageServer) -> None:
    async def book(message: Json) -> Json:
        return {"results": [{"toolCallId": message["toolCallList"][0]["id"], "result": {"status": "booked"}}]}

    server.answer = book
    session = await begin(voice, server.url, assistantOverrides={"metadata": {"visit": "v1"}})
    chat = await write(voice, session, "book me in")
    assert said(chat) == ["Let me see.", "Done: booked."]
    assert [message["role"] for message in chat["messages"]] == ["user", "assistant", "tool", "assistant"]
    message = server.of_type("tool-calls")[0]
    assert message["session"]["id"] == session["id"]
    assert message["session"]["metadata"] == {"visit": "v1"}
    assert message["chat"] == {"sessionId": session["id"], "id": chat["id"]}
    assert "call" not in message


async def test_a_tool_that_fails_is_told_to_the_model(voice: VoiceApi, server: MessageServer) -> None:
    server.fail.append(500)
    chat = await write(voice, await begin(voice, server.url), "book me in")
    assert said(chat)[-1] == "That failed: The tool failed."


async def test_a_goodbye_completes_the_session_and_reports_it(voice: VoiceApi, server: MessageServer) -> None:
    session = await begin(voice, server.url)
    assert (await write(voice, session, "bye"))["endedReason"] == "assistant-ended-call"
    report = (await server.wait_for("end-of-call-report"))[0]
    assert report["endedReason"] == "assistant-ended-call"
    assert report["session"]["id"] == session["id"]
    assert report["artifact"]["transcript"] == "AI: Hello, this is Mia.\nUser: bye\nAI: Goodbye.\n"
    assert report["analysis"]["summary"] == "They talked."
    late = await voice.http.post("/chat", json={"sessionId": session["id"], "input": "hello?"})
    assert late.status_code == 409
    assert (await voice.http.get(f"/session/{session['id']}")).json()["status"] == "completed"


async def test_completing_twice_reports_once(voice: VoiceApi, server: MessageServer, database: Database) -> None:
    session = await begin(voice, server.url)
    for _ in range(2):
        done = await voice.http.patch(f"/session/{session['id']}", json={"status": "completed"})
        assert done.json()["status"] == "completed"
    (report,) = await server.wait_for("end-of-call-report")
    assert report["endedReason"] == "customer-ended-call"
    async with local_messages() as client:
        await deliver_due(database, client)
    assert len(server.of_type("end-of-call-report")) == 1
    again = await voice.http.patch(f"/session/{session['id']}", json={"status": "active"})
    assert again.status_code == 400


async def test_an_idle_session_is_closed_after_ten_minutes(
    voice: VoiceApi, server: MessageServer, database: Database, clock: MovableClock
) -> None:
    session = await begin(voice, server.url)
    await write(voice, session, "one")
    clock.move(timedelta(minutes=9))
    await close_idle_sessions(database, SCRIPTED)
    assert (await voice.http.get(f"/session/{session['id']}")).json()["status"] == "active"
    clock.move(timedelta(minutes=2))
    await close_idle_sessions(database, SCRIPTED)
    async with local_messages() as client:
        await deliver_due(database, client)
    assert server.of_type("end-of-call-report")[0]["endedReason"] == "silence-timed-out"


async def test_a_session_may_say_how_long_it_waits(
    voice: VoiceApi, database: Database, clock: MovableClock
) -> None:
    short, long = await begin(voice, expirationSeconds=60), await begin(voice, expirationSeconds=3600)
    clock.move(timedelta(minutes=11))
    await close_idle_sessions(database, SCRIPTED)
    states = [(await voice.http.get(f"/session/{session['id']}")).json()["status"] for session in (short, long)]
    assert states == ["completed", "active"]


def _refusing(_brief: Brief) -> LanguageModel:
    raise BadRequest("model.model must be one that is there")


async def test_a_turn_that_fails_leaves_the_session_as_it_was(database: Database, settings: Settings) -> None:
    async with voice_api(database, settings, LanguageModels({"mia": _refusing})) as voice:
        session = (await voice.http.post("/session", json={"assistant": assistant_body()})).json()
        for _ in range(2):
            refused = await voice.http.post("/chat", json={"sessionId": session["id"], "input": "one"})
            assert (refused.status_code, "model.model" in str(refused.json()["message"])) == (400, True)
        assert len((await voice.http.get(f"/session/{session['id']}")).json()["messages"]) == 1


async def test_a_chat_may_follow_another_without_a_session(voice: VoiceApi) -> None:
    body = {"assistant": assistant_body(), "input": "one"}
    first = (await voice.http.post("/chat", json=body)).json()
    second = (await voice.http.post("/chat", json={"previousChatId": first["id"], "input": "two"})).json()
    assert said(second) == ["You said two."]
    assert second["previousChatId"] == first["id"]
    assert (await voice.http.get(f"/chat/{second['id']}")).json() == second


async def test_input_may_be_a_list_of_messages(voice: VoiceApi) -> None:
    written = [{"role": "assistant", "content": "Hi."}, {"role": "user", "content": "one"}]
    chat = (await voice.http.post("/chat", json={"assistant": assistant_body(), "input": written})).json()
    assert said(chat) == ["You said one."]
    assert chat["input"] == written


async def test_an_answer_can_be_streamed(voice: VoiceApi) -> None:
    body = {"assistant": assistant_body(), "input": "one", "stream": True}
    answer = await voice.http.post("/chat", json=body)
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert '"path":"chat.output[0].content","delta":"You said one."' in answer.text


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"input": "x"}, "Assistant or Squad or Workflow must be provided."),
        ({"assistant": {}, "input": []}, "input must end with a message of the user"),
        (
            {"input": "x", "sessionId": "01890000-0000-7000-8000-000000000001",
             "previousChatId": "01890000-0000-7000-8000-000000000001"},
            "Only one of sessionId and previousChatId may be provided.",
        ),
    ],
)  # fmt: skip
async def test_a_chat_that_cannot_be_is_refused(voice: VoiceApi, body: Json, message: str) -> None:
    refused = await voice.http.post("/chat", json=body)
    assert refused.status_code == 400
    assert refused.json()["message"] == [message]


async def test_an_erased_session_takes_its_chats_along(voice: VoiceApi) -> None:
    session = await begin(voice)
    chat = await write(voice, session, "one")
    assert (await voice.http.delete(f"/session/{session['id']}")).status_code == 200
    assert (await voice.http.get(f"/session/{session['id']}")).status_code == 404
    assert (await voice.http.get(f"/chat/{chat['id']}")).status_code == 404


async def test_sessions_are_listed_in_pages(voice: VoiceApi) -> None:
    for name in ("one", "two", "three"):
        await begin(voice, name=name)
    page = (await voice.http.get("/session", params={"limit": 2, "page": 2, "sortOrder": "ASC"})).json()
    assert [item["name"] for item in page["results"]] == ["three"]
    assert page["metadata"] == {"itemsPerPage": 2, "totalItems": 3, "currentPage": 2}


async def test_another_organisation_finds_no_conversation(voice: VoiceApi, stranger: VoiceApi) -> None:
    session = await begin(voice)
    chat = await write(voice, session, "one")
    for path in (f"/session/{session['id']}", f"/chat/{chat['id']}"):
        for method in ("GET", "DELETE"):
            assert (await stranger.http.request(method, path)).status_code == 404
    patch = await stranger.http.patch(f"/session/{session['id']}", json={"status": "completed"})
    assert patch.status_code == 404
    for body in ({"sessionId": session["id"]}, {"previousChatId": chat["id"]}):
        assert (await stranger.http.post("/chat", json={"input": "x", **body})).status_code == 404
    for path in ("/session", "/chat"):
        listed: httpx.Response = await stranger.http.get(path)
        assert listed.json()["results"] == []


async def test_what_was_written_is_sealed(voice: VoiceApi, database: Database, caplog: Any, capsys: Any) -> None:
    session = await begin(voice)
    await write(voice, session, "my name is Ximena Quiroga")
    await voice.http.patch(f"/session/{session['id']}", json={"status": "completed"})
    async with database.org(scope_of_row(voice.org_id, "test")) as tenant:
        rows: list[Any] = []
        for table in ("voice_sessions", "voice_chats", "voice_server_messages"):
            rows += (await tenant.sql.execute(text(f"SELECT row_to_json(t)::text FROM {table} t"))).all()
    dump = str(rows) + caplog.text + "".join(capsys.readouterr())
    assert "session_completed" in dump
    assert "Ximena" not in dump
    assert b"Ximena".hex() not in dump
