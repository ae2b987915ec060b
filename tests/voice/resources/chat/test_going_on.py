"""What stands beside the session or the chat that a conversation goes on from has its effect, or is refused."""

from typing import Any
from uuid import uuid4

import pytest

from tests.fakes.phones.voice import VoiceApi, assistant_body, number_id
from tests.voice.resources.chat.chat_steps import begin, said
from tests.voice.resources.tool_steps import made
from tests.voice.resources.workflow.workflow_steps import talk, workflow

Json = dict[str, Any]
AGAIN = "cannot be given beside {beside}: who answers is known."


async def begun(voice: VoiceApi, beside: str, assistant_id: str) -> Json:
    """A conversation with an assistant: what its next message names."""
    if beside == "sessionId":
        return {"sessionId": await made(voice, "/session", assistantId=assistant_id)}
    chat = await voice.http.post("/chat", json={"assistantId": assistant_id, "input": "one"})
    return {"previousChatId": chat.json()["id"]}


@pytest.mark.parametrize("beside", ["sessionId", "previousChatId"])
async def test_nobody_else_answers_in_a_conversation_that_goes_on(voice: VoiceApi, beside: str) -> None:
    id, other = await made(voice, "/assistant", **assistant_body()), await made(voice, "/assistant", name="Max")
    goes_on = await begun(voice, beside, id)
    stages = workflow(talk("Hello", "Hello."))
    for more, told in (
        ({"assistant": assistant_body()}, f"assistant {AGAIN}"),
        ({"squad": {"members": [{"assistantId": id}]}}, f"squad {AGAIN}"),
        ({"squadId": str(uuid4())}, f"squadId {AGAIN}"),
        ({"workflow": stages}, f"workflow {AGAIN}"),
        ({"workflowOverrides": {"variableValues": {"a": "b"}}}, f"workflowOverrides {AGAIN}"),
        ({"assistantId": other}, "assistantId is another than answers in the conversation of {beside}."),
        ({"workflowId": str(uuid4())}, "workflowId is another than answers in the conversation of {beside}."),
        (
            {"assistantOverrides": {"firstMessage": "Mine."}},
            "assistantOverrides.firstMessage cannot be given beside {beside}: only variableValues can.",
        ),
    ):
        refused = await voice.http.post("/chat", json={"input": "two", **goes_on, **more})
        assert (refused.status_code, refused.json()["message"]) == (400, [told.format(beside=beside)])
    answer = await voice.http.post("/chat", json={"input": "two", "assistantId": id, **goes_on})
    assert said(answer.json()) == ["You said two."]


async def test_a_session_refuses_by_name_what_it_does_not_have(voice: VoiceApi, stranger: VoiceApi) -> None:
    foreign = await number_id(stranger.http)
    for more, told in (
        ({"customerId": "x"}, "customerId: stored customers are not available yet."),
        ({"phoneNumber": {"name": "x"}}, "phoneNumber: phone numbers that are not stored are not available yet."),
        ({"phoneNumberId": foreign}, "phoneNumberId is no number of this organization."),
        ({"customer": {"colour": "red"}}, "customer.property colour should not exist"),
    ):
        refused = await voice.http.post("/session", json={"assistant": assistant_body(), **more})
        assert (refused.status_code, refused.json()["message"]) == (400, [told])
    own = await number_id(voice.http)
    assert (await begin(voice, phoneNumberId=own, customer={"name": "Ana"}))["phoneNumberId"] == own


async def test_a_sessions_customer_may_change_the_assistant(voice: VoiceApi) -> None:
    ana = {"name": "Ana", "assistantOverrides": {"firstMessage": "Hello Ana."}}
    session = await begin(voice, customer=ana)
    assert [message["content"] for message in session["messages"]] == ["Hello Ana."]
