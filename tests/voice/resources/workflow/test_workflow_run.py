"""A conversation that follows a workflow: what each kind of node and edge does in it."""

import json
from pathlib import Path
from typing import Any

from mia.app.language_models import build_language_models
from mia.platform.db.session import Database
from mia.platform.kernel.settings import Settings
from tests.fakes.phones.voice import MessageServer, VoiceApi, voice_api
from tests.voice.resources.tool_steps import made
from tests.voice.resources.workflow.workflow_steps import (
    HANG_UP,
    MODEL,
    edge,
    failed,
    function,
    judged,
    provided,
    says,
    talk,
    texts,
    told,
    tool,
    workflow,
)

Json = dict[str, Any]


def answering(server: MessageServer, **results: Any) -> None:
    """Have the server answer its tools: with a result, or with an error where it is ``None``."""

    async def answer(message: Json) -> Json:
        if message["type"] != "tool-calls":
            return {}
        call = message["toolCallList"][0]
        found = results[call["name"]]
        return {
            "results": [
                {"toolCallId": call["id"], **({"error": "It broke."} if found is None else {"result": found})}
            ]
        }

    server.answer = answer


def asked(server: MessageServer) -> list[tuple[str, Json]]:
    """Which tools the server was asked for, and with what."""
    calls = [message["toolCallList"][0] for message in server.of_type("tool-calls")]
    return [(call["name"], call["arguments"]) for call in calls]


async def test_each_conversation_node_has_its_own_prompt_and_first_message(
    database: Database, tmp_path: Path
) -> None:
    """The model judges the condition before each answer; the node then speaks with its own prompt and model."""
    written = workflow(
        talk("Hello", "Welcome.", prompt="Find out what they want."),
        talk("Prices", prompt="Speak of prices.", model=MODEL | {"model": "large"}),
        talk("Hours", "We open at nine."),
        edge("Hello", "Prices", "They ask what something costs."),
        edge("Prices", "Hours", "They ask for the hours."),
        model=MODEL, globalPrompt="You work at the House.",
    )  # fmt: skip
    answers = [
        judged({"choice": 0}), says("How can I help you?"),
        judged({"choice": 1}), says("Which treatment do you mean?"),
        judged({"choice": 1}),
    ]  # fmt: skip
    async with provided(database, tmp_path, *answers) as (voice, provider):
        session = (await voice.http.post("/session", json={"workflow": written})).json()
        assert [message["content"] for message in session["messages"]] == ["Welcome."]
        here = {"sessionId": session["id"]}
        assert texts(await told(voice, here | {"input": "Hello"})) == ["How can I help you?"]
        assert texts(await told(voice, here | {"input": "What does it cost?"})) == ["Which treatment do you mean?"]
        assert texts(await told(voice, here | {"input": "When are you open?"})) == ["We open at nine."]
    choosing, hello, _, prices, _ = provider.requests
    assert "1. They ask what something costs." in choosing["messages"][-1]["content"]
    assert choosing["messages"][-2] == {"role": "user", "content": "Hello"}
    assert "You work at the House.\n\nFind out what they want." in hello["messages"][0]["content"]
    assert "You work at the House.\n\nSpeak of prices." in prices["messages"][0]["content"]
    assert (hello["model"], prices["model"]) == ("small", "large")


async def test_a_choice_that_is_none_of_the_edges_leads_nowhere(database: Database, tmp_path: Path) -> None:
    written = workflow(talk("Hello"), talk("Next", "Next."), edge("Hello", "Next", "They agree."), model=MODEL)
    for wrong in ({"choice": 2}, {"choice": "1"}, {"choice": True}, {"answer": "They agree."}, {}):
        async with provided(database, tmp_path, judged(wrong), says("How can I help?")) as (voice, _):
            assert texts(await told(voice, {"workflow": written, "input": "Hm"})) == ["How can I help?"]


async def test_variables_are_extracted_typed_and_spoken(database: Database, tmp_path: Path) -> None:
    """What does not fit its type or enum is not known; the plain edge waits for what is required."""
    wanted = {"type": "object", "required": ["city", "age"], "properties": {
        "city": {"type": "string", "enum": ["Miami", "Tampa"]}, "age": {"type": "integer"}}}  # fmt: skip
    written = workflow(
        talk("Ask", "Where do you live, {{name}}?", variableExtractionPlan={"schema": wanted}),
        talk("Told", "{{city}}, and {{age}} years old."),
        edge("Ask", "Told"),
        model=MODEL,
    )
    answers = [
        judged({"city": "Paris", "age": "forty"}), says("Which city is it?"),
        judged({"city": "Miami", "age": 40, "else": 1}),
    ]  # fmt: skip
    async with provided(database, tmp_path, *answers) as (voice, provider):
        id = await made(voice, "/workflow", **written)
        body: Json = {"workflowId": id, "workflowOverrides": {"variableValues": {"name": "Ana"}}}
        session = (await voice.http.post("/session", json=body)).json()
        assert [message["content"] for message in session["messages"]] == ["Where do you live, Ana?"]
        here = {"sessionId": session["id"]}
        assert texts(await told(voice, here | {"input": "In Paris, I am forty"})) == ["Which city is it?"]
        assert texts(await told(voice, here | {"input": "No, Miami, 40"})) == ["Miami, and 40 years old."]
        (listed,) = (await voice.http.get("/session", params={"workflowId": id})).json()["results"]
        assert listed["id"] == session["id"]
        assert (await voice.http.get("/session", params={"workflowId": session["id"]})).json()["results"] == []
    assert '"enum":["Miami","Tampa"]' in provider.requests[0]["messages"][-1]["content"]


async def test_a_tool_node_is_given_arguments_and_what_follows_knows_its_answer(
    database: Database, server: MessageServer, tmp_path: Path
) -> None:
    answering(server, weather={"sky": "blue"})
    written = workflow(
        talk("Hello", "Hello."), tool("Weather", function("weather", city={"type": "string"})), talk("Sky"),
        edge("Hello", "Weather"), edge("Weather", "Sky"), model=MODEL, server={"url": server.url},
    )  # fmt: skip
    async with provided(database, tmp_path, judged({"city": "Miami"}), says("The sky is blue.")) as (
        voice,
        provider,
    ):
        chat = await told(voice, {"workflow": written, "input": "How is it in Miami?"})
    assert texts(chat) == ["The sky is blue."]
    assert asked(server) == [("weather", {"city": "Miami"})]
    assert json.loads(provider.requests[1]["messages"][-1]["content"]) == {"sky": "blue"}


async def test_a_failed_tool_leads_along_its_own_edge(
    database: Database, server: MessageServer, tmp_path: Path
) -> None:
    answering(server, book=None)
    written = workflow(
        talk("Hello", "Hello."), tool("Book", function("book")), talk("Good", "Booked."), talk("Bad", "It broke."),
        edge("Hello", "Book"), edge("Book", "Good"), failed("Book", "Bad"), server={"url": server.url},
    )  # fmt: skip
    async with provided(database, tmp_path) as (voice, _):
        assert texts(await told(voice, {"workflow": written, "input": "Book"})) == ["It broke."]
        answering(server, book={"status": "booked"})
        assert texts(await told(voice, {"workflow": written, "input": "Book"})) == ["Booked."]


async def test_a_hang_up_says_its_words_and_ends_the_conversation(database: Database, tmp_path: Path) -> None:
    written = workflow(
        talk("Hello", "Hello."), tool("End", HANG_UP), edge("Hello", "End", "They are done."), model=MODEL
    )
    async with provided(database, tmp_path, judged({"choice": 1})) as (voice, _):
        chat = await told(voice, {"workflow": written, "input": "That is all."})
    assert (texts(chat), chat["endedReason"]) == (["Goodbye."], "assistant-ended-call")


async def test_a_global_node_is_entered_from_anywhere_and_left_by_its_edges(
    database: Database, tmp_path: Path
) -> None:
    plan = {"enabled": True, "enterCondition": "They want a person."}
    written = workflow(
        talk("Hello", "Hello."), talk("More", "More."),
        talk("Person", "I will fetch someone.", globalNodePlan=plan),
        edge("Hello", "More", "They go on."), edge("Person", "More", "They changed their mind."), model=MODEL,
    )  # fmt: skip
    choices = [judged({"choice": number}) for number in (1, 1, 1)]
    async with provided(database, tmp_path, *choices) as (voice, provider):
        session = (await voice.http.post("/session", json={"workflow": written})).json()
        here = {"sessionId": session["id"]}
        assert texts(await told(voice, here | {"input": "Go on"})) == ["More."]
        assert texts(await told(voice, here | {"input": "A person"})) == ["I will fetch someone."]
        assert texts(await told(voice, here | {"input": "No, go on"})) == ["More."]
    asked_for = [request["messages"][-1]["content"].splitlines()[1:] for request in provider.requests]
    assert asked_for == [["1. They go on.", "2. They want a person."], ["1. They want a person."],
                         ["1. They changed their mind."]]  # fmt: skip


async def test_tools_in_a_circle_come_to_an_end(database: Database, server: MessageServer, tmp_path: Path) -> None:
    answering(server, again=None)
    written = workflow(
        talk("Hello", "Hello."), tool("A", function("again")), tool("B", function("again")),
        edge("Hello", "A"), failed("A", "B"), failed("B", "A"), server={"url": server.url},
    )  # fmt: skip
    async with provided(database, tmp_path) as (voice, _):
        assert texts(await told(voice, {"workflow": written, "input": "Go"})) == ["I'm sorry, that did not work."]
    assert len(asked(server)) == 5


async def test_danger_stops_the_workflow(database: Database, tmp_path: Path) -> None:
    written = workflow(talk("Hello", "Hello."), talk("Next", "Next."), edge("Hello", "Next"))
    async with provided(database, tmp_path) as (voice, provider):
        session = (await voice.http.post("/session", json={"workflow": written})).json()
        here = {"sessionId": session["id"]}
        for words in ("I can't breathe and my throat is swelling", "what should I take?"):
            assert "911" in texts(await told(voice, here | {"input": words}))[0]
    assert provider.requests == []


async def test_the_embedded_engine_walks_by_the_meaning_of_words(
    database: Database, settings: Settings, server: MessageServer
) -> None:
    """No provider: conditions and values by likeness, arguments by what is known."""
    answering(server, book={"status": "booked"})
    day = {"schema": {"required": ["part"], "properties": {"part": {"enum": ["morning", "evening"]}}}}
    part = {"part": {"type": "string"}}
    done = {"messages": [{"type": "request-complete", "content": "You are down for the {{part}}."}]}
    written = workflow(
        talk("Hello", "Hello."), talk("When", "Morning or evening?", variableExtractionPlan=day),
        tool("Book", function("book", **part) | done), talk("Bye", "Anything else?"),
        edge("Hello", "When", "The caller wants to book an appointment."),
        edge("When", "Book"), edge("Book", "Bye"), server={"url": server.url},
    )  # fmt: skip
    async with voice_api(database, settings, build_language_models(settings)) as voice:
        first = await told(voice, {"workflow": written, "input": "I'd like to book a visit"})
        assert texts(first) == ["Morning or evening?"]
        then = await told(voice, {"previousChatId": first["id"], "input": "in the morning please"})
        assert texts(then) == ["You are down for the morning. Anything else?"]
    assert asked(server) == [("book", {"part": "morning"})]


async def test_a_tool_that_lacks_an_argument_does_not_run(
    database: Database, settings: Settings, server: MessageServer
) -> None:
    written = workflow(
        talk("Hello", "Hello."), tool("Book", function("book", name={"type": "string"})), edge("Hello", "Book"),
        server={"url": server.url},
    )  # fmt: skip
    async with voice_api(database, settings, build_language_models(settings)) as voice:
        assert texts(await told(voice, {"workflow": written, "input": "Go"})) == ["I'm sorry, that did not work."]
    assert asked(server) == []


async def test_a_stored_tool_is_run_and_must_be_there(voice: VoiceApi, server: MessageServer) -> None:
    answering(server, book={"status": "booked"})
    tool_id = await made(voice, "/tool", **function("book"))
    node = {"type": "tool", "name": "Book", "toolId": tool_id}
    body = workflow(talk("Hello", "Hello."), node, talk("Good", "Booked."), edge("Hello", "Book"),
                    edge("Book", "Good"), server={"url": server.url})  # fmt: skip
    id = await made(voice, "/workflow", **body)
    assert texts(await told(voice, {"workflowId": id, "input": "Go"})) == ["Booked."]
    await voice.http.delete(f"/tool/{tool_id}")
    refused = await voice.http.post("/chat", json={"workflowId": id, "input": "Go"})
    assert (refused.status_code, refused.json()["message"]) == (400, ["the tool of the node Book was deleted"])


async def test_a_foreign_workflow_answers_nobody(voice: VoiceApi, stranger: VoiceApi) -> None:
    id = await made(voice, "/workflow", **workflow(talk("Hello", "Hello.")))
    for path, body in (("/chat", {"input": "Hi"}), ("/session", {}), ("/call/web", {})):
        refused = await stranger.http.post(path, json={"workflowId": id, **body})
        assert (refused.status_code, refused.json()["message"]) == (404, "Workflow not found."), path


async def test_what_was_learned_is_in_the_report(voice: VoiceApi, server: MessageServer) -> None:
    """The server is not told how the workflow is written."""
    written = workflow(talk("Hello", "Hello."), server={"url": server.url})
    overrides = {"workflow": written, "workflowOverrides": {"variableValues": {"city": "Miami"}}}
    session = (await voice.http.post("/session", json=overrides)).json()
    await told(voice, {"sessionId": session["id"], "input": "Hi"})
    await voice.http.patch(f"/session/{session['id']}", json={"status": "completed"})
    (report,) = await server.wait_for("end-of-call-report")
    assert report["artifact"]["variables"] == {"city": "Miami"}
    assert "workflow" not in report["session"]


async def test_a_chat_that_cannot_be_put_through_takes_the_edge_for_failures(voice: VoiceApi) -> None:
    desk = {"type": "transferCall", "destinations": [{"type": "number", "number": "+13055550111"}]}
    written = workflow(
        talk("Hello", "Hello."), tool("Desk", desk), talk("Later", "Please call us."),
        edge("Hello", "Desk"), failed("Desk", "Later"),
    )  # fmt: skip
    assert texts(await told(voice, {"workflow": written, "input": "A person"})) == ["Please call us."]
